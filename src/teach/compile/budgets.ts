/** Budgets of the contract, in characters. No host enforces them, so we do. */
export const BUDGET = Object.freeze({
  name: 30,
  title: 80,
  /** The author's text and the effect sentence together. */
  description: 500,
  parameterName: 30,
  parameterDescription: 150,
  /** Name and input schema as JSON: the answer of a publication, at most 1,500, carries both whole. */
  schema: 1200,
})
