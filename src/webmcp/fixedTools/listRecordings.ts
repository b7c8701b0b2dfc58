import type { Json, JsonObject } from '../../bus/json.ts'
import { fail } from '../../bus/results.ts'
import { joinWords } from '../../bus/words.ts'
import type { Recording } from '../../teach/recording/types.ts'
import { cut, firstThatFits, fits, withItems } from '../fit.ts'
import type { Library } from '../library/api.ts'
import type { DraftView } from '../library/types.ts'
import { errorResult } from '../result.ts'
import { briefQuestion, told, toldFinding, toldParam, toldQuestion, toldStep } from './told.ts'

/** `understudy_list_recordings`: what there is to draft from. */
export function listRecordings(library: Library, input: JsonObject): JsonObject {
  const offset = (input.offset ?? 0) as number
  if (typeof input.recordingId === 'string') return oneRecording(library, input.recordingId, offset)
  const recordings = library.recordings()
  if (recordings.length === 0) {
    return { ok: true, recordings: [], next: 'Nothing was demonstrated yet. Ask the user to press Teach and show the task once.' }
  }
  const items = recordings.slice(offset).map((recording) => summary(library, recording))
  const next = 'Draft a tool from one with understudy_draft_tool, or ask for one in full.'
  return paged({ key: 'recordings', items, offset, total: recordings.length, next })
}

function oneRecording(library: Library, recordingId: string, offset: number): JsonObject {
  const recording = library.recording(recordingId)
  if (!recording) {
    const known = library.recordings().map((one) => one.recordingId)
    return errorResult(fail('NOT_FOUND', 'There is no recording of this id.', { path: 'recordingId', known }).error)
  }
  const found = library.preview([recordingId])
  if (!found.ok) return errorResult(found.error)
  const { generalized, questions, findings, steps } = found.value
  const head: JsonObject = { recordingId, label: cut(recording.label, 120) }
  const parameters = generalized.procedure.params.map(toldParam)
  const blocks = findings.filter((finding) => finding.level !== 'note').map((finding) => toldFinding(finding, steps))
  // What is the same on every page is told on the first only, and gives way to the steps where it is long.
  const about = firstThatFits(
    offset > 0
      ? [() => head]
      : [
          () => ({ ...head, parameters, questions: questions.map(toldQuestion), findings: blocks }),
          () => ({ ...head, parameters, questions: questions.map((one) => briefQuestion(one, true)), findings: blocks }),
          () => ({ ...head, parameters, questions: questions.map((one) => briefQuestion(one, false)) }),
          () => ({ ...head, parameters }),
          // What cannot be learned elsewhere: the keys by which a draft names them.
          () => ({ ...head, parameters: generalized.procedure.params.map(({ key, name }) => ({ key, name })) }),
          () => head,
        ],
    900,
  )
  const { length } = questions
  const open = length === 0 || offset > 0 || about['questions'] !== undefined ? '' : ` It leaves ${length === 1 ? 'a question' : `${length} questions`} open: the draft tells.`
  const next = `Draft it with understudy_draft_tool; name parameters by their key.${open}`
  return paged({ key: 'steps', items: steps.slice(offset).map(toldStep), offset, total: steps.length, about, next })
}

interface Page {
  readonly key: string
  /** Those from the offset on. */
  readonly items: readonly Json[]
  readonly offset: number
  readonly total: number
  /** What stands beside the list. */
  readonly about?: JsonObject
  readonly next: string
}

/** As much of a list as fits, and how to get the rest. */
function paged({ key, items, offset, total, about = {}, next }: Page): JsonObject {
  const build = (list: readonly Json[]): JsonObject =>
    withItems(key, list, (shown) => {
      const end = offset + shown
      return {
        ok: true,
        ...about,
        ...(shown < total ? { truncated: { shown, total } } : {}),
        next: end < total ? `Call again with offset ${end} for the rest. ${next}` : next,
      }
    })
  const page = build(items)
  return fits(page) ? page : build([])
}

function summary(library: Library, { recordingId, label }: Recording): JsonObject {
  const view = library.preview([recordingId])
  const uses = (one: { readonly recordingIds: readonly string[] }): boolean => one.recordingIds.includes(recordingId)
  const drafts = library.drafts().filter(uses)
  return {
    recordingId,
    label: cut(label, 60),
    ...(view.ok ? shape(view.value) : { steps: 0 }),
    drafts: drafts.slice(0, 4).map(({ draftId, name, status }) => ({ draftId, name: cut(name, 30), status })),
    tools: library.tools().filter(uses).slice(0, 4).map((tool) => tool.name),
  }
}

function shape({ steps, generalized, questions }: DraftView): JsonObject {
  const first = told(joinWords(steps.slice(0, 3).map((step) => step.words), '; '), 180)
  return {
    steps: steps.length,
    first: first.text,
    ...(first.untrusted === undefined ? {} : { untrusted: first.untrusted }),
    parameters: generalized.procedure.params.length,
    questions: questions.length,
  }
}
