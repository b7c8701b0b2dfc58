import type { CatalogueIndex, Command } from '../../bus/command.ts'
import type { Json } from '../../bus/json.ts'
import { leafAt, meaningOf, type JsonSchema, type Meaning } from '../../bus/schema.ts'
import type { State } from '../../bus/state.ts'
import type { ValidatorFor } from '../../bus/validate.ts'
import { joinWords, type Words } from '../../bus/words.ts'
import { finding } from '../../teach/compile/finding.ts'
import { lintText } from '../../teach/compile/lint.ts'
import { recordEntitiesOf } from '../../teach/generalize/steps/facts.ts'
import { isEnumerated } from '../../teach/generalize/steps/leafKind.ts'
import { textsIn } from '../../teach/generalize/steps/texts.ts'
import type { Finding } from '../../teach/generalize/types.ts'
import type { Call, Expr, Guard, Node, Procedure } from '../../teach/procedure/types.ts'
import { everyExpr, guardsOf, nodesOf, partsOf } from '../../teach/procedure/walk.ts'

export interface BindingPorts {
  readonly index: CatalogueIndex
  readonly records: State
  readonly validatorFor: ValidatorFor
}

/**
 * What no demonstration made here would give: a program that is fixed on one record, refers to what is not there, or
 * gives a command what it does not take. Each blocks. A vocabulary this desk lacks is pointed out, and values that read
 * like others.
 */
export function bindingFindings(procedure: Procedure, ports: BindingPorts): readonly Finding[] {
  const { index, records, validatorFor } = ports
  const ids = new RecordIds(index, records)
  const calls = new Map(nodesOf(procedure).flatMap(({ node }) => (node.node === 'call' ? [[node.as, node]] : [])))
  const found: Finding[] = []
  const say = (level: Finding['level'], kind: string, node: Node, about: string, words: Words): void =>
    void found.push({ ...finding(level, kind, `${node.as} ${about}`, words), step: node.as })

  for (const { node, rows } of nodesWithin(procedure.body, null)) {
    const command = node.node === 'call' ? index.command(node.command) : undefined
    if (fixedOnRecord(node, command, ids, index)) {
      say('block', 'unexplained', node, 'record', ['It is always one and the same record, and nothing explains why'])
    }
    const dangling = everyExpr(node).some((expr) => !isThere(expr, { calls, rows, index }))
    if (dangling || (node.node !== 'call' && !guardFits(node.guard ?? [], index.entity(node.entity).schema))) {
      say('block', 'unexplained', node, 'reference', ['A value is not where it is said to come from'])
    }
    for (const { words } of valuesOf(node).flatMap((text) => lintText(text, 'A value').filter(({ level }) => level === 'block'))) {
      say('warn', 'value', node, 'lookalike', words)
    }
    if (node.node !== 'call' || !command) continue
    for (const [path, expr] of Object.entries(node.args)) {
      if (expr.op !== 'const') continue
      const wrong = validatorFor(`${command.id}.${path}`)?.(expr.value) ?? null
      if (wrong !== null) say('block', 'value', node, path, [`${command.title} is given a ${path} that it does not take`])
      else
        found.push(
          ...missing(`${node.as} ${path}`, 'it would fail', expr.value, leafAt(command.input, path)?.meaning, ports).map((one) => ({
            ...one,
            step: node.as,
          })),
        )
    }
  }
  for (const param of procedure.params) {
    const { default: given } = param
    if (given === undefined) continue
    const wrong = param.leaves.some((address) => (validatorFor(address)?.(given) ?? null) !== null)
    if (wrong)
      found.push(finding('block', 'value', `default ${param.key}`, [{ kind: 'param', text: param.name }, ' would have a value no step takes where it is left out']))
    else if (!isEnumerated(param.schema) && param.schema['x-us']?.kind !== 'reference' && ids.named(given)) {
      found.push(
        finding('block', 'unexplained', `default ${param.key}`, [{ kind: 'param', text: param.name }, ' would stand for one and the same record where it is left out']),
      )
    } else
      found.push(
        ...missing(`default ${param.key}`, 'the tool would fail where it is not told another', given, meaningOf(param.schema), ports),
      )
  }
  return found
}

/** The texts a step tests for or gives by itself. What is inside it has its own. */
const valuesOf = (node: Node): readonly string[] => {
  const exprs = node.node === 'call' ? Object.values(node.args) : [node.node === 'each' ? node.over : node.of]
  const given = exprs.flatMap(everyOf).flatMap((expr) => (expr.op === 'const' ? textsIn(expr.value) : []))
  return [...given, ...guardsOf(node).flatMap((guard) => guard.flatMap(({ value = null }) => textsIn(value)))]
}

/** Ids of what is acted on, by their shape: one this desk does not have is known for what it is as well. */
class RecordIds {
  private readonly shapes: ReadonlySet<string>

  constructor(index: CatalogueIndex, records: State) {
    const ids = recordEntitiesOf(index).flatMap((entity) => {
      const { idField } = index.entity(entity)
      return records.list(entity).map((record) => record[idField] as string)
    })
    this.shapes = new Set(ids.map(shapeOf))
  }

