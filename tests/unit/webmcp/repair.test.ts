import { describe, expect, it } from 'vitest'
import { plain } from '../../../src/bus/words.ts'
import { callsOf } from '../../../src/teach/procedure/walk.ts'
import { replacementOf } from '../../../src/webmcp/library/replaces.ts'
import { taught, type Demonstration } from '../../support/sessions.ts'
import { must, openPage, turns, type Page, type PageOptions } from './page.ts'

const TOOL = 'escalate'

/** A tool of one open ticket: priority, template, tag. Its parameters go by names of the author's own. */
function withTool(options: PageOptions = {}): Page {
  const page = openPage(options)
  const draftId = page.teach((at) => {
    at.open(2)
    at.setPriority('urgent')
    at.applyTemplate('wait')
    at.addTags('vip')
  })
  const { params } = must(page.library.draftView(draftId)).generalized.procedure
  const names = ['which', 'letter']
  const parameters = Object.fromEntries(params.map(({ key }, place) => [key, { name: names[place] ?? 'more', description: `The ${names[place]}.` }]))
  must(page.library.editDraft(draftId, { parameters }))
  page.publish(draftId, TOOL)
  return page
}

const stepsOf = ({ library }: Page, draftId: string): readonly string[] =>
  must(library.draftView(draftId)).steps.map(({ words }) => plain(words))

const show = (page: Page, what: (at: Demonstration) => void) => taught(page.desk, what).recording

/** Shows the step of this number again, and gives the draft that comes of it. */
function reteach(page: Page, number: number, what: (at: Demonstration) => void): string {
  const as = page.library.tool(TOOL)?.procedure.body[number - 1]?.as
  const target = must(page.repairs.target(TOOL, as))
  return must(page.repairs.finish(target, show(page, what))).draftId
}

const refusal = (page: Page, number: number, what: (at: Demonstration) => void): string => {
  const as = page.library.tool(TOOL)?.procedure.body[number - 1]?.as
  const done = page.repairs.finish(must(page.repairs.target(TOOL, as)), show(page, what))
  return done.ok ? 'done' : done.error.message
}

const paramsOf = (page: Page): readonly string[] => Object.keys(page.library.tool(TOOL)?.compiled.inputSchema.properties ?? {})

const otherStatus = (at: Demonstration): void => {
  at.open(7)
  at.setStatus('pending')
}

