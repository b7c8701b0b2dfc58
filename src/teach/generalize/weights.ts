/**
 * Description lengths of expressions, smaller is better: the one table by which rivals are ranked.
 * Tuned on training procedures only. A constant record is never a candidate, so it has no weight.
 */
export const WEIGHTS = Object.freeze({
  /** An earlier value or a place in a list, and the recording says that it came from there. */
  evidence: 1,
  /** A constant of a vocabulary. */
  constantEnum: 1,
  /** A constant that could have been anything. */
  constantFree: 2,
  field: 2,
  param: 2,
  extreme: 3,
  /** An earlier value that merely is equal. */
  valueOnly: 3,
  /** A description, plus one for each literal. */
  where: 3,
  /** A place in an order that nobody chose. */
  unsorted: 4,
  nth: 6,
  /** Each step between the source and the leaf, beyond the first. */
  distance: 1,
})

/** More parameters than this are worth a warning. */
export const MANY_PARAMS = 5
