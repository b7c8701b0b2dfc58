import { plain } from '../../bus/words.ts'
import type { CatalogueIndex } from '../../bus/command.ts'
import type { Expr, Procedure } from '../procedure/types.ts'
import { callsOf, partsOf } from '../procedure/walk.ts'
import { inputLeaf } from '../procedure/lists.ts'
import type { Remark } from './building.ts'
import { recordEntitiesOf, type TraceFacts } from './steps/facts.ts'
import { shortHash } from './hash.ts'
import { isEnumerated } from './steps/leafKind.ts'
import { textsIn } from './steps/texts.ts'
import type { Check, Finding } from './types.ts'
import { MANY_PARAMS } from './weights.ts'

const ORDER = { block: 0, warn: 1, note: 2 }

/** Remarks as findings, worst first, each named by what it is about. */
export function findingsOf(remarks: readonly Remark[]): readonly Finding[] {
  const findings = new Map<string, Finding>()
  for (const { level, kind, step, leaf, words } of remarks) {
    const findingId = `f_${shortHash([kind, step ?? '', leaf ?? ''])}`
    if (!findings.has(findingId)) findings.set(findingId, { findingId, level, kind, ...(step === undefined ? {} : { step }), words })
  }
  return [...findings.values()].sort((a, b) => ORDER[a.level] - ORDER[b.level])
}

/** What can only be said of the whole procedure. */
export function remarksOn(procedure: Procedure, traces: readonly TraceFacts[], index: CatalogueIndex): readonly Remark[] {
  const many: readonly Remark[] =
    procedure.params.length > MANY_PARAMS
      ? [{ level: 'warn', kind: 'many-params', words: [`It asks for ${procedure.params.length} values: few callers get so many right`] }]
      : []
  return [...many, ...unexplained(procedure, traces, index)]
}

/**
 * The last line of defence: a record that is written into the procedure as a constant, wherever it came
 * from, blocks. Nothing the rules make gets here; a change of the rules might.
 */
function unexplained(procedure: Procedure, traces: readonly TraceFacts[], index: CatalogueIndex): readonly Remark[] {
  return callsOf(procedure).flatMap(({ as, command, args }) =>
    Object.entries(args).flatMap(([path, expr]): readonly Remark[] => {
      const definition = index.command(command)
      const leaf = definition && inputLeaf(definition, path)
      const { entity, kind } = leaf?.meaning ?? {}
      if (leaf !== undefined && kind !== 'record' && isEnumerated(leaf.schema)) return []
      // A reference names its own kind of thing; that a record of another kind has the same id means nothing.
      if (kind === 'reference' && !recordEntitiesOf(index).includes(entity ?? '')) return []
      if (!constantsIn(expr).some((text) => traces.some((facts) => facts.namesRecord(text)))) return []
      return [
        {
          level: 'block',
          kind: 'unexplained',
          step: as,
          leaf: path,
          words: ['This step always works on one and the same record, and nothing explains why'],
        },
      ]
    }),
  )
}

function constantsIn(expr: Expr): readonly string[] {
  const own = expr.op === 'const' ? textsIn(expr.value) : []
  const guard =
    expr.op === 'pick' && expr.choose.by === 'where'
      ? expr.choose.guard.flatMap(({ value }) => (value === undefined ? [] : textsIn(value)))
      : []
  return [...own, ...guard, ...partsOf(expr).flatMap(constantsIn)]
}

/** Checks that failed, as findings that block; what several say alike is said once. */
export const verifyFindings = (checks: readonly Check[]): readonly Finding[] =>
  findingsOf(
    checks
      .filter(({ ok, words }, place) => !ok && checks.findIndex((other) => !other.ok && plain(other.words) === plain(words)) === place)
      .map(({ kind, step, words }) => ({ level: 'block', kind: 'verify', leaf: kind, words, ...(step === undefined ? {} : { step }) })),
  )
