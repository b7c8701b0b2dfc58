import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CatalogueIndex } from '../../../../src/bus/command.ts'
import type { JsonSchema } from '../../../../src/bus/schema.ts'
import { isObject } from '../../../../src/bus/json.ts'
import { BUDGET } from '../../../../src/teach/compile/budgets.ts'
import { compileTool } from '../../../../src/teach/compile/compileTool.ts'
import { nameFault } from '../../../../src/teach/compile/names.ts'
import { effectSentence } from '../../../../src/teach/procedure/effects.ts'
import { aParam, call, param, procedure, triage } from '../../../unit/teach/procedure/fixture.ts'

const index = new CatalogueIndex(triage)
/** Any text at all: every plane, lone halves of characters, controls, long and short. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 700 }),
  fc.string({ maxLength: 60 }),
  fc
    .array(fc.constantFrom('\uD83D', '\uDE00', '\u202E', '"', '\\', '\n', 'word ', '\u0000'), { maxLength: 400 })
    .map((parts) => parts.join('')),
)
const SUBSET = new Set([
  'type',
  'properties',
  'required',
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'items',
  'maxItems',
  'uniqueItems',
  'additionalProperties',
  'default',
  'description',
])

function keywordsOf(schema: JsonSchema): readonly string[] {
  const below = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])]
  return [...Object.keys(schema), ...below.flatMap(keywordsOf)]
}

const leaves = [
  'set_ticket_priority.priority',
  'set_ticket_status.status',
  'set_ticket_assignee.assigneeId',
  'apply_template.templateId',
  'add_ticket_tags.tags',
] as const

describe('a compiled tool, whatever is written in it', () => {
  it('is within every budget and keeps the sentence of effects whole', () => {
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.array(fc.tuple(text, text, fc.constantFrom(...leaves)), { maxLength: 5 }),
        fc.array(text, { maxLength: 30 }),
        (name, title, description, said, ids) => {
          const params = said.map(([called, describing, leaf], place) =>
            aParam(called, leaf, { key: `k${place}`, description: describing }),
          )
          const target = aParam('target_ticket', 'select_ticket.ticketId')
          const steps = params.map(({ key, leaves: [leaf = ''] }) => {
            const [command = '', path = ''] = leaf.split('.')
            return call(key, command, { ticketId: param('target_ticket'), [path]: param(key) })
          })
          const program = procedure([call('take', 'select_ticket', { ticketId: param('target_ticket') }), ...steps], [target, ...params])
          const { compiled, findings } = compileTool(program, { name, title, description }, index, { vocabulary: () => ids })
          const sentence = effectSentence(program, index)
          expect(compiled.name).toMatch(/^[a-z][a-z0-9_]{0,29}$/)
          expect(compiled.title.length).toBeLessThanOrEqual(BUDGET.title)
          expect(compiled.description.length).toBeLessThanOrEqual(BUDGET.description)
          expect(compiled.description.endsWith(sentence)).toBe(true)
          expect(JSON.stringify({ name: compiled.name, inputSchema: compiled.inputSchema }).length).toBeLessThanOrEqual(BUDGET.schema)
          for (const [called, schema] of Object.entries(compiled.inputSchema.properties ?? {})) {
            expect(nameFault(called)).toBeNull()
            expect((schema.description ?? '').length).toBeLessThanOrEqual(BUDGET.parameterDescription)
          }
          expect(keywordsOf(compiled.inputSchema).filter((keyword) => !SUBSET.has(keyword))).toEqual([])
          // What was not taken as it was written is said.
          if (compiled.name !== name) expect(findings.some(({ level, kind }) => level === 'block' && kind === 'name')).toBe(true)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('is the same each time', () => {
    fc.assert(
      fc.property(text, text, (title, description) => {
        const program = procedure([call('l', 'list_templates')])
        const once = compileTool(program, { name: 'list', title, description }, index)
        expect(compileTool(program, { name: 'list', title, description }, index)).toEqual(once)
        expect(isObject(JSON.parse(JSON.stringify(once.compiled)))).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})
