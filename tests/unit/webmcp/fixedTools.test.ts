import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/bus/json.ts'
import { fail } from '../../../src/bus/results.ts'
import { createFixedTools } from '../../../src/webmcp/fixedTools/fixedTools.ts'
import { fixedAnswers } from '../../../src/webmcp/fixedTools/answers.ts'
import { FIXED_TOOLS } from '../../../src/webmcp/fixedTools/definitions.ts'
import { createNativeProvider } from '../../../src/webmcp/native.ts'
import { errorResult } from '../../../src/webmcp/result.ts'
import { FakeHost } from './fakeHost.ts'
import { must, openPage, PERSON, turns, urgentVip, type Page } from './page.ts'

const LIST = 'understudy_list_recordings'
const DRAFT = 'understudy_draft_tool'
const PUBLISH = 'understudy_publish_tool'

async function ready(options: Parameters<typeof openPage>[0] = {}): Promise<Page> {
  const page = openPage(options)
  await page.fixed.register(page.provider)
  await page.registry.restore()
  return page
}

const errorOf = (result: JsonObject): JsonObject => (result.error ?? {}) as JsonObject

/** Teaches and drafts as an agent does; gives the id of the draft. */
async function drafted(page: Page, name = 'escalate'): Promise<string> {
  page.teach(urgentVip)
  const [recording] = page.library.recordings()
  const result = await page.host.call(DRAFT, { recordingIds: [recording?.recordingId], name, description: 'Makes a ticket urgent.' })
  expect(result).toMatchObject({ ok: true })
  return String(result.draftId)
}

