import type { Bus } from '../../bus/bus.ts'
import type { JsonObject } from '../../bus/json.ts'
import type { Param, Procedure } from '../../teach/procedure/types.ts'
import type { DryRun } from '../library/types.ts'
import { dryRun } from './dryRuns.ts'

/** How many records are tried at most before the best so far is shown. */
const TRIES = 24

export interface Proposal {
  /** The arguments the demonstration stands for. */
  readonly demonstrated: JsonObject
  /** Ids of records that were acted on in the demonstrations: `entity` → ids. */
  readonly shown: ReadonlyMap<string, ReadonlySet<string>>
  readonly me: string | null
}

/**
 * A dry run on today's records. Where the caller says which record, one is proposed that was not demonstrated:
 * the first of the console's list, then of all, for which the run changes something.
 */
export function proposeToday(bus: Bus, procedure: Procedure, { demonstrated, shown, me }: Proposal): DryRun {
  const tryWith = (args: JsonObject): DryRun => dryRun(bus, procedure, { on: 'today', args, me })
  const asked = procedure.params.filter(isRecord)
  if (asked.length === 0) return tryWith(demonstrated)
  let best: DryRun | null = null
  for (const args of argumentsFor(bus, asked, demonstrated, shown)) {
    const run = tryWith(args)
    if (run.error === null && run.changes.length > 0) return run
    if (best === null || (best.error !== null && run.error === null)) best = run
  }
  return best ?? tryWith(demonstrated)
}

const isRecord = ({ schema }: Param): boolean => schema['x-us']?.kind === 'record' || schema.items?.['x-us']?.kind === 'record'

/** Arguments to try: each record parameter on a record of its own, moving on through the candidates. */
function* argumentsFor(
  bus: Bus,
  asked: readonly Param[],
  demonstrated: JsonObject,
  shown: Proposal['shown'],
): Generator<JsonObject> {
  const pools = asked.map((param) => candidates(bus, entityOf(param), shown))
  const longest = Math.max(...pools.map((pool) => pool.length))
  for (let turn = 0; turn < Math.min(longest, TRIES); turn += 1) {
    const args: Record<string, JsonObject[string]> = { ...demonstrated }
    for (const [place, param] of asked.entries()) {
      const pool = pools[place] ?? []
      // Two parameters of one kind must not name one record: that is not what was shown.
      const id = pool[(turn + place) % Math.max(pool.length, 1)]
      if (id !== undefined) args[param.name] = param.schema.type === 'array' ? [id] : id
    }
    yield args
  }
}

const entityOf = (param: Param): string => param.schema['x-us']?.entity ?? param.schema.items?.['x-us']?.entity ?? ''

function candidates(bus: Bus, entity: string, shown: Proposal['shown']): readonly string[] {
  const { records, view } = bus.session
  const idField = bus.index.entities.get(entity)?.idField
  if (idField === undefined) return []
  const listed = view.list?.entity === entity ? view.list.ids : []
  const some = records.list(entity).slice(0, TRIES * 2).map((record) => record[idField] as string)
  const known = shown.get(entity)
  const ids = [...new Set([...listed.slice(0, TRIES * 2), ...some])].filter((id) => records.get(entity, id))
  const fresh = ids.filter((id) => !known?.has(id))
  return (fresh.length > 0 ? fresh : ids).slice(0, TRIES)
}
