import type { CatalogueIndex } from '../bus/command.ts'
import { canonical } from '../bus/json.ts'
import type { Words } from '../bus/words.ts'
import { guardWords } from './procedure/guardWords.ts'
import { recordLeaf } from './procedure/lists.ts'
import type { Call, Param, Procedure } from './procedure/types.ts'
import { callsOf, everyExpr, nodesOf } from './procedure/walk.ts'

/** One way in which a procedure may do more than the one approved before. */
export interface ProcedureChange {
  readonly kind: 'new-command' | 'lost-guard' | 'lost-binding' | 'wider-parameter' | 'now-writes'
  readonly step?: string
  readonly words: Words
}

/** What an approver must look at when a procedure replaces another: everything by which it could do more than before. */
export function diffProcedures(before: Procedure, after: Procedure, index: CatalogueIndex): readonly ProcedureChange[] {
  return [...nowWrites(before, after, index), ...newCommands(before, after, index), ...lostGuards(before, after, index), ...lostBindings(before, after, index), ...widerParams(before, after)]
}

const writesIn = (procedure: Procedure, index: CatalogueIndex): boolean =>
  callsOf(procedure).some(({ command }) => index.command(command)?.effect === 'write')

const nowWrites = (before: Procedure, after: Procedure, index: CatalogueIndex): readonly ProcedureChange[] =>
  !writesIn(before, index) && writesIn(after, index) ? [{ kind: 'now-writes', words: ['It only looked before, and now it changes something'] }] : []

function newCommands(before: Procedure, after: Procedure, index: CatalogueIndex): readonly ProcedureChange[] {
  const known = new Set(callsOf(before).map(({ command }) => command))
  const seen = new Set<string>()
  return callsOf(after).flatMap(({ as, command }): readonly ProcedureChange[] => {
    if (known.has(command) || seen.has(command)) return []
    seen.add(command)
    return [{ kind: 'new-command', step: as, words: ['New: ', { kind: 'value', text: index.command(command)?.title ?? command }] }]
  })
}

function lostGuards(before: Procedure, after: Procedure, index: CatalogueIndex): readonly ProcedureChange[] {
  const kept = new Set(guardsIn(after).map(({ entity, literal }) => canonical([entity, literal])))
  return guardsIn(before).flatMap(({ entity, literal, as }): readonly ProcedureChange[] => {
    const def = index.entities.get(entity)
    if (!def || kept.has(canonical([entity, literal]))) return []
    return [{ kind: 'lost-guard', step: as, words: ['No longer checked: ', ...guardWords([literal], def)] }]
  })
}

const guardsIn = (procedure: Procedure) =>
  nodesOf(procedure).flatMap(({ node }) => (node.node === 'call' ? [] : (node.guard ?? []).map((literal) => ({ entity: node.entity, literal, as: node.as }))))

/** Steps whose record was tied to a list before, and now is any. */
function lostBindings(before: Procedure, after: Procedure, index: CatalogueIndex): readonly ProcedureChange[] {
  const earlier = new Map(callsOf(before).map((call) => [call.as, call]))
  return callsOf(after).flatMap((call): readonly ProcedureChange[] => {
    const was = earlier.get(call.as)
    if (!was || !picks(was, index) || picks(call, index)) return []
    const one = index.entities.get(entityOf(call, index))?.one ?? 'record'
    return [{ kind: 'lost-binding', step: call.as, words: [`The ${one} no longer has to come from the list`] }]
  })
}

const entityOf = ({ command }: Call, index: CatalogueIndex): string => {
  const definition = index.command(command)
  return (definition && recordLeaf(definition)?.meaning.entity) ?? ''
}

function picks(call: Call, index: CatalogueIndex): boolean {
  const definition = index.command(call.command)
  const leaf = definition && recordLeaf(definition)
  const expr = leaf && call.args[leaf.path]
  return expr !== undefined && everyExpr({ ...call, args: { [leaf?.path ?? '']: expr } }).some(({ op }) => op === 'pick')
}

function widerParams(before: Procedure, after: Procedure): readonly ProcedureChange[] {
  const known = new Map(before.params.map((param) => [param.key, param]))
  // Its key goes with the step it came from; a caller goes by the name.
  const named = new Map(before.params.map((param) => [param.name, param]))
  return after.params.flatMap((param): readonly ProcedureChange[] => {
    const was = known.get(param.key) ?? named.get(param.name)
    if (was && !isWider(was, param)) return []
    const words: Words = was ? ['More is accepted for ', { kind: 'param', text: param.name }] : ['The caller now says ', { kind: 'param', text: param.name }]
    return [{ kind: 'wider-parameter', words }]
  })
}

/** Whether values are taken now that were not before. Only what is clearly no wider counts as that. */
function isWider(was: Param, now: Param): boolean {
  const choices = was.schema.enum
  if (choices) return now.schema.enum === undefined || now.schema.enum.some((value) => !choices.some((one) => canonical(one) === canonical(value)))
  const bounds = ({ schema }: Param): string => canonical([schema.type, schema.pattern, schema.minimum, schema.maximum, schema.maxLength, schema.maxItems, schema.items])
  return now.schema.enum === undefined && bounds(was) !== bounds(now)
}
