/** Bounds that hold for every program, whoever wrote it. */
export const LIMITS = Object.freeze({
  /** Nodes of a program: steps, loops and branches together. */
  steps: 60,
  /** Rows a loop may ask for. */
  rows: 1000,
  /** Loops and branches inside one another. */
  depth: 4,
  /** Expressions inside one another. */
  expression: 8,
  /** Commands one run may dispatch. */
  dispatches: 60_000,
})
