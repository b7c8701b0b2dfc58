import type { CatalogueIndex } from '../../bus/command.ts'
import type { State } from '../../bus/state.ts'
import { plain, type Words } from '../../bus/words.ts'
import type { LeafReason } from '../../teach/generalize/types.ts'
import type { Procedure } from '../../teach/procedure/types.ts'
import { namesIn } from '../../teach/words/valueWords.ts'
import { describeProcedure } from '../../teach/procedure/words.ts'
import type { StepWords } from './types.ts'

/** A procedure line by line in plain words, each with the reasons of its values where they are known. */
export function stepWords(
  procedure: Procedure,
  index: CatalogueIndex,
  records: State,
  reasons: readonly LeafReason[] = [],
): readonly StepWords[] {
  return describeProcedure(procedure, index, namesIn(records, index)).map((line) => ({
    ...line,
    why: whyOf(reasons.filter((reason) => reason.step === line.as)),
  }))
}

/** Each reason once; that a step works on the record of an earlier one needs no saying. */
function whyOf(reasons: readonly LeafReason[]): readonly Words[] {
  const told = reasons.filter(({ chosen, why }) => why.length > 0 && chosen.op !== 'arg')
  return [...new Map(told.map(({ why }) => [plain(why), why])).values()]
}
