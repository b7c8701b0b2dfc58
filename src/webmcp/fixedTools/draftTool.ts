import { isObject, type JsonObject } from '../../bus/json.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import { BUDGET } from '../../teach/compile/budgets.ts'
import { nameFault } from '../../teach/compile/names.ts'
import type { Answers } from '../../teach/generalize/types.ts'
import type { Library } from '../library/api.ts'
import { wrongName } from '../library/toolName.ts'
import type { Authored, DraftView } from '../library/types.ts'
import { errorResult } from '../result.ts'
import { plainKey } from './checkFixedInput.ts'
import { draftAnswer } from './draftAnswer.ts'

/** Characters an agent may say of a parameter. */
const PARAMETER_TEXT = 1000

/** `understudy_draft_tool`: names and describes what recordings amount to. Nothing becomes live by it. */
export function draftTool(library: Library, input: JsonObject): JsonObject {
  const { name, description, title } = input as { name: string; description: string; title?: string }
  const recordingIds = input.recordingIds as readonly string[]
  const wrong = wrongName(name)
  if (wrong !== null) return errorResult(fail('INVALID_INPUT', `The name ${wrong}.`, { path: 'name' }).error)
  if (description.trim() === '') return errorResult(fail('INVALID_INPUT', 'description must not be empty.', { path: 'description' }).error)
  const preview = library.preview(recordingIds)
  if (!preview.ok) return errorResult(preview.error)
  const views = [preview.value, ...(input.parameters === undefined && input.answers === undefined ? [] : draftsOf(library, recordingIds))]
  const parameters = parametersOf(input.parameters, views)
  if (!parameters.ok) return errorResult(parameters.error)
  const answers = answersOf(input.answers, views)
  if (!answers.ok) return errorResult(answers.error)
  const draft = library.draftFrom(
    {
      recordingIds,
      name,
      description,
      parameters: parameters.value,
      ...(input.answers === undefined ? {} : { answers: answers.value }),
      ...(title === undefined ? {} : { title }),
    },
    { actor: 'agent', source: 'host' },
  )
  if (!draft.ok) return errorResult(draft.error)
  const view = library.draftView(draft.value.draftId)
  return view.ok ? drafted(view.value, view.value.draft.description !== description) : errorResult(view.error)
}

function drafted(view: DraftView, wordedByUser: boolean): JsonObject {
  const next = view.blocked
    ? 'This cannot be published yet: mend the findings of level block, then draft again.'
    : `${wordedByUser ? 'The user worded this draft, and that stands. ' : ''}Call understudy_publish_tool with this draftId; the user then approves it in the page.`
  return draftAnswer(view, next)
}

/** What answers and changes made of these recordings so far: they bring up questions and parameters of their own. */
const draftsOf = (library: Library, recordingIds: readonly string[]): readonly DraftView[] =>
  library.drafts().flatMap((draft): readonly DraftView[] => {
    const view = draft.recordingIds.join('\n') === recordingIds.join('\n') ? library.draftView(draft.draftId) : null
    return view?.ok ? [view.value] : []
  })

/** The map of parameters as its schema cannot say it: known keys, names and texts that fit. */
function parametersOf(given: unknown, views: readonly DraftView[]): Result<Authored['parameters']> {
  const parameters: Record<string, { name?: string; description?: string }> = {}
  const known = [...new Set(views.flatMap(({ generalized }) => generalized.procedure.params.map((param) => param.key)))]
  for (const [key, value] of Object.entries((given ?? {}) as JsonObject)) {
    const path = `parameters.${plainKey(key)}`
    if (!known.includes(key)) return fail('INVALID_INPUT', 'There is no parameter of this key.', { path, known })
    if (!isObject(value)) return fail('INVALID_INPUT', `${path} must be an object with name or description.`, { path })
    const { name, description, ...rest } = value
    if (Object.keys(rest).length > 0) return fail('INVALID_INPUT', `${path} may hold name and description only.`, { path })
    if (name !== undefined) {
      const wrong = typeof name === 'string' ? nameFault(name, BUDGET.parameterName) : 'must be a string'
      if (wrong !== null) return fail('INVALID_INPUT', `${path}.name ${wrong}.`, { path: `${path}.name` })
    }
    if (description !== undefined) {
      const wrong = textFault(description)
      if (wrong !== null) return fail('INVALID_INPUT', `${path}.description ${wrong}.`, { path: `${path}.description` })
    }
    parameters[key] = {
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof description === 'string' ? { description } : {}),
    }
  }
  return ok(parameters)
}

/** Kept with the draft and looked through whenever it is shown, so not of any length. What does not fit a tool the checks say. */
function textFault(text: unknown): string | null {
  if (typeof text !== 'string') return 'must be a string'
  return text.length > PARAMETER_TEXT ? `must have at most ${PARAMETER_TEXT} characters` : null
}

/** An agent's answers are proposals; the person sees them beside the other choices. */
function answersOf(given: unknown, views: readonly DraftView[]): Result<Answers> {
  const questions = [...new Map(views.flatMap((view) => view.questions).map((one) => [one.questionId, one])).values()]
  const answers: Record<string, { readonly choice: string; readonly by: 'agent' }> = {}
  for (const [questionId, choice] of Object.entries((given ?? {}) as JsonObject)) {
    const path = `answers.${plainKey(questionId)}`
    const question = questions.find((one) => one.questionId === questionId)
    if (!question) return fail('INVALID_INPUT', 'There is no question of this id.', { path, known: questions.map((one) => one.questionId) })
    const known = question.choices.map((one) => one.choiceId)
    if (typeof choice !== 'string' || !known.includes(choice)) {
      return fail('INVALID_INPUT', `${path} must be one of its choices.`, { path, known })
    }
    answers[questionId] = { choice, by: 'agent' }
  }
  return ok(answers)
}