describe('the fixed tools', () => {
  it('cost an agent little to read', () => {
    const text = FIXED_TOOLS.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema })).join('')
    expect(text.length).toBeLessThanOrEqual(1140)
  })

  it('answer NOT_READY until the page is ready', async () => {
    const host = new FakeHost()
    const fixed = createFixedTools()
    await fixed.register(createNativeProvider({ modelContext: () => host }))
    expect(host.registered).toEqual([LIST, DRAFT, PUBLISH])
    const early = errorResult(fail('NOT_READY', 'The page is still starting.').error)
    for (const name of host.registered) expect(await host.call(name, {})).toEqual(early)
    expect(early).toMatchObject({ ok: false, error: { code: 'NOT_READY', retryable: true } })
    const page = openPage()
    fixed.ready(fixedAnswers(page))
    expect(await host.call(LIST, {})).toMatchObject({ ok: true, recordings: [] })
  })

  it('are registered all or none', async () => {
    const host = new FakeHost()
    host.refuse = (name) => (name === DRAFT ? new DOMException('no', 'NotAllowedError') : null)
    const fixed = createFixedTools()
    await expect(fixed.register(createNativeProvider({ modelContext: () => host }))).rejects.toMatchObject({ name: 'NotAllowedError' })
    expect(host.tools.size).toBe(0)
    host.refuse = null
    await fixed.register(createNativeProvider({ modelContext: () => host }))
    expect(host.tools.size).toBe(3)
    fixed.dispose()
    expect(host.tools.size).toBe(0)
  })

  it('a refusal is told at once, whatever the host still takes its time for', async () => {
    const host = new FakeHost()
    host.refuse = (name) => (name === LIST ? new DOMException('no', 'NotAllowedError') : null)
    host.beforeResolve = () => new Promise(() => undefined)
    await expect(createFixedTools().register(createNativeProvider({ modelContext: () => host }))).rejects.toMatchObject({ name: 'NotAllowedError' })
    expect(host.tools.size).toBe(0)
  })

  it.each([
    [LIST, { offset: -1 }, 'offset'],
    [LIST, { recordingId: 5 }, 'recordingId'],
    [LIST, { other: 1 }, 'other'],
    [LIST, null, ''],
    [LIST, [], ''],
    [DRAFT, {}, 'recordingIds'],
    [DRAFT, { recordingIds: [], name: 'a', description: 'b' }, 'recordingIds'],
    [DRAFT, { recordingIds: ['r', 'r'], name: 'a', description: 'b' }, 'recordingIds'],
    [DRAFT, { recordingIds: 'r', name: 'a', description: 'b' }, 'recordingIds'],
    [DRAFT, { recordingIds: ['r'], name: 'a' }, 'description'],
    [DRAFT, { recordingIds: ['r'], name: 'a', description: 'b', answers: [] }, 'answers'],
    [PUBLISH, {}, 'draftId'],
    [PUBLISH, { draftId: 'x', poll: 'yes' }, 'poll'],
  ])('case W17: %s refuses %j and names the path', async (name, input, path) => {
    const page = await ready()
    const commits = page.bus.commits.length
    expect(await page.host.call(name, input)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', path } })
    expect(page.bus.commits).toHaveLength(commits)
  })

  it('tell of ids that are not there', async () => {
    const page = await ready()
    const draftId = await drafted(page)
    expect(errorOf(await page.host.call(LIST, { recordingId: 'none' }))).toMatchObject({ code: 'NOT_FOUND', known: [expect.any(String)] })
    expect(errorOf(await page.host.call(DRAFT, { recordingIds: ['none'], name: 'a', description: 'b' }))).toMatchObject({ code: 'NOT_FOUND' })
    expect(errorOf(await page.host.call(PUBLISH, { draftId: 'none' }))).toMatchObject({ code: 'NOT_FOUND', known: [draftId] })
    expect(errorOf(await page.host.call(PUBLISH, { draftId, poll: true }))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('understudy_list_recordings', () => {
  it('tells of each what it does, in words, with what came of it', async () => {
    const page = await ready()
    const draftId = page.teach(urgentVip)
    const result = await page.host.call(LIST, {})
    expect(result).toMatchObject({
      ok: true,
      recordings: [{ label: expect.any(String) as string, steps: 3, parameters: 1, questions: 0, drafts: [{ draftId, status: 'open' }], tools: [] }],
    })
    expect(JSON.stringify(result)).not.toMatch(/"first":"[^"]*vip/)
    expect((result.recordings as JsonObject[])[0]?.untrusted).toEqual(['vip'])
  })

  it('tells one in full, parameters by key', async () => {
    const page = await ready()
    page.teach(urgentVip)
    const result = await page.host.call(LIST, { recordingId: page.library.recordings()[0]?.recordingId })
    expect(result).toMatchObject({
      ok: true,
      parameters: [{ key: expect.any(String) as string, name: 'target_ticket', required: true }],
      steps: [{ step: 1 }, { step: 2 }, { step: 3, untrusted: ['vip'] }],
      questions: [],
    })
  })

  it('stays within its budget and pages the rest, for many recordings and for a long one', async () => {
    const page = await ready()
    for (let count = 0; count < 9; count += 1) {
      page.teach((at) => {
        at.open(count)
        at.setPriority('high')
        at.addTags('bug', 'refund')
      })
    }
    const seen: unknown[] = []
    for (let offset = 0; seen.length < 9; ) {
      const result = await page.host.call(LIST, { offset })
      expect(JSON.stringify(result).length).toBeLessThanOrEqual(1500)
      const shown = result.recordings as JsonObject[]
      expect(shown.length).toBeGreaterThan(0)
      seen.push(...shown.map((one) => one.recordingId))
      offset += shown.length
      if (seen.length < 9) expect(result.next).toContain(`offset ${offset}`)
    }
    expect(new Set(seen).size).toBe(9)
  })
})

describe('understudy_draft_tool', () => {
  it('names the draft that was made at Stop, and gives the tool as it would be registered', async () => {
    const page = await ready()
    const made = page.teach(urgentVip)
    const recordingIds = page.library.recordings().map((one) => one.recordingId)
    const listed = await page.host.call(LIST, { recordingId: recordingIds[0] })
    const key = String((listed.parameters as JsonObject[])[0]?.key)
    const result = await page.host.call(DRAFT, {
      recordingIds,
      name: 'escalate',
      title: 'Escalate',
      description: 'Makes a ticket urgent. Use it for angry customers.',
      parameters: { [key]: { name: 'ticket_id', description: 'Which one.' } },
    })
    expect(result).toMatchObject({
      ok: true,
      draftId: made,
      tool: { name: 'escalate', inputSchema: { type: 'object', required: ['ticket_id'], properties: { ticket_id: { description: 'Which one.' } } } },
      questions: [],
      next: expect.stringContaining(PUBLISH) as string,
    })
    expect(page.library.drafts()).toHaveLength(1)
    expect(page.host.tools.has('escalate')).toBe(false)
  })

  it('makes another draft beside one that somebody named', async () => {
    const page = await ready()
    const first = await drafted(page, 'escalate')
    const recordingIds = page.library.recordings().map((one) => one.recordingId)
    const second = await page.host.call(DRAFT, { recordingIds, name: 'mark_vip', description: 'Else.' })
    expect(second.draftId).not.toBe(first)
    const again = await page.host.call(DRAFT, { recordingIds, name: 'escalate', description: 'Better said.' })
    expect(again.draftId).toBe(first)
  })

  it('leaves what a person worded, and says so', async () => {
    const page = await ready()
    const draftId = await drafted(page, 'escalate')
    const { params } = must(page.library.draftView(draftId)).generalized.procedure
    const key = params[0]?.key ?? ''
    must(page.library.editDraft(draftId, { description: 'In my words.', parameters: { [key]: { name: 'mine' } } }))
    const recordingIds = page.library.recordings().map((one) => one.recordingId)
    const again = await page.host.call(DRAFT, { recordingIds, name: 'escalate', description: 'In others.', parameters: { [key]: { name: 'theirs' } } })
    expect(again).toMatchObject({ ok: true, draftId, next: expect.stringContaining('The user worded this draft') as string })
    expect(JSON.stringify(again.tool)).toContain('In my words.')
    expect(page.library.draft(draftId)).toMatchObject({ description: 'In my words.', parameters: { [key]: { name: 'mine' } } })
    // Nor does it take the draft for one that nobody touched.
    must(page.library.editDraft(draftId, { name: 'my_name' }))
    expect((await page.host.call(DRAFT, { recordingIds, name: 'its_name', description: 'Else.' })).draftId).not.toBe(draftId)
    expect(page.library.draft(draftId)).toMatchObject({ name: 'my_name' })
  })

  it('makes no drafts without end', async () => {
    const page = await ready()
    page.teach(urgentVip)
    const recordingIds = page.library.recordings().map((one) => one.recordingId)
    const draft = (name: string): Promise<JsonObject> => page.host.call(DRAFT, { recordingIds, name, description: 'More.' })
    const many = 200
    let refused: JsonObject = {}
    for (let count = 0; count < many && refused.ok !== false; count += 1) refused = await draft(`tool_${count}`)
    expect(errorOf(refused)).toMatchObject({ code: 'LIMIT', retryable: false })
    const kept = page.library.drafts()
    expect(kept.length).toBeLessThan(many)
    // Neither its own drafts nor what a person teaches is held up by it.
    expect(await draft('tool_1')).toMatchObject({ ok: true })
    page.teach(urgentVip)
    expect(page.library.drafts()).toHaveLength(kept.length + 1)
  })

  it('words anew what it worded itself', async () => {
    const page = await ready()
    const draftId = await drafted(page, 'escalate')
    const recordingIds = page.library.recordings().map((one) => one.recordingId)
    const again = await page.host.call(DRAFT, { recordingIds, name: 'escalate', description: 'Better said.' })
    expect(again).toMatchObject({ ok: true, draftId, next: expect.not.stringContaining('The user worded') as string })
    expect(page.library.draft(draftId)).toMatchObject({ description: 'Better said.' })
  })

  it.each([
    ['', 'is missing'],
    ['has spaces', 'small letters'],
    ['еscalate', 'begin with a small letter'],
    ['a'.repeat(129), '129 characters'],
    ['Escalate', 'begin with'],
    ['understudy_more', 'kept for'],
  ])('case W06: refuses the name %j with the rule, before the host sees it', async (name, rule) => {
    const page = await ready()
    page.teach(urgentVip)
    const recordingIds = page.library.recordings().map((one) => one.recordingId)
    const result = await page.host.call(DRAFT, { recordingIds, name, description: 'x' })
    expect(errorOf(result)).toMatchObject({ code: 'INVALID_INPUT', path: 'name', message: expect.stringContaining(rule) as string })
  })

  it('checks the maps its schema cannot', async () => {
    const page = await ready()
    page.teach(urgentVip)
    const recordingIds = page.library.recordings().map((one) => one.recordingId)
    const key = must(page.library.preview(recordingIds)).generalized.procedure.params[0]?.key ?? ''
    const call = async (more: JsonObject): Promise<JsonObject> => errorOf(await page.host.call(DRAFT, { recordingIds, name: 'a', description: 'b', ...more }))
    expect(await call({ parameters: { none: {} } })).toMatchObject({ code: 'INVALID_INPUT', path: 'parameters.none', known: [key] })
    expect(await call({ parameters: JSON.parse('{"__proto__":{"name":"x"}}') as JsonObject })).toMatchObject({ code: 'INVALID_INPUT' })
    expect(await call({ parameters: { [key]: 'name' } })).toMatchObject({ path: `parameters.${key}` })
    expect(await call({ parameters: { [key]: { nom: 'x' } } })).toMatchObject({ path: `parameters.${key}` })
    expect(await call({ parameters: { [key]: { name: 'Not Good' } } })).toMatchObject({ path: `parameters.${key}.name` })
    expect(await call({ parameters: { [key]: { description: 5 } } })).toMatchObject({ path: `parameters.${key}.description` })
    expect(await call({ parameters: { [key]: { description: '<a'.repeat(501) } } })).toMatchObject({ path: `parameters.${key}.description` })
    expect(await call({ answers: { none: 'x' } })).toMatchObject({ path: 'answers.none' })
    expect(await call({ description: '  ' })).toMatchObject({ path: 'description' })
  })

  it('says what blocks a draft', async () => {
    const page = await ready()
    page.teach(urgentVip)
    const recordingIds = page.library.recordings().map((one) => one.recordingId)
    const result = await page.host.call(DRAFT, { recordingIds, name: 'a', description: 'x'.repeat(600) })
    expect(result).toMatchObject({ ok: true, next: expect.stringContaining('cannot be published') as string })
    expect((result.findings as JsonObject[])[0]).toMatchObject({ level: 'block', kind: 'budget' })
    expect(JSON.stringify(result).length).toBeLessThanOrEqual(1500)
    expect(errorOf(await page.host.call(PUBLISH, { draftId: result.draftId }))).toMatchObject({ code: 'BLOCKED' })
  })
})

describe('understudy_publish_tool', () => {
  it('case T30: waits for the person, and its answer alone is enough to call the tool', async () => {
    const page = await ready()
    const draftId = await drafted(page)
    const answer = page.host.call(PUBLISH, { draftId })
    await turns()
    const [request] = page.approvals.waiting()
    expect(request).toMatchObject({ draftId, origin: 'agent' })
    must(page.approvals.approve(request?.requestId ?? '', PERSON))
    const result = await answer
    const registered = page.host.tools.get('escalate')
    expect(result).toMatchObject({ ok: true, status: 'published', tool: { name: 'escalate', inputSchema: registered?.inputSchema }, next: 'Call escalate now.' })
    expect(await page.host.call('escalate', { target_ticket: 'T-1009' })).toMatchObject({ ok: true })
    expect(await page.host.call(PUBLISH, { draftId })).toMatchObject({ ok: true, status: 'published' })
    expect(page.approvals.waiting()).toEqual([])
  })

  it('case W16: a rejection is neither failure of the page nor success', async () => {
    const page = await ready()
    const draftId = await drafted(page)
    const answer = page.host.call(PUBLISH, { draftId })
    await turns()
    must(page.approvals.reject(page.approvals.waiting()[0]?.requestId ?? '', PERSON))
    expect(await answer).toMatchObject({ ok: false, status: 'rejected', error: { code: 'REJECTED', retryable: false } })
    expect(await page.host.call(PUBLISH, { draftId, poll: true })).toMatchObject({ status: 'rejected' })
    const again = page.host.call(PUBLISH, { draftId })
    await turns()
    must(page.approvals.approve(page.approvals.waiting()[0]?.requestId ?? '', PERSON))
    expect(await again).toMatchObject({ status: 'published' })
  })

  it('cases W21 and T31: answers after the hold, asks for the person to return, and a late approval publishes once', async () => {
    const page = await ready()
    const draftId = await drafted(page)
    const answer = page.host.call(PUBLISH, { draftId })
    await turns()
    page.fireTimers()
    expect(await answer).toMatchObject({ ok: true, status: 'awaiting_approval', next: expect.stringMatching(/return to this tab.*poll: true/) as string })
    expect(await page.host.call(PUBLISH, { draftId, poll: true })).toMatchObject({ ok: true, status: 'awaiting_approval' })
    must(page.approvals.approve(page.approvals.waiting()[0]?.requestId ?? '', PERSON))
    expect(await page.host.call(PUBLISH, { draftId, poll: true })).toMatchObject({ ok: true, status: 'published', tool: { name: 'escalate' } })
    expect(page.audit('approved')).toHaveLength(1)
    expect(page.host.registered.filter((name) => name === 'escalate')).toHaveLength(1)
    must(page.registry.revoke('escalate'))
    expect(errorOf(await page.host.call(PUBLISH, { draftId, poll: true }))).toMatchObject({ code: 'REVOKED' })
  })

  it('a caller that gives up withdraws the request, unless another still waits for it', async () => {
    const page = await ready()
    const draftId = await drafted(page)
    const first = new AbortController()
    const second = new AbortController()
    const one = page.host.call(PUBLISH, { draftId }, { signal: first.signal })
    const two = page.host.call(PUBLISH, { draftId }, { signal: second.signal })
    await turns()
    expect(page.approvals.waiting()).toHaveLength(1)
    first.abort()
    expect(errorOf(await one)).toMatchObject({ code: 'CANCELLED' })
    expect(page.approvals.waiting()).toHaveLength(1)
    second.abort()
    expect(errorOf(await two)).toMatchObject({ code: 'CANCELLED' })
    expect(page.approvals.waiting()).toEqual([])
    expect(await page.host.call(PUBLISH, { draftId, poll: true })).toMatchObject({ ok: false, status: 'withdrawn', error: { code: 'CANCELLED', retryable: false } })
  })

  it('case P15: a draft changed meanwhile answers withdrawn', async () => {
    const page = await ready()
    const draftId = await drafted(page)
    const answer = page.host.call(PUBLISH, { draftId })
    await turns()
    must(page.library.editDraft(draftId, { title: 'Else' }))
    expect(await answer).toMatchObject({ ok: false, status: 'withdrawn', error: { code: 'CANCELLED' }, next: expect.stringContaining('again') as string })
  })

  it('case P20: the next page tells what became of a request', async () => {
    const page = await ready()
    const draftId = await drafted(page)
    void page.host.call(PUBLISH, { draftId })
    await turns()
    const records = Object.fromEntries(['recording', 'draft'].map((entity) => [entity, page.bus.session.records.list(entity)]))
    const next = await ready({ prefix: 'n', records })
    expect(await next.host.call(PUBLISH, { draftId, poll: true })).toMatchObject({ status: 'withdrawn', error: { message: expect.stringContaining('reloaded') as string } })
    const answer = next.host.call(PUBLISH, { draftId })
    await turns()
    must(next.approvals.approve(next.approvals.waiting()[0]?.requestId ?? '', PERSON))
    expect(await answer).toMatchObject({ status: 'published' })
  })

  it('case W11: answers LIMIT with what to do when sixteen are live', async () => {
    const page = await ready()
    const draftId = await drafted(page)
    const recordingIds = page.library.recordings().map((one) => one.recordingId)
    for (let count = 1; count <= 16; count += 1) {
      page.publish(must(page.library.draftFrom({ recordingIds, name: `tool_${count}`, description: 'x' })).draftId)
    }
    const result = await page.host.call(PUBLISH, { draftId })
    expect(errorOf(result)).toMatchObject({ code: 'LIMIT', message: expect.stringContaining('Disable') as string })
    await turns()
    expect([...page.host.tools.keys()].filter((name) => name.startsWith('tool_'))).toHaveLength(16)
  })

  it('says when the approved tool is in memory only, or was not registered', async () => {
    const page = await ready({ settled: () => Promise.resolve('unsaved') })
    page.host.refuse = (name) => (name === 'escalate' ? new DOMException('no', 'NotAllowedError') : null)
    const draftId = await drafted(page)
    const answer = page.host.call(PUBLISH, { draftId })
    await turns()
    must(page.approvals.approve(page.approvals.waiting()[0]?.requestId ?? '', PERSON))
    expect(await answer).toMatchObject({ status: 'published', saved: false, next: expect.stringContaining('not registered') as string })
  })
})
