import type { Json, JsonObject } from '../../bus/json.ts'
import { redact, type Words } from '../../bus/words.ts'
import type { Finding, Question } from '../../teach/generalize/types.ts'
import type { Param } from '../../teach/procedure/types.ts'
import { cut, shortened } from '../fit.ts'
import { carriesUgc } from '../untrusted.ts'
import type { Compiled, StepWords } from '../library/types.ts'

/** Words for an agent: user-written ones are numbered in the text and stand apart. */
export function told(words: Words, length = 200): { readonly text: string; readonly untrusted?: Json } {
  const { text, untrusted } = redact(words)
  return { text: cut(text, length), ...(untrusted ? { untrusted: shortened(untrusted, 80) } : {}) }
}

export const toldStep = ({ number, words }: StepWords): JsonObject => ({ step: number, ...told(words) })

export const toldQuestion = ({ questionId, words, choices, safe }: Question): JsonObject => ({
  questionId,
  ...told(words),
  choices: choices.map((choice) => ({ choiceId: choice.choiceId, ...told(choice.words, 120) })),
  ...(safe === undefined ? {} : { safe }),
})

/**
 * A question as shortly as it can be told truly. One of those asked in passing says itself what it is about: its choices are
 * known by their ids, and the one that holds until somebody answers by its value as well.
 * @param value whether that value is told
 */
export function briefQuestion(question: Question, value: boolean): JsonObject {
  if (question.minor !== true) return toldQuestion(question)
  const { choices, safe } = question
  return {
    ...toldQuestion(question),
    choices: choices.map(({ choiceId, words }) => ({ choiceId, ...(value && choiceId === safe ? told(words, 60) : {}) })),
  }
}

/** A finding, with the number of the step it is about. */
export function toldFinding({ level, kind, step, words }: Finding, steps: readonly StepWords[]): JsonObject {
  const number = steps.find((line) => line.as === step)?.number
  return { level, kind, ...(number === undefined ? {} : { step: number }), ...told(words, 160) }
}

export const toldParam = ({ key, name, schema, required, default: fallback }: Param): JsonObject => ({
  key,
  name,
  type: schema.type ?? 'string',
  required,
  ...(fallback === undefined ? {} : carriesUgc(schema) ? { untrusted: { default: shortened(fallback, 80) } } : { default: fallback }),
})

/** A tool as it would be registered, from whole to what a caller cannot do without. */
export const toolForms = ({ name, title, description, inputSchema, annotations }: Compiled): readonly JsonObject[] => {
  const schema = inputSchema as unknown as JsonObject
  return [
    { name, title, description, inputSchema: schema, annotations },
    { name, description, inputSchema: schema },
    { name, inputSchema: schema },
  ]
}
