import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import type { Catalogue } from '../../../src/bus/command.ts'
import { leavesOf } from '../../../src/bus/schema.ts'
import { triageCatalogue } from '../../support/sessions.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const CORE = ['src/bus', 'src/teach', 'src/webmcp']

/** What a trade may call things by and the core as well: words for programs, recordings, tools, lists and their answers. */
const SHARED = new Set(['body', 'createdAt', 'id', 'limit', 'name', 'order', 'reply', 'sort', 'source', 'status', 'system', 'tag', 'text', 'updatedAt', 'version'])

/** Names only this trade has: its records, whole and in the plural, their fields, its commands and their arguments. */
function namesOf({ commands, entities }: Catalogue): ReadonlySet<string> {
  const parts = [...commands.map(({ input }) => input), ...entities.map(({ schema }) => schema)].flatMap((schema) => leavesOf(schema).flatMap((leaf) => leaf.path.split('.')))
  const names = [...entities.flatMap(({ name, one, many }) => [name, one, many]), ...commands.map(({ id }) => id), ...parts]
  return new Set(names.filter((name) => !SHARED.has(name)))
}

/** Names, texts and the words in names of a program: everything but comments and its own language. */
function spokenIn(code: string): ReadonlySet<string> {
  const spoken = new Set<string>()
  const say = (text: string): void => {
    for (const name of text.match(/[\w$]+/gu) ?? []) {
      spoken.add(name)
      for (const word of name.split(/_|(?<=[a-z])(?=[A-Z])/u)) spoken.add(word.toLowerCase())
    }
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) say(node.text)
    if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) say(node.text)
    if (ts.isRegularExpressionLiteral(node)) say(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('x.ts', code, ts.ScriptTarget.Latest))
  return spoken
}

const filesOf = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')).map((file) => path.join(folder, file))

/** Each file of the core with the names of a trade it speaks of. */
const faults = (names: ReadonlySet<string>): readonly string[] =>
  CORE.flatMap(filesOf).flatMap((file) => {
    const spoken = spokenIn(readFileSync(path.join(root, file), 'utf8'))
    const found = [...names].filter((name) => spoken.has(name))
    return found.length > 0 ? [`${file}: ${found.join(', ')}`] : []
  })

describe('the core', () => {
  it('speaks of no ticket, nor of anything tickets have', () => {
    expect(faults(namesOf(triageCatalogue))).toEqual([])
  })

  it('is caught when it does, in names, texts and patterns, but not in comments', () => {
    const names = namesOf(triageCatalogue)
    const caught = (code: string): readonly string[] => [...names].filter((name) => spokenIn(code).has(name))
    expect(caught('const openTickets = 1')).toEqual(['tickets'])
    expect(caught('const x = record.assigneeId')).toEqual(expect.arrayContaining(['assignee', 'assigneeId']))
    expect(caught('const x = `the ticket ${y}`')).toEqual(['ticket'])
    expect(caught("run('set_ticket_status')")).toEqual(expect.arrayContaining(['ticket', 'set_ticket_status']))
    expect(caught('/** A ticket. */ const x = 1 // of an assignee')).toEqual([])
  })
})