  named(value: Json): boolean {
    return textsIn(value).some((text) => [text.trim(), ...text.split(/[\s,;]+/u)].some((word) => this.shapes.has(shapeOf(word))))
  }
}

const shapeOf = (id: string): string => id.toLowerCase().replace(/\d/gu, '0')

function fixedOnRecord(node: Node, command: Command | undefined, ids: RecordIds, index: CatalogueIndex): boolean {
  const acted = recordEntitiesOf(index).map((entity) => index.entity(entity))
  const closed = (field: string): boolean => acted.some(({ schema }) => isEnumerated(leafAt(schema, field)?.schema ?? {}))
  const names = ({ field, value = null }: Guard[number]): boolean =>
    acted.some(({ idField }) => idField === field) || (!closed(field) && ids.named(value))
  if (guardsOf(node).some((guard) => guard.some(names))) return true
  if (node.node === 'each') return recordConstant(node.over)
  if (node.node === 'when') return recordConstant(node.of)
  return Object.entries(node.args).some(([path, expr]) => {
    const leaf = command && leafAt(command.input, path)
    if (!leaf) return false
    if (everyOf(expr).some((part) => part.op === 'field' && recordConstant(part.of))) return true
    if (leaf.meaning.kind === 'record') return recordConstant(expr)
    if (isEnumerated(leaf.schema) || leaf.meaning.kind === 'reference') return false
    return everyOf(expr).some((part) => part.op === 'const' && ids.named(part.value))
  })
}

/** Where a record is named, a constant is the id of one, alone or put together; an empty list is what others are added to. */
function recordConstant(expr: Expr): boolean {
  if (expr.op === 'const') return expr.value !== null && !(Array.isArray(expr.value) && expr.value.length === 0)
  return partsOf(expr).some(recordConstant)
}

const everyOf = (expr: Expr): readonly Expr[] => [expr, ...partsOf(expr).flatMap(everyOf)]

interface Surroundings {
  readonly calls: ReadonlyMap<string, Call>
  /** Kind of record of the loop around. */
  readonly rows: string | null
  readonly index: CatalogueIndex
}

/** All nodes, each with the kind of record of the loop around it. */
const nodesWithin = (nodes: readonly Node[], rows: string | null): readonly { readonly node: Node; readonly rows: string | null }[] =>
  nodes.flatMap((node) => [
    { node, rows },
    ...(node.node === 'call' ? [] : nodesWithin(node.body, node.node === 'each' ? node.entity : rows)),
  ])

/** Whether what an expression refers to exists by the schemas. Names of steps and parameters were vetted before. */
function isThere(expr: Expr, { calls, rows, index }: Surroundings): boolean {
  const called = (step: string): Command | undefined => index.command(calls.get(step)?.command ?? '')
  switch (expr.op) {
    case 'arg':
      return Object.hasOwn(calls.get(expr.step)?.args ?? {}, expr.path)
    case 'out':
      return reaches(called(expr.step)?.output, expr.path)
    case 'field':
      return reaches(index.entities.get(expr.entity)?.schema, expr.field)
    case 'row':
    case 'prev':
      return reaches(index.entities.get(rows ?? '')?.schema, expr.field)
    case 'pick': {
      const output = called(expr.list)?.output
      const listed = Object.values(output?.properties ?? {}).find((schema) => schema['x-us']?.list !== undefined)
      const row = index.entities.get(listed?.['x-us']?.list ?? '')?.schema
      const { choose } = expr
      if (choose.by === 'min' || choose.by === 'max') return reaches(row, choose.field)
      return choose.by !== 'where' || (row !== undefined && choose.guard.length > 0 && guardFits(choose.guard, row))
    }
    default:
      return true
  }
}

const guardFits = (guard: Guard, schema: JsonSchema): boolean => guard.every(({ field }) => reaches(schema, field))

/** Whether a dotted path leads somewhere in values of a schema. Objects it does not describe may hold anything. */
function reaches(schema: JsonSchema | undefined, path: string): boolean {
  let here = schema
  for (const key of path.split('.')) {
    if (!here) return false
    if (here.items && /^\d+$/.test(key)) here = here.items
    else if (here.properties) here = Object.hasOwn(here.properties, key) ? here.properties[key] : undefined
    else return true
  }
  return here !== undefined
}

/** A value names words of a vocabulary this desk lacks. */
function missing(
  about: string,
  then: string,
  value: Json,
  meaning: Meaning | undefined,
  { index, records }: Pick<BindingPorts, 'index' | 'records'>,
): readonly Finding[] {
  const { entity, kind, nobody } = meaning ?? {}
  if (entity === undefined || kind !== 'reference') return []
  const ids = [value].flat().filter((id): id is string => typeof id === 'string' && id !== nobody && !records.get(entity, id))
  if (ids.length === 0) return []
  const named = joinWords(ids.map((id): Words => [{ kind: 'ugc', text: id }]))
  return [finding('warn', 'missing', about, [`This desk has no ${index.entity(entity).one} `, ...named, `, so ${then}`])]
}
