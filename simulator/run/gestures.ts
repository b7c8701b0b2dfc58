import type { Json } from '../json.ts'
import type { Gesture } from '../script/types.ts'

/** A file as a person has it on their disk. */
export interface GivenFile {
  readonly name: string
  readonly text: string
}

/** Keys, clicks and eyes: all a person has. Selectors are CSS. */
export interface Hands {
  press(keys: string): Promise<void>
  type(text: string): Promise<void>
  click(selector: string): Promise<void>
  /** Writes over all a field holds, and leaves it. */
  fill(selector: string, text: string): Promise<void>
  /** Waits until something is on the page, or no longer. Rejects when that does not happen. */
  see(selector: string, gone?: boolean): Promise<void>
  /** Waits until the text of an element contains this. */
  reads(selector: string, text: string): Promise<void>
  has(selector: string): Promise<boolean>
  /** Drops a file on an element. */
  drop(selector: string, file: GivenFile): Promise<void>
  /** Chooses a file: the button opens the browser's own dialog for the input. */
  choose(button: string, input: string, file: GivenFile): Promise<void>
  /** Does something the page answers with a file to save. @returns its text */
  saved(act: () => Promise<void>): Promise<string>
}

/** Keys that open the list of a field. */
export const FIELD_KEYS: Readonly<Record<string, string>> = { status: 's', priority: 'p', assignee: 'a', tags: 'y', template: 'm' }
const PICKER = '[popover]:has([role="listbox"])'
const SEVERAL = new Set(['tags', 'status filter', 'priority filter'])
/** What a pack is called unless something else is said. */
export const PACK_FILE = 'understudy-pack.json'

/** Where a person says yes or no: to a tool, or to the tools of a pack. */
const ASKING = ':is([data-region="approval"], [data-region="pack"])'

/**
 * What approvals and the rest of the page ask of a person, as keys and clicks on the page's hooks.
 * @returns the content of an exported file, else null
 */
export async function gesture(hands: Hands, action: Gesture): Promise<Json> {
  if (action.human === 'export') return JSON.parse(await hands.saved(() => hands.press('Control+Shift+e'))) as Json
  await act(hands, action)
  return null
}

async function act(hands: Hands, action: Exclude<Gesture, { readonly human: 'export' }>): Promise<void> {
  switch (action.human) {
    case 'teach':
      await hands.press('t')
      return hands.see('[data-region="recording"]')
    case 'stop':
      await hands.press('t')
      await hands.see('[data-region="recording"]', true)
      return hands.see('[data-region="draft"]')
    case 'dismiss':
      await hands.click('[data-region="draft"] [data-action="dismiss-draft"]')
      return hands.see('[data-region="draft"]', true)
    case 'approve':
    case 'reject':
      return hands.click(`${ASKING} [data-action="${action.human}"]:not(:disabled)`)
    case 'open':
      await hands.click(`[data-region="queue"] [data-ticket-id="${action.ticket}"] [role="gridcell"]:nth-child(4)`)
      return hands.see(`[data-region="ticket"][data-open-ticket="${action.ticket}"]`)
    case 'set':
      await hands.press(FIELD_KEYS[action.field] ?? action.field)
      return choose(hands, action.to, SEVERAL.has(action.field))
    case 'filter':
      await hands.click(`[data-filter="${action.filter}"]`)
      return choose(hands, action.to, SEVERAL.has(`${action.filter} filter`))
    case 'press':
      return hands.press(action.keys)
    case 'type':
      return hands.type(action.text)
    case 'click':
      return hands.click(action.hook)
    case 'fill':
      return hands.fill(action.hook, action.text)
    case 'answer':
      return answer(hands, action.choice)
    case 'see':
      return action.text === undefined ? hands.see(action.hook, action.gone) : hands.reads(action.hook, action.text)
    case 'drop':
      return hands.drop('[data-region="queue"]', fileOf(action))
    case 'choose':
      if (!(await hands.has('[data-region="library"]'))) await hands.press('l')
      await hands.see('[data-region="library"] [data-action="import"]')
      return hands.choose('[data-region="library"] [data-action="import"]', '[data-region="library"] input[type="file"]', fileOf(action))
    case 'disable':
    case 'enable':
    case 'revoke':
      return inLibrary(hands, action.tool, action.human)
  }
}

/** An answer to a question on show: in the request for approval, which lies over the draft, else in the draft. */
async function answer(hands: Hands, choice: string): Promise<void> {
  const places = ['approval', 'draft'] as const
  await hands.see(`:is(${places.map((place) => choiceIn(place, choice)).join()})`)
  const place = (await hands.has(choiceIn('approval', choice))) ? 'approval' : 'draft'
  await hands.click(choiceIn(place, choice))
  return hands.see(chosenIn(place, choice))
}

/** A choice of a question, by its choiceId. */
export const choiceIn = (place: 'approval' | 'draft', choice: string): string => `[data-region="${place}"] [data-question] ${choiceHook(choice)}`

/** The same, once a person took it. */
export const chosenIn = (place: 'approval' | 'draft', choice: string): string =>
  `[data-region="${place}"] [data-question][data-answered="person"] ${choiceHook(choice)}[aria-pressed="true"]`

const choiceHook = (choice: string): string => `[data-choice="${choice.replaceAll(/["\\]/g, '\\$&')}"]`

const fileOf = ({ file, name = PACK_FILE }: { readonly file: Json; readonly name?: string }): GivenFile => ({
  name,
  text: typeof file === 'string' ? file : JSON.stringify(file),
})

/** In the list that is open: some letters, Enter, for each; then away with it. */
async function choose(hands: Hands, values: readonly string[], several: boolean): Promise<void> {
  for (const value of values) {
    await hands.see(`${PICKER} [role="searchbox"]:focus`)
    await hands.type(value)
    await hands.reads(`${PICKER} [data-active]`, value)
    await hands.press('Enter')
  }
  if (several) await hands.press('Escape')
  await hands.see(PICKER, true)
}

async function inLibrary(hands: Hands, tool: string, what: 'disable' | 'enable' | 'revoke'): Promise<void> {
  const row = `[data-region="library"] [data-tool="${tool}"]`
  if (!(await hands.has('[data-region="library"]'))) await hands.press('l')
  await hands.see(row)
  if (!(await hands.has(`${row} [data-action="revoke"]`))) await hands.click(`${row} [aria-expanded="false"]`)
  await hands.click(`${row} [data-action="${what}"]`)
  if (what === 'revoke') await hands.click(`${row} [data-action="confirm-revoke"]`)
  await hands.press('Escape')
  await hands.see('[data-region="library"]', true)
}
