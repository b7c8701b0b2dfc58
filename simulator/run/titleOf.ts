import { asText, brief, isList, plain, type JsonObject } from '../json.ts'
import type { HumanAction, Step } from '../script/types.ts'
import { fillIn, type Variables } from './template.ts'

/** A step in a few words, for tables and logs. */
export function titleOf(step: Step, variables: Variables = new Map()): string {
  const words = bare(step)
  if (step.note !== undefined) return step.note
  try {
    const filled = fillIn(words, variables)
    return typeof filled === 'string' ? cut(filled) : words
  } catch {
    // A name that stands for nothing is the step's own failure to tell.
    return words
  }
}

/** Longer ones, with a whole answer in them, would hide the rest of a table. */
const LONGEST = 100
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text)

function bare(step: Step): string {
  if ('call' in step) return `call ${step.call}${step.background ? ' and go on' : ''}${step.abortAfter === undefined ? '' : `, give up after ${step.abortAfter} ms`}`
  if ('together' in step) return `at once: ${step.together.map((one) => one.call).join(', ')}`
  if ('await' in step) return `answer of ${step.await}`
  if ('abort' in step) return `give up ${step.abort}`
  if ('list' in step) return 'list tools'
  if ('forbid' in step) return `forbid ${Object.keys(step.forbid).join(', ')}`
  if ('waitForTool' in step) return `wait for ${step.waitForTool}${step.gone ? ' to go' : ''}`
  if ('human' in step) return humanWords(step)
  if ('let' in step) return `let ${Object.keys(step.let).join(', ')}`
  if ('repeat' in step) return `${step.repeat} times`
  if ('fault' in step) return `fault ${step.fault} ${step.on ? 'on' : 'off'}`
  return `expect of ${typeof step.of === 'string' ? step.of : brief(step.of, 40)}`
}

/** What a step does not need to say of itself: a whole file is too long, and the rest is no part of the gesture. */
const UNSAID = new Set(['human', 'note', 'only', 'file', 'as'])

function humanWords(action: HumanAction): string {
  const rest = Object.entries(plain(action) as JsonObject).flatMap(([key, value]) => (UNSAID.has(key) ? [] : value === true ? [key] : [isList(value) ? value.map(asText).join(', ') : asText(value)]))
  return ['person:', action.human, ...rest].join(' ')
}
