import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

  it.each([{ title: 'x', steps: [] }, { title: 'x', steps: [{ cal: 'a' }] }, { title: 'x', steps: [{ human: 'open' }] }, { title: 'x', steps: [{ human: 'answer' }] }, { title: 'x', steps: [{ human: 'fill', hook: 'p' }] }, { title: 'x', steps: [{ call: 'a', background: true }] }])(
    '%j is refused',
    (script) => {
      expect(readScript(JSON.stringify(script))).toHaveProperty('faults')
    },
  )

  it('knows exactly the faults there are', () => {
    expect(schema.$defs.fault.properties.fault.enum).toEqual(Object.keys(FAULTS))
  })

  it('play every fault there is', () => {
    const all = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n')
    expect(Object.keys(FAULTS).filter((fault) => !all.includes(`"fault": "${fault}", "on": true`) && !all.includes(`"fault": "${fault}",\n`))).toEqual([])
  })

  it('do by hand what the README lists, all of it', () => {
    const readme = readFileSync(path.resolve(folder, '../README.md'), 'utf8')
    const listed = /`human` \(([^)]+)\)/.exec(readme)?.[1] ?? ''
    expect(listed.split(', ').sort()).toEqual([...schema.$defs.human.properties.human.enum].sort())
  })

  it('can be written as the README says', () => {
    const readme = readFileSync(path.resolve(folder, '../README.md'), 'utf8')
    const steps = /```json([\s\S]+?)```/.exec(readme)?.[1] ?? ''
    expect(steps).toContain('"human"')
    expect(readScript(`{ "title": "Of the README", "steps": [${steps}] }`)).toHaveProperty('script')
  })

  it('stand in the README with the promise they show, and so do the tests of what none can show', () => {
    const root = path.resolve(folder, '../..')
    const readme = readFileSync(path.join(root, 'simulator/README.md'), 'utf8')
    const table = readme.slice(readme.indexOf('## Which script shows which promise'))
    const named = new Set([...table.matchAll(/`([a-z0-9-]+)`/g)].map(([, name]) => name))
    expect([...named].sort()).toEqual(readdirSync(folder).map((file) => path.basename(file, '.json')).sort())
    expect([...table.matchAll(/`(tests\/[^`]+)`/g)].flatMap(([, file = '']) => (existsSync(path.join(root, file)) ? [] : [file]))).toEqual([])
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
