import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { FAULTS } from '../../../simulator/faults/faults.ts'
import schema from '../../../simulator/script.schema.json' with { type: 'json' }
import { lineOf } from '../../../simulator/script/lineOf.ts'
import { readScript } from '../../../simulator/script/readScript.ts'

const folder = path.resolve(import.meta.dirname, '../../../simulator/scripts')

describe('script files', () => {
  it.each(readdirSync(folder))('%s is a script', (file) => {
    const text = readFileSync(path.join(folder, file), 'utf8')
    expect(readScript(text)).toMatchObject({ script: { $schema: '../script.schema.json', description: expect.any(String) } })
  })

  it('tells the line of what is wrong', () => {
    const text = '{\n  "title": "x",\n  "steps": [\n    { "call": "a" },\n    { "call": "b",\n      "abortAfter": "soon" }\n  ]\n}'
    expect(readScript(text)).toMatchObject({ faults: expect.arrayContaining([{ line: 6, message: expect.stringContaining('steps/1/abortAfter') }]) })
  })

  it('tells the line of what is no JSON', () => {
    const read = readScript('{\n  "title": "x",\n  "steps": [ }\n')
    expect('faults' in read && read.faults[0]?.line).toBe(3)
  })

  it.each([{ title: 'x', steps: [] }, { title: 'x', steps: [{ cal: 'a' }] }, { title: 'x', steps: [{ human: 'open' }] }, { title: 'x', steps: [{ call: 'a', background: true }] }])(
    '%j is refused',
    (script) => {
      expect(readScript(JSON.stringify(script))).toHaveProperty('faults')
    },
  )

  it('knows exactly the faults there are', () => {
    expect(schema.$defs.fault.properties.fault.enum).toEqual(Object.keys(FAULTS))
  })
})

describe('the line of a member', () => {
  const text = '{\n  "a": "x\\"}]",\n  "b": [\n    1,\n    { "c":\n      true }\n  ]\n}'
  it.each([
    [['a'], 2],
    [['b'], 3],
    [['b', 0], 4],
    [['b', 1, 'c'], 5],
    [['b', 1, 'missing'], 5],
    [[], 1],
  ] as const)('%j is on line %i', (where, line) => {
    expect(lineOf(text, where)).toBe(line)
  })
})