describe('showing a step again', () => {
  it('case P24: replaces exactly that step; names of parameters stay; the live tool is as it was until a person approves', async () => {
    const page = withTool()
    await page.registry.restore()
    const before = page.library.tool(TOOL)
    expect(paramsOf(page)).toEqual(['which', 'letter'])
    const draftId = reteach(page, 4, otherStatus)
    expect(draftId).toBe(before?.draftId)
    expect(stepsOf(page, draftId)).toEqual(['Take the ticket which', 'Set priority to urgent', 'Fill the reply from template letter', 'Set status to pending'])
    expect(page.library.tool(TOOL)).toBe(before)
    expect(page.host.tools.get(TOOL)?.description).toBe(before?.compiled.description)
    page.publish(draftId)
    await page.registry.whenSettled(TOOL)
    await turns()
    expect(page.registry.statuses()).toEqual([{ name: TOOL, status: 'registered' }])
    expect(page.host.tools.get(TOOL)?.inputSchema).toMatchObject({ properties: { which: { description: 'The which.' }, letter: {} }, required: ['which'] })
    expect(await page.host.call(TOOL, { which: 'T-1009' })).toMatchObject({ ok: true })
    expect(page.ticket('T-1009')).toMatchObject({ priority: 'urgent', status: 'pending', tags: ['login'] })
    expect(page.library.tool(TOOL)).toMatchObject({ lastError: null, draftId })
  })

  it('case T12: is there after a reload, published or not', () => {
    const page = withTool()
    const draftId = reteach(page, 2, (at) => {
      at.open(7)
      at.setPriority('high')
    })
    const kept = () => Object.fromEntries(['recording', 'draft', 'tool', 'ticket'].map((entity) => [entity, page.bus.session.records.list(entity)]))
    const reloaded = openPage({ prefix: 'n', records: kept() })
    expect(stepsOf(reloaded, draftId)[1]).toBe('Set priority to high')
    page.publish(draftId)
    const again = openPage({ prefix: 'm', records: kept() })
    expect(again.library.tool(TOOL)?.procedure).toEqual(page.library.tool(TOOL)?.procedure)
    expect(must(again.library.draftView(draftId)).digest).toBe(again.library.tool(TOOL)?.digest)
  })

  it('keeps the old recording, and says in the new one which it was made of', () => {
    const page = withTool()
    const [old] = page.library.recordings()
    const draftId = reteach(page, 2, (at) => {
      at.open(7)
      at.setPriority('high')
    })
    const [id = ''] = page.library.draft(draftId)?.recordingIds ?? []
    expect(page.library.recording(id)?.repairs).toEqual({ recordingId: old?.recordingId, steps: ['s2'] })
    expect(page.library.recordings()).toContain(old)
    const notes = must(page.library.draftView(draftId)).findings.map(({ words }) => plain(words))
    expect(notes).toContain('Shown again, so it is always the same: the priority')
    expect(page.audit('drafted').at(-1)?.audit).toMatchObject({ tool: TOOL, detail: { draft: draftId, repairs: 2 } })
  })

  it('a second step can be shown again before the first is approved', () => {
    const page = withTool()
    reteach(page, 2, (at) => {
      at.open(7)
      at.setPriority('high')
    })
    const draftId = reteach(page, 4, otherStatus)
    expect(stepsOf(page, draftId)).toEqual(['Take the ticket which', 'Set priority to high', 'Fill the reply from template letter', 'Set status to pending'])
  })

  it('answers and changes by hand stay', () => {
    const page = withTool()
    const draftId = page.library.tool(TOOL)?.draftId ?? ''
    const priority = page.library.tool(TOOL)?.procedure.body[1]?.as ?? ''
    must(page.library.editDraft(draftId, { edits: [{ edit: 'parameter', step: priority, leaf: 'priority' }] }))
    page.publish(draftId)
    reteach(page, 4, otherStatus)
    expect(page.library.draft(draftId)?.edits).toEqual([{ edit: 'parameter', step: priority, leaf: 'priority' }])
    expect(stepsOf(page, draftId)[1]).toMatch(/^Set priority to new_priority/)
  })

  it.each<[string, number, RegExp, (at: Demonstration) => void]>([
    ['nothing but opening', 2, /Only opening something was shown/, (at) => at.open(7)],
    ['two commands', 2, /^2 commands were shown: “Set priority”, “Set status”\. Show only the one/, (at) => {
      at.open(7)
      at.setPriority('high')
      at.setStatus('pending')
    }],
    ['looking instead of changing', 2, /“Set priority” changes something, “Filter tickets” only looks/, (at) => at.filter({ status: ['open'] })],
    ['what a later step does over', 2, /a later step does it over/, (at) => {
      at.open(7)
      at.applyTemplate('refund')
    }],
  ])('is refused with the reason: %s', (_, number, reason, what) => {
    const page = withTool()
    const draft = page.library.draft(page.library.tool(TOOL)?.draftId ?? '')
    const count = page.library.recordings().length
    expect(refusal(page, number, what)).toMatch(reason)
    expect(page.library.draft(draft?.draftId ?? '')).toBe(draft)
    expect(page.library.recordings()).toHaveLength(count)
  })

  it('what was suggested by the steps there were is said of those there are; what somebody worded stays', () => {
    const page = withTool()
    const { draftId = '' } = page.library.tool(TOOL) ?? {}
    const { title, description } = must(page.library.preview(page.library.draft(draftId)?.recordingIds ?? [])).draft
    expect(description).toContain('adds tags')
    must(page.library.editDraft(draftId, { title, description }))
    reteach(page, 4, otherStatus)
    const { title: newTitle, description: newDescription } = page.library.draft(draftId) ?? {}
    expect(newDescription).not.toContain('tags')
    expect(newDescription).toContain('status')
    expect(newTitle).not.toBe(title)
    must(page.library.editDraft(draftId, { description: 'For those who wait.' }))
    reteach(page, 2, (at) => {
      at.open(9)
      at.setPriority('high')
    })
    expect(page.library.draft(draftId)).toMatchObject({ description: 'For those who wait.' })
  })

  it('what the demonstrated ticket was already can be shown all the same', () => {
    const page = withTool()
    // The ticket of the demonstration was low before.
    const draftId = reteach(page, 2, (at) => {
      at.open(7)
      at.setPriority('urgent')
      at.undo()
      at.setPriority('high')
      at.setPriority('normal')
    })
    expect(stepsOf(page, draftId)[1]).toBe('Set priority to normal')
    page.bus.dispatch('set_ticket_priority', { ticketId: 'T-1012', priority: 'urgent' }, { actor: 'operator', source: 'test' })
    const low = reteach(page, 2, (at) => {
      at.openId('T-1012')
      at.setPriority('low')
    })
    expect(stepsOf(page, low)[1]).toBe('Set priority to low')
    expect(must(page.library.draftView(low)).blocked).toBe(false)
  })

  it('a step that is not there, or a tool', () => {
    const page = withTool()
    expect(page.repairs.target('none')).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(page.repairs.target(TOOL)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(page.repairs.target(TOOL, page.library.tool(TOOL)?.procedure.body[0]?.as)).toMatchObject({ ok: false, error: { code: 'BLOCKED' } })
  })

  it('a tool whose draft was put away gets it back', () => {
    const page = withTool()
    const draftId = page.library.tool(TOOL)?.draftId ?? ''
    must(page.library.discardDraft(draftId))
    expect(reteach(page, 4, otherStatus)).toBe(draftId)
    expect(page.library.draft(draftId)).toMatchObject({ name: TOOL, status: 'open', description: 'Does what was shown.' })
    page.publish(draftId)
    expect(paramsOf(page)).toEqual(['which', 'letter'])
  })
})

describe('what approving would change', () => {
  const changes = (page: Page, draftId: string) => {
    const made = replacementOf(must(page.library.draftView(draftId)), page.library, page.bus.index, page.bus.session.records)
    return made && {
      lines: made.lines.map(({ what, was = [], is = [] }) => `${what}: ${plain(was)} → ${plain(is)}`),
      risks: made.risks.map(({ kind }) => kind),
    }
  }

  it('is told line by line, and what could do more than before apart', () => {
    const page = withTool()
    expect(changes(page, reteach(page, 3, otherStatus))).toEqual({
      lines: [
        'Step 3: Fill the reply from template letter → Set status to pending',
        'Effect: Changes priority, reply draft and tags of the given ticket. → Changes priority, status and tags of the given ticket.',
        'Parameter: letter → ',
      ],
      risks: ['new-command'],
    })
  })

  it('is nothing where nothing of the name is in use, or it is another draft’s', () => {
    const page = withTool()
    expect(changes(page, page.library.tool(TOOL)?.draftId ?? '')).toEqual({ lines: [], risks: [] })
    const other = page.teach((at) => {
      at.open(3)
      at.setStatus('pending')
    })
    expect(changes(page, other)).toBeNull()
    must(page.library.editDraft(other, { name: TOOL }))
    expect(changes(page, other)).toBeNull()
    must(page.registry.revoke(TOOL))
    expect(changes(page, page.library.tool(TOOL)?.draftId ?? '')).toBeNull()
  })
})

describe('a step that makes a list', () => {
  /** The oldest of those with a tag gets a priority. */
  function listing(): Page {
    const page = openPage()
    const draftId = page.teach((at) => {
      at.filter({ tag: 'login', sort: 'oldest' })
      at.open(0)
      at.setPriority('urgent')
    })
    page.publish(draftId, TOOL)
    return page
  }

  it('is shown again in place of the step that only took from it', async () => {
    const page = listing()
    page.bus.dispatch('reset_tickets', { tickets: [], assignees: [], templates: [] }, { actor: 'operator', source: 'test' })
    expect(await page.runs.run(TOOL, {}, { actor: 'agent' })).toMatchObject({ ok: false, error: { code: 'GUARD_UNMET', step: 2 } })
    expect(page.library.tool(TOOL)?.lastError).toMatchObject({ code: 'GUARD_UNMET', step: 2 })
    expect(must(page.repairs.target(TOOL))).toMatchObject({ number: 1 })
  })

  it('keeps the rule by which the record is taken', () => {
    const page = listing()
    const draftId = reteach(page, 1, (at) => at.filter({ tag: null, priority: ['low'], sort: 'oldest' }))
    const words = stepsOf(page, draftId)
    expect(words[0]).toContain('low')
    expect(words[0]).not.toContain('login')
    expect(words[1]).toBe('Take the oldest in the list')
    expect(must(page.library.draftView(draftId)).blocked).toBe(false)
  })

  it('a list without the record that was taken is refused', () => {
    const page = listing()
    expect(refusal(page, 1, (at) => at.filter({ tag: null, priority: ['high'], sort: 'oldest' }))).toMatch(/is not in the list shown now/)
  })

  it('a change cannot stand in for it', () => {
    const page = listing()
    expect(refusal(page, 1, otherStatus)).toMatch(/makes the list that a later step takes from/)
  })
})

describe('a loop', () => {
  it('does what was shown again on every row', async () => {
    const page = openPage()
    const pair = ['T-1005', 'T-1008']
    for (const ticketId of pair) page.bus.dispatch('add_ticket_tags', { ticketId, tags: ['pair'] }, { actor: 'operator', source: 'test' })
    const draftId = page.teach((at) => {
      at.filter({ tag: 'pair', sort: 'oldest' })
      for (const place of [0, 1]) {
        at.open(place)
        at.setPriority('urgent')
      }
    })
    const tool = page.publish(draftId, TOOL)
    const write = callsOf(tool.procedure).find(({ command }) => command === 'set_ticket_priority')
    expect(write?.from).toHaveLength(2)
    const shown = show(page, (at) => {
      at.filter({ tag: 'pair' })
      at.open(0)
      at.setStatus('pending')
    })
    const target = must(page.repairs.target(TOOL, write?.as))
    expect(page.repairs.finish(target, shown)).toMatchObject({ ok: false, error: { message: expect.stringContaining('Set status') as string } })
    must(page.repairs.finish(target, show(page, (at) => at.onRow(1).setStatus('on_hold'))))
    page.publish(draftId)
    expect(await page.runs.run(TOOL, {}, { actor: 'agent' })).toMatchObject({ ok: true, done: pair })
    for (const ticketId of pair) expect(page.ticket(ticketId)).toMatchObject({ status: 'on_hold' })
  })
})

describe('a run', () => {
  it('keeps with the tool that what it uses by itself is gone, and not what a caller named wrongly', async () => {
    const page = withTool()
    const template = page.bus.session.records.get('template', 'wait')
    page.bus.apply([{ op: 'remove', entity: 'template', id: 'wait', record: template ?? {} }], { actor: 'operator', source: 'test' })
    expect(await page.runs.run(TOOL, { which: 'T-1009', letter: 'wait' }, { actor: 'agent' })).toMatchObject({ error: { code: 'NOT_FOUND' } })
    expect(await page.runs.run(TOOL, { which: 'T-9999' }, { actor: 'agent' })).toMatchObject({ error: { code: 'NOT_FOUND' } })
    expect(page.library.tool(TOOL)).toMatchObject({ lastError: null, runCount: 0 })
    expect(await page.runs.run(TOOL, { which: 'T-1009' }, { actor: 'agent' })).toMatchObject({ error: { code: 'NOT_FOUND', step: 3 } })
    expect(page.library.tool(TOOL)?.lastError).toMatchObject({ code: 'NOT_FOUND', step: 3 })
    const draftId = must(page.repairs.finish(must(page.repairs.target(TOOL)), show(page, (at) => {
      at.open(7)
      at.applyTemplate('refund')
    }))).draftId
    page.publish(draftId)
    expect(page.library.tool(TOOL)?.lastError).toBeNull()
    expect(await page.runs.run(TOOL, { which: 'T-1009' }, { actor: 'agent' })).toMatchObject({ ok: true })
  })
})
