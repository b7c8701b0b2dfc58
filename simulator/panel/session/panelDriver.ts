import { domHands } from '../../page/domHands.ts'
import { readEvidence } from '../../page/handle.ts'
import type { Json } from '../../json.ts'
import type { Driver } from '../../run/driver.ts'
import { choiceIn, chosenIn, gesture, type Hands } from '../../run/gestures.ts'
import type { RunState } from '../../run/runState.ts'
import type { Gesture } from '../../script/types.ts'
import { restUnless } from './rest.ts'
import type { Session } from './session.ts'

/** Asks the person for something only a person can do; resolves when it is done, or no longer wanted. */
export type AskPerson = (what: string, done: () => Promise<void>) => Promise<void>

/** What the audit calls an answer, and what it means. */
const ANSWERS: Readonly<Record<string, 'approve' | 'reject'>> = { approved: 'approve', imported: 'approve', rejected: 'reject' }

/** How long the person may take, in milliseconds. */
const PERSON = 600_000

export interface PanelRun {
  readonly signal: AbortSignal
  /** Keeps the run and reloads the page: resolves never, or rejects where that does not happen. */
  leave(state: RunState): Promise<void>
}

/**
 * Plays a script in the page itself, through the log, so that every call shows there. Gestures are made by script,
 * but for those the page takes from a person alone: for them the panel asks and waits.
 */
export function panelDriver({ page, host, faults, log, tokens }: Omit<Session, 'agent'>, ask: AskPerson, { signal, leave }: PanelRun): Driver {
  const hands: Hands = domHands(document)
  const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

  async function human(action: Gesture): Promise<Json> {
    switch (action.human) {
      case 'approve':
      case 'reject': {
        const wanted = action.human
        await hands.see('[data-region="approval"], [data-region="approval-banner"], [data-region="pack"]')
        const what = wanted === 'approve' ? 'Approve' : 'Reject'
        await ask(`${what} the request in the page. Only you can: a click made by a script does not count.`, () => answered(wanted))
        return null
      }
      case 'answer': {
        // Of a request it is an answer to the agent, so it is taken from a person alone.
        const choice = choiceIn('approval', action.choice)
        await hands.see(`:is(${choice}, ${choiceIn('draft', action.choice)})`)
        if (!(await hands.has(choice))) return gesture(hands, action)
        const words = document.querySelector(`${choice} .words`)?.textContent ?? action.choice
        await ask(`Choose “${words}” in the request. Only you can: a click made by a script does not count.`, () =>
          waited(() => hands.has(chosenIn('approval', action.choice))),
        )
        return null
      }
      default:
        return gesture(hands, action)
    }
  }

  /** Looks again and again until the person did it. */
  async function waited(look: () => boolean | Promise<boolean>): Promise<void> {
    const end = Date.now() + PERSON
    while (Date.now() < end && !signal.aborted) {
      if (await look()) return
      await rest(100)
    }
    throw new Error(signal.aborted ? 'stopped' : 'Nobody answered.')
  }

  /** Waits for the audit to tell of the person's answer. It knows of no pack that was put away: only its sheet goes. */
  async function answered(wanted: 'approve' | 'reject'): Promise<void> {
    const answers = () => page.audit().filter((row) => row.type in ANSWERS)
    const before = answers().length
    const hasSheet = (): Promise<boolean> => hands.has('[data-region="pack"]')
    const isPack = await hasSheet()
    await waited(async () => {
      // Looked at before the audit: a sheet that was approved goes together with the word of it.
      const putAway = isPack && !(await hasSheet())
      const now = answers()
      const answer = now.length > before ? now.at(-1) : undefined
      const said = answer ? ANSWERS[answer.type] : putAway ? 'reject' : undefined
      if (said === undefined || said === wanted) return said === wanted
      throw new Error(`The person said the opposite: ${answer?.type ?? 'nothing was imported'}.`)
    })
  }

  return {
    mode: page.mode,
    list: host.list,
    start: (requests) =>
      Promise.resolve(
        requests.map(({ name, input }) => {
          const { entry, done } = log.call(name, input)
          return { done, abort: () => log.abort(entry) }
        }),
      ),
    human,
    reload: (state) => leave(state()),
    async ready() {
      await hands.see('[data-region="queue"] [data-ticket-id]')
      await hands.see('[data-action="teach"]:not(:disabled)')
    },
    wait: (ms) => (ms < 2_000 ? rest(ms) : ask(`Nothing to do: ${Math.round(ms / 1000)} s pass. In the panel time is real.`, () => restUnless(ms, signal))),
    evidence: () => Promise.resolve(readEvidence(page, document)),
    fault(id, to) {
      faults.set(id, to)
      return Promise.resolve()
    },
    ...(tokens.value ? { tokens: tokens.value } : {}),
    // From a moment that is the same in every page: a run goes on over reloads.
    now: () => performance.timeOrigin + performance.now(),
    rest,
  }
}
