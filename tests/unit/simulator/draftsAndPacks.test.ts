import { beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../simulator/json.ts'
import type { Seen } from '../../../simulator/page/seen.ts'
import type { LogEntry } from '../../../simulator/panel/session/log.ts'
import { scriptFromLog } from '../../../simulator/panel/session/scriptFromLog.ts'
import { audited, byPerson, call, countAnew, page, seen, stepsOf } from './entries.ts'

beforeEach(countAnew)

const leftOut = (...entries: readonly LogEntry[]) => scriptFromLog(entries, 'x').leftOut
const click = (place: 'draft' | 'pack', hook: string): Seen => ({ did: 'click', in: place, hook })

describe('a draft by hand', () => {
  const recorded = (draft: string, at: number) => audited('recorded', at, { source: 'library', detail: { draft } })
  const edited = (change: JsonObject, at: number, draftId = 'd1') => byPerson('edit_draft', { draftId, ...change }, at, 'library')
  const asked = (type: string, at: number, more: JsonObject = {}) => audited(type, at, { source: 'publish', tool: 'park', detail: { draft: 'd1' }, ...more })

  it('stays open for what is done with it, and is put aside after that', () => {
    expect(
      stepsOf(
        recorded('d1', 1),
        edited({ name: 'par', byHand: ['name'] }, 2),
        edited({ name: 'park' }, 3),
        edited({ description: 'Parks it.' }, 4),
        edited({ answers: { q1: { choice: 'all', by: 'person' } } }, 5),
        call('understudy_list_recordings', {}, 1, 6, 7),
      ),
    ).toMatchObject([
      { human: 'stop' },
      { human: 'fill', hook: '[data-region="draft"] [name="name"]', text: 'park' },
      { human: 'fill', hook: '[data-region="draft"] [name="description"]', text: 'Parks it.' },
      { human: 'answer', choice: 'all' },
      { human: 'dismiss' },
      { call: 'understudy_list_recordings' },
    ])
  })

  it('has the clicks that led to a change, and no others', () => {
    const [step, other, drop] = ['li:nth-child(2) [data-edit-step]', 'li:nth-child(3) [data-edit-step]', '[popover] [data-drop]']
    const named: Seen = { did: 'fill', in: 'draft', hook: '[data-parameter="a"] [name="parameter"]', text: 'b' }
    expect(
      stepsOf(recorded('d1', 1), seen(click('draft', step), 2), seen(click('draft', other), 3), seen(click('draft', drop), 4), edited({ edits: [{ edit: 'drop' }] }, 5), seen(named, 6), edited({ parameters: { p: { name: 'b' } } }, 7)),
    ).toEqual([{ human: 'stop' }, { human: 'click', hook: other }, { human: 'click', hook: drop }, { human: 'fill', hook: named.hook, text: 'b' }, { human: 'dismiss' }])
  })

  it('is published by hand; approved it closes by itself, rejected it is put aside', () => {
    const publish = { human: 'click', hook: '[data-region="draft"] [data-action="publish"]' }
    expect(stepsOf(recorded('d1', 1), asked('requested', 2), asked('approved', 3))).toEqual([{ human: 'stop' }, publish, { human: 'approve' }])
    expect(stepsOf(recorded('d1', 1), asked('requested', 2), asked('rejected', 3))).toEqual([{ human: 'stop' }, publish, { human: 'reject' }, { human: 'dismiss' }])
    expect(stepsOf(recorded('d1', 1), asked('requested', 2), asked('rejected', 3), edited({ name: 'x' }, 4), asked('requested', 5), asked('approved', 6)).at(-2)).toEqual(publish)
  })

  it('is put aside at once where an agent goes on with it', () => {
    expect(stepsOf(recorded('d1', 1), page({ command: 'edit_draft', actor: 'agent', source: 'host', input: { draftId: 'd1', name: 'x' } }, 2), asked('requested', 3, { actor: 'agent' }), asked('approved', 4))).toEqual([
      { human: 'stop' },
      { human: 'dismiss' },
      { human: 'approve' },
    ])
  })

  it('is discarded with what was shown', () => {
    const ask = click('draft', '[data-action="discard"]')
    const sure = click('draft', '[data-action="discard-all"]')
    expect(stepsOf(recorded('d1', 1), seen(ask, 2), seen(sure, 3), byPerson('discard_draft', { draftId: 'd1' }, 3, 'library'), byPerson('discard_recording', { recordingId: 'r' }, 3, 'library'))).toEqual([
      { human: 'stop' },
      { human: 'click', hook: '[data-action="discard"]' },
      { human: 'click', hook: '[data-action="discard-all"]' },
    ])
  })

  it('opens again where it was seen how, also another one of several', () => {
    const again = seen(click('draft', '[data-action="drafts"]'), 2)
    const back = { human: 'click', hook: '[data-action="drafts"]' }
    expect(stepsOf(recorded('d1', 1), page({ type: 'reload' }, 1), again, edited({ name: 'x' }, 3))).toEqual([
      { human: 'stop' },
      { human: 'dismiss' },
      { human: 'reload' },
      back,
      { human: 'fill', hook: '[data-region="draft"] [name="name"]', text: 'x' },
      { human: 'dismiss' },
    ])
    const named = (plain: boolean) => seen({ did: 'choose', from: 'drafts', value: 'd1', label: 'park', plain }, 3)
    expect(stepsOf(recorded('d1', 1), recorded('d2', 1), again, named(true), asked('requested', 4), asked('approved', 5))).toMatchObject([
      { human: 'stop' },
      { human: 'dismiss' },
      { human: 'stop' },
      { human: 'dismiss' },
      back,
      { human: 'see' },
      { human: 'type', text: 'park' },
      { human: 'see', text: 'park' },
      { human: 'press', keys: 'Enter' },
      { human: 'click', hook: '[data-region="draft"] [data-action="publish"]' },
      { human: 'approve' },
    ])
    expect(leftOut(recorded('d1', 1), recorded('d2', 1), again, named(false), asked('requested', 4))).toEqual(['the request to publish park, which you made in the page'])
  })

  it('is put aside before another one is opened', () => {
    const again = (at: number) => seen(click('draft', '[data-action="drafts"]'), at)
    const steps = stepsOf(recorded('d1', 1), edited({ name: 'a' }, 2), again(3), edited({ name: 'b' }, 4, 'd2'), again(5), edited({ name: 'c' }, 6))
    expect(steps.map(({ human, text }) => text ?? human)).toEqual(['stop', 'a', 'dismiss', 'click', 'b', 'dismiss', 'click', 'c', 'dismiss'])
  })

  it('that is joined to another is that other from then on', () => {
    const join = click('draft', '[data-region="join"] [data-action="join"]')
    const joined = [edited({ recordingIds: ['a', 'b'], answers: {} }, 3), byPerson('discard_draft', { draftId: 'd2' }, 3, 'library')]
    expect(stepsOf(recorded('d1', 1), recorded('d2', 1), seen(join, 2), ...joined, edited({ name: 'x' }, 4))).toMatchObject([
      { human: 'stop' },
      { human: 'dismiss' },
      { human: 'stop' },
      { human: 'click', hook: '[data-region="join"] [data-action="join"]' },
      { human: 'fill', text: 'x' },
      { human: 'dismiss' },
    ])
  })

  it('is left out where it was opened again, joined, or changed in a way the log does not hold', () => {
    expect(leftOut(edited({ name: 'x' }, 1))).toEqual(['changes by hand in a draft that was opened again'])
    expect(leftOut(recorded('d1', 1), recorded('d2', 2), edited({ name: 'x' }, 3))).toEqual(['changes by hand in a draft that was opened again'])
    expect(leftOut(recorded('d1', 1), asked('requested', 2), asked('approved', 3), edited({ name: 'x' }, 4))).toEqual(['changes by hand in a draft that was opened again'])
    expect(leftOut(recorded('d1', 1), edited({ recordingIds: ['a', 'b'], answers: {} }, 2))).toEqual(['demonstrations that were joined or taken apart by hand'])
    expect(leftOut(recorded('d1', 1), edited({ edits: [] }, 2))).toEqual(['a change by hand in a draft, whose clicks the log does not hold'])
    expect(leftOut(recorded('d1', 1), edited({ parameters: { p: { name: 'b' } } }, 2))).toEqual(['a change by hand of parameters in a draft'])
  })
})

describe('a pack by file', () => {
  const came = (text: string | null, at: number, how: 'drop' | 'choose' = 'drop', name = 'understudy-pack.json') => seen({ did: 'file', how, name, text }, at)
  const tool = (name: string, digest: string) => ({ name, digest })
  const pack = (...tools: readonly JsonObject[]) => JSON.stringify({ tools })
  const imported = (at: number, via: string, ...tools: readonly JsonObject[]) => audited('imported', at, { source: 'import', detail: { via, tools } })
  const exported = (at: number, ...tools: readonly JsonObject[]) => audited('exported', at, { source: 'export', detail: { tools, includeText: false } })

  it('falls as it was, and is answered as it was', () => {
    const text = pack(tool('lift', 'f1'))
    expect(
      stepsOf(
        came(text, 1),
        seen(click('pack', '[data-region="pack"] [data-action="reject"]'), 2),
        came(text, 3, 'choose', 'mine.json'),
        seen(click('pack', '[data-pack-tool="lift"] [type="checkbox"]'), 4),
        seen(click('pack', '[data-region="pack"] [data-action="approve"]'), 5),
        imported(6, 'picker', tool('lift', 'f1')),
      ),
    ).toEqual([
      { human: 'drop', file: text },
      { human: 'reject' },
      { human: 'choose', file: text, name: 'mine.json' },
      { human: 'click', hook: '[data-pack-tool="lift"] [type="checkbox"]' },
      { human: 'approve' },
    ])
  })

  it('that was exported before is named, once the page itself said that it is the same', () => {
    const own = [tool('raise', 'f1'), tool('park', 'f2')]
    expect(stepsOf(exported(1, ...own), came(pack(...own), 2), imported(3, 'drop', ...own))).toEqual([
      { human: 'export', as: 'pack1' },
      { human: 'drop', file: '{{pack1}}' },
    ])
    expect(stepsOf(exported(1, ...own), came(pack(...own), 2, 'choose'), imported(3, 'picker', ...own)).at(-1)).toEqual({ human: 'press', keys: 'Escape' })
    const words = ['the file understudy-pack.json, with tools of this page\'s own']
    expect(leftOut(exported(1, ...own), came(pack(...own), 2))).toEqual(words)
    expect(leftOut(exported(1, ...own), came(pack(...own), 2), imported(3, 'drop', tool('raise', 'f9'), tool('park', 'f2')))).toEqual(words)
    expect(leftOut(exported(1, ...own), came(pack(tool('raise', 'f1')), 2), imported(3, 'drop', tool('raise', 'f1')))).toEqual(words)
  })

  it('that is too long, would stand for a name, or was never seen is left out, with what was said of it', () => {
    const approve = seen(click('pack', '[data-region="pack"] [data-action="approve"]'), 2)
    expect(leftOut(came(null, 1), approve, imported(3, 'drop', tool('x', 'f')))).toEqual(['the file understudy-pack.json, which is too long for the log'])
    expect(leftOut(came('{"tools":"{{x}}"}', 1))).toEqual(['the file understudy-pack.json, which holds {{'])
    expect(leftOut(imported(3, 'drop', tool('x', 'f')))).toEqual(['the import of a pack, whose file the log does not hold'])
    expect(scriptFromLog([came(null, 1), approve], 'x').script).toMatchObject({ steps: [] })
  })

  it('an export of something else is left out', () => {
    expect(leftOut(audited('exported', 1, { source: 'library', detail: { what: 'audit', events: 3 } }))).toEqual(['the export of the audit'])
    expect(leftOut(audited('exported', 1, { detail: { tools: [], includeText: true } }))).toEqual(['an export with the texts of tickets'])
  })
})
