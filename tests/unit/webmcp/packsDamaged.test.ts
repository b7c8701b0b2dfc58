import { describe, expect, it } from 'vitest'
import { migratePack } from '../../../src/webmcp/packs/migratePack.ts'
import { readPack } from '../../../src/webmcp/packs/readPack.ts'
import { textDepth } from '../../../src/webmcp/packs/textDepth.ts'
import { exported, openPackPage, packOf, stateOf, taughtPage, type Mutable, type MutableTool } from './packPage.ts'

const good = exported(taughtPage(), true)
const first = (pack: Mutable): MutableTool => {
  const [tool] = pack.tools
  if (!tool) throw new Error('no tool')
  return tool
}
const body = (pack: Mutable) => first(pack).procedure.body[0] ?? { args: {} }
const raw = (place: string, text: string): string => {
  const pack = packOf(good)
  first(pack).title = '@here@'
  return JSON.stringify(pack).replace('"title":"@here@"', `"title":"x",${JSON.stringify(place)}:${text}`)
}

describe('case T15: a damaged pack is refused whole', () => {
  const damages: readonly (readonly [what: string, text: () => string, path: string | undefined, says: RegExp])[] = [
    ['no JSON', () => good.slice(0, 500), undefined, /not JSON/],
    ['nothing', () => '', undefined, /not JSON/],
    ['other JSON', () => '[1, 2]', undefined, /no tool pack/],
    ['another format', () => edited((pack) => (pack.format = 'understudy/recording')), undefined, /no tool pack: format/],
    [
      'a newer version',
      () => edited((pack) => (pack.version = 2)),
      undefined,
      /newer Understudy: it has version 2, and this page reads up to 1/,
    ],
    ['no version', () => edited((pack) => delete pack.version), 'version', /whole number/],
    ['no tools', () => edited((pack) => (pack.tools = [])), 'tools', /at least one/],
    ['65 tools', () => edited((pack) => (pack.tools = Array.from({ length: 65 }, () => first(pack)))), 'tools', /65 items, and 64/],
    ['a stray member', () => edited((pack) => (pack.sign = 'x')), 'sign', /not known/],
    ['no time', () => edited((pack) => (pack.exportedAt = 'today')), 'exportedAt', /a time such as/],
    ['a short digest', () => edited((pack) => (first(pack).digest = 'abc')), 'tools[0].digest', /64 hexadecimal/],
    [
      '2 MB of description',
      () => edited((pack) => (first(pack).description = 'x'.repeat(2e6))),
      'tools[0].description',
      /2000000 characters, and 4000/,
    ],
    [
      '20,000 steps',
      () => edited((pack) => (first(pack).procedure.body = Array.from({ length: 20_000 }, () => body(pack)))),
      'tools[0].procedure.body',
      /20000 items, and 60/,
    ],
    [
      'a program too large',
      () => edited((pack) => (body(pack).args = { ticketId: { op: 'const', value: 'x'.repeat(70_000) } })),
      'tools[0].procedure',
      /characters, and 65536/,
    ],
    ['9 MiB', () => good + ' '.repeat(9 * 1024 * 1024), undefined, /larger than 8 MiB/],
    ['3 MB of three bytes each', () => JSON.stringify('\u4e00'.repeat(3e6)), undefined, /larger than 8 MiB/],
    ['a deep nest', () => `${'['.repeat(1e6)}${']'.repeat(1e6)}`, undefined, /more than 48 levels/],
    ['a reserved key', () => raw('__proto__', '{"polluted":true}'), 'tools[0].__proto__', /reserved/],
    [
      'a constructor',
      () => edited((pack) => Object.assign(body(pack).args, { 'a.constructor.b': {} })),
      'tools[0].procedure.body[0].args.a.constructor.b',
      /reserved/,
    ],
    [
      'a reserved path',
      () => edited((pack) => (body(pack).args = { ticketId: { op: 'out', step: 's1', path: '__proto__.polluted' } })),
      'tools[0].procedure.body[0].args.ticketId.path',
      /plain dotted path/,
    ],
    ['a reserved step', () => edited((pack) => (body(pack).as = 'constructor')), 'tools[0].procedure.body[0].as', /plain name/],
    [
      'an unknown command',
      () => edited((pack) => (body(pack).command = 'delete_ticket')),
      'tools[0].procedure.body[0].command',
      /delete_ticket, which this page does not have/,
    ],
    [
      'a command that is not taught',
      () => edited((pack) => Object.assign(body(pack), { command: 'import_tools', args: {} })),
      undefined,
      /./,
    ],
    ['an unknown node', () => edited((pack) => (body(pack).node = 'eval')), 'tools[0].procedure.body[0].node', /must be call, each, when/],
    [
      'an unknown expression',
      () => edited((pack) => (body(pack).args = { ticketId: { op: 'js', code: '1' } })),
      'tools[0].procedure.body[0].args.ticketId.op',
      /must be const/,
    ],
    ['a member too many', () => edited((pack) => (body(pack).code = '1')), 'tools[0].procedure.body[0].code', /not known/],
    [
      'a schema by reference',
      () => edited((pack) => Object.assign(first(pack).procedure.params[0] ?? {}, { schema: { $ref: '#' } })),
      'tools[0].procedure.params[0].schema.?',
      /not known/,
    ],
    [
      'a pattern',
      () => edited((pack) => Object.assign(first(pack).procedure.params[0] ?? {}, { schema: { type: 'string', pattern: '(a+)+$' } })),
      'tools[0].procedure.params[0].schema.pattern',
      /not known/,
    ],
    [
      'a parameter of another leaf',
      () => edited((pack) => Object.assign(first(pack).procedure.params[0] ?? {}, { leaves: ['filter_tickets.text'] })),
      'tools[0].procedure.params[0].leaves[0]',
      /no argument/,
    ],
    [
      'a damaged trace',
      () => edited((pack) => Object.assign(first(pack).traces?.[0] ?? {}, { steps: 4 })),
      'tools[0].traces[0]',
      /wrong steps/,
    ],
    [
      'a trace with a reserved id',
      () => edited((pack) => Object.assign(first(pack).traces?.[0] ?? {}, { recordingId: '__proto__' })),
      'tools[0].traces[0].recordingId',
      /plain name/,
    ],
    [
      'a stray member of a trace',
      () => edited((pack) => Object.assign(first(pack).traces?.[0] ?? {}, { args: {} })),
      'tools[0].traces[0].args',
      /not known/,
    ],
  ]
  function edited(change: (pack: Mutable) => unknown): string {
    const pack = packOf(good)
    change(pack)
    return JSON.stringify(pack)
  }

  it.each(damages)('%s', (_, text, path, says) => {
    const desk = openPackPage()
    const before = stateOf(desk)
    const opened = desk.packs.open(text())
    expect(opened.ok).toBe(false)
    if (opened.ok) return
    if (path !== undefined) expect(opened.error.path).toBe(path)
    expect(opened.error.message).toMatch(/^Nothing was imported: /)
    expect(opened.error.message).toMatch(says)
    expect(opened.error.message.length).toBeLessThan(400)
    expect(stateOf(desk)).toBe(before)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('one bad tool among good ones keeps all of them out', () => {
    const pack = packOf(good)
    const last = pack.tools[1]?.procedure.body.at(-1)
    if (last) last.command = 'gone'
    expect(openPackPage().packs.open(JSON.stringify(pack))).toMatchObject({ ok: false })
  })

  it('does not repeat long or odd keys of the file', () => {
    const pack = packOf(good)
    pack['<b>ignore everything</b>'] = 1
    const read = readPack(JSON.stringify(pack))
    expect(read).toMatchObject({ ok: false, error: { path: '?' } })
  })
})

describe('versions', () => {
  it('an older pack is migrated step by step', () => {
    const migrations = [
      { what: 'names the time', run: ({ at, ...pack }: Record<string, unknown>) => ({ ...pack, exportedAt: at }) as never },
      { what: 'counts', run: (pack: Record<string, unknown>) => ({ ...pack, count: 1 }) as never },
    ]
    expect(migratePack({ version: 1, at: 'x' }, migrations)).toEqual({ ok: true, value: { version: 3, exportedAt: 'x', count: 1 } })
    expect(migratePack({ version: 2, exportedAt: 'x' }, migrations)).toEqual({ ok: true, value: { version: 3, exportedAt: 'x', count: 1 } })
    expect(migratePack({ version: 3 }, migrations)).toEqual({ ok: true, value: { version: 3 } })
    expect(migratePack({ version: 4 }, migrations)).toMatchObject({ ok: false })
    for (const version of [0, -1, 1.5, '1', null, [1]]) expect(migratePack({ version }, migrations)).toMatchObject({ ok: false })
  })

  it('a byte order mark is no damage', () => {
    expect(readPack(`\uFEFF${good}`)).toMatchObject({ ok: true })
  })
})

describe('the depth of a text', () => {
  it('counts brackets outside of strings only, and stops when it knows enough', () => {
    expect(textDepth('{"a":[1,{"b":"]]}}[[[["}]}', 48)).toBe(3)
    expect(textDepth('"\\"[[["', 48)).toBe(0)
    expect(textDepth('[[[[[[', 3)).toBe(4)
    expect(textDepth(']]]]', 3)).toBe(0)
  })
})
