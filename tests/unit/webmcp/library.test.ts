import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/bus/json.ts'
import type { Recording } from '../../../src/teach/recording/types.ts'
import { libraryCommands } from '../../../src/webmcp/library/commands.ts'
import { suggestAuthored } from '../../../src/webmcp/library/suggest.ts'
import { taught, type Demonstration } from '../../support/sessions.ts'
import { must, openPage, urgentVip } from './page.ts'

describe('the library', () => {
  it('keeps a recording and makes a draft of it at once, in one commit', () => {
    const page = openPage()
    const { recording } = taught(page.desk, urgentVip)
    const commits = page.bus.commits.length
    let told = 0
    page.library.onChange(() => (told += 1))
    const { draft } = must(page.library.saveRecording(recording))
    expect(page.bus.commits).toHaveLength(commits + 1)
    expect(page.bus.commits.at(-1)).toMatchObject({ audit: { type: 'recorded' }, undoable: false })
    expect(told).toBe(1)
    expect(page.library.recordings()).toEqual([recording])
    expect(page.library.drafts()).toEqual([draft])
    expect(draft).toMatchObject({ label: recording.label, status: 'open', recordingIds: [recording.recordingId], name: 'set_priority_and_add_tags' })
    expect(must(page.library.draftView(draft.draftId))).toMatchObject({ blocked: false, questions: [] })
  })

  it('keeps a recording that was gone on with in two tabs as two demonstrations', () => {
    const page = openPage()
    const { recording } = taught(page.desk, urgentVip)
    const first = must(page.library.saveRecording(recording))
    const second = must(page.library.saveRecording(recording))
    expect(new Set(page.library.recordings().map(({ recordingId }) => recordingId))).toEqual(new Set([first, second].map((one) => one.recording.recordingId)))
    expect(second.draft.recordingIds).toEqual([second.recording.recordingId])
    expect(second.recording.recordingId).not.toBe(recording.recordingId)
    expect(must(page.library.draftView(second.draft.draftId))).toMatchObject({ blocked: false })
  })

  it('tells nobody of commits that are not its own', () => {
    const page = openPage()
    let told = 0
    page.library.onChange(() => (told += 1))
    page.bus.dispatch('set_ticket_status', { ticketId: 'T-1001', status: 'solved' }, { actor: 'operator', source: 'test' })
    expect(told).toBe(0)
  })

  it.each<[string, string, string, (at: Demonstration) => void]>([
    ['set_priority', 'Set priority', 'Sets priority, the way it was shown on this desk.', (at) => at.setPriority('high')],
    ['apply_template_and_set_status', 'Apply template and set status', 'Applies template and sets status, the way it was shown on this desk.', (at) => {
      at.applyTemplate('wait')
      at.setStatus('pending')
    }],
    ['set_priority_and_status', 'Set priority and status', 'Sets priority and status, the way it was shown on this desk.', (at) => {
      at.setPriority('high')
      at.setStatus('pending')
    }],
    ['set_priority_and_more', 'Set priority, status, assignee and add tags', 'Sets priority, status, assignee and adds tags, the way it was shown on this desk.', (at) => {
      at.setPriority('high')
      at.setStatus('pending')
      at.assign('a-2')
      at.addTags('bug')
    }],
    ['find_tickets', 'Find tickets', 'Finds tickets, the way it was shown on this desk.', (at) => at.filter({ status: ['open'], priority: ['low'] })],
  ])('suggests %s', (name, title, description, show) => {
    const page = openPage()
    const draftId = page.teach((at) => {
      if (name !== 'find_tickets') at.open(3)
      show(at)
    })
    expect(page.library.draft(draftId)).toMatchObject({ name, title, description })
    const view = must(page.library.draftView(draftId))
    expect(view.findings.filter((finding) => finding.level !== 'note')).toEqual([])
    expect(view.compiled.name).toBe(name)
  })

  it('suggests no name twice', () => {
    const page = openPage()
    const names = [1, 2, 3].map((place) => {
      const draftId = page.teach((at) => {
        at.open(place)
        at.setPriority('high')
      })
      return page.library.draft(draftId)?.name
    })
    expect(names).toEqual(['set_priority', 'set_priority_2', 'set_priority_3'])
  })

  it('never suggests what a user wrote', () => {
    const page = openPage()
    page.teach((at) => {
      at.filter({ text: 'zebra' })
      at.filter({ text: null })
      at.open(1)
      at.addTags('zebra')
    })
    const [draft] = page.library.drafts()
    expect(JSON.stringify([draft?.name, draft?.title, draft?.description, draft?.label])).not.toContain('zebra')
  })

  it('computes a draft once, and anew when something about it changes', () => {
    const page = openPage()
    const draftId = page.teach(urgentVip)
    const view = must(page.library.draftView(draftId))
    expect(must(page.library.draftView(draftId))).toBe(view)
    must(page.library.editDraft(draftId, { name: 'escalate' }))
    const renamed = must(page.library.draftView(draftId))
    expect(renamed.compiled.name).toBe('escalate')
    expect(renamed.digest).not.toBe(view.digest)
    expect(renamed.checks).toEqual(view.checks)
  })

  it('takes the author’s names for parameters, by key', () => {
    const page = openPage()
    const draftId = page.teach(urgentVip)
    const key = must(page.library.draftView(draftId)).generalized.procedure.params[0]?.key ?? ''
    must(page.library.editDraft(draftId, { parameters: { [key]: { name: 'which', description: 'The one to escalate.' } } }))
    const view = must(page.library.draftView(draftId))
    expect(view.compiled.inputSchema).toMatchObject({ required: ['which'], properties: { which: { description: 'The one to escalate.' } } })
    expect(view.blocked).toBe(false)
    must(page.library.editDraft(draftId, { parameters: { [key]: { name: 'Not Good' } } }))
    expect(must(page.library.draftView(draftId)).blocked).toBe(true)
  })

  it('an edit that changes nothing makes no commit; one of a published draft opens it again', () => {
    const page = openPage()
    const draftId = page.teach(urgentVip)
    page.publish(draftId, 'escalate')
    const commits = page.bus.commits.length
    expect(must(page.library.editDraft(draftId, { name: 'escalate' })).status).toBe('published')
    expect(page.bus.commits).toHaveLength(commits)
    expect(must(page.library.editDraft(draftId, { title: 'Other' })).status).toBe('open')
    expect(page.library.tool('escalate')?.compiled.title).not.toBe('Other')
  })

  it('refuses a recording in which nothing was done', () => {
    const page = openPage()
    const { recording } = taught(page.desk, urgentVip)
    expect(page.library.saveRecording({ ...recording, steps: [] })).toMatchObject({ ok: false, error: { code: 'BLOCKED' } })
    expect(page.library.recordings()).toEqual([])
  })

  it('keeps a recording it cannot make anything of, and says so in the draft', () => {
    const page = openPage()
    const { recording } = taught(page.desk, urgentVip)
    const odd = { ...recording, steps: recording.steps.map((step) => ({ ...step, evidence: { ticketId: null } })) } as unknown as Recording
    const { draft } = must(page.library.saveRecording(odd))
    expect(page.library.draftView(draft.draftId)).toMatchObject({ ok: false, error: { message: expect.stringContaining('cannot be read') as string } })
    expect(page.reported.length).toBeGreaterThan(0)
  })

  it('sets damaged records aside and goes on with the others', () => {
    const first = openPage()
    first.teach(urgentVip)
    const kept = (entity: string) => first.bus.session.records.list(entity)
    const whole = kept('recording')[0] as JsonObject
    const page = openPage({
      prefix: 'n',
      records: {
        recording: [...kept('recording'), { recordingId: 'x' }, { ...whole, recordingId: 'y', version: 2 }, { ...whole, recordingId: 'z', steps: [5] }],
        draft: [...kept('draft'), { draftId: 'd', name: 5 }],
        tool: [{ name: 't' }],
      },
    })
    expect(page.library.recordings()).toHaveLength(1)
    expect(page.library.drafts()).toHaveLength(1)
    expect(page.library.damaged().map((one) => `${one.entity} ${one.id}`)).toEqual(['recording x', 'recording y', 'recording z', 'draft d', 'tool t'])
    expect(page.library.damaged().every((one) => one.reason.startsWith('This '))).toBe(true)
    expect(must(page.library.draftView(page.library.drafts()[0]?.draftId ?? '')).blocked).toBe(false)
  })

  it('a draft whose recording is damaged can be looked at, and is nothing', () => {
    const first = openPage()
    const draftId = first.teach(urgentVip)
    const page = openPage({ prefix: 'n', records: { draft: first.bus.session.records.list('draft'), recording: [] } })
    expect(page.library.drafts()).toHaveLength(1)
    expect(page.library.draftView(draftId)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(page.approvals.open(draftId, 'operator').ok).toBe(false)
  })

  it('keeps recordings that are in use, and discards others', () => {
    const page = openPage()
    const draftId = page.teach(urgentVip)
    const id = page.library.recordings()[0]?.recordingId ?? ''
    expect(page.library.discardRecording(id)).toMatchObject({ ok: false, error: { code: 'BLOCKED' } })
    must(page.library.discardDraft(draftId))
    expect(page.library.draft(draftId)).toBeUndefined()
    expect(page.library.editDraft(draftId, { name: 'x' })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    must(page.library.discardRecording(id))
    expect(page.library.recordings()).toEqual([])
    expect(page.library.discardRecording(id)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  })

  it('keeps recordings a live tool rests on', () => {
    const page = openPage()
    page.publish(page.teach(urgentVip), 'escalate')
    const id = page.library.recordings()[0]?.recordingId ?? ''
    expect(page.library.discardRecording(id)).toMatchObject({ ok: false, error: { message: expect.stringContaining('tool escalate') as string } })
  })

  it('a draft of several demonstrations is one of them all', () => {
    const page = openPage()
    page.teach(urgentVip)
    page.teach(urgentVip)
    const recordingIds = page.library.recordings().map((one) => one.recordingId)
    const made = page.library.draftFrom({ recordingIds, name: 'both', description: 'x' })
    if (made.ok) expect(made.value.recordingIds).toEqual(recordingIds)
    else expect(made.error.message).not.toBe('')
  })
})

describe('discarding a draft for good', () => {
  it('takes those of its recordings with it on which nothing else rests, as one commit', () => {
    const page = openPage()
    const shared = page.teach(urgentVip)
    const own = page.teach((at) => {
      at.open(5)
      at.setPriority('urgent')
      at.addTags('vip')
    })
    const idOf = (draftId: string): string => page.library.draft(draftId)?.recordingIds[0] ?? ''
    const [sharedId, ownId] = [idOf(shared), idOf(own)]
    const both = must(page.library.draftFrom({ recordingIds: [sharedId, ownId], name: 'both', description: 'x' }))
    must(page.library.discardDraft(own))
    const commits = page.bus.commits.length
    must(page.library.discardDraft(both.draftId, undefined, true))
    expect(page.bus.commits).toHaveLength(commits + 1)
    expect(page.library.recordings().map(({ recordingId }) => recordingId)).toEqual([sharedId])
    expect(page.library.userOf(sharedId)).toBe(`draft ${page.library.draft(shared)?.name ?? ''}`)
    expect(page.library.userOf(sharedId, shared)).toBeNull()
  })
})

describe('joining', () => {
  it('of two drafts that a demonstration fits alike, what was worked on last is offered', () => {
    const page = openPage()
    const [one = '', two = '', own = ''] = [4, 5, 6].map((row) =>
      page.teach((at) => {
        at.open(row)
        at.setPriority('urgent')
        at.addTags('vip')
      }),
    )
    must(page.library.editDraft(two, { title: 'Two' }))
    must(page.library.editDraft(one, { title: 'One' }))
    expect(page.library.similar(own).map(({ draft }) => draft.draftId)).toEqual([one, two])
    must(page.library.editDraft(two, { title: 'Two again' }))
    expect(page.library.similar(own).map(({ draft }) => draft.draftId)).toEqual([two, one])
  })

  it('what was answered for one of two drafts holds for both; where both were, that of the one it goes into', () => {
    const page = openPage()
    const into = page.teach(urgentVip)
    const draftId = page.teach((at) => {
      at.open(5)
      at.setPriority('urgent')
      at.addTags('vip')
    })
    must(page.library.editDraft(into, { answers: { q_1: { choice: 'a', by: 'person' } } }))
    must(page.library.editDraft(draftId, { answers: { q_1: { choice: 'b', by: 'person' }, q_2: { choice: 'b', by: 'person' } } }))
    const joined = must(page.library.join(draftId, into))
    expect(joined).toMatchObject({ draftId: into, answers: { q_1: { choice: 'a' }, q_2: { choice: 'b' } } })
    expect(joined.recordingIds).toHaveLength(2)
    expect(page.library.draft(draftId)).toBeUndefined()
  })

  describe('of two drafts whose steps are not counted alike, what was decided is about its own', () => {
    function two() {
      const page = openPage()
      const older = page.teach((at) => {
        at.open(5)
        at.addTags('vip')
        at.setPriority('urgent')
      })
      const newer = page.teach(urgentVip)
      return { page, older, newer, last: must(page.library.draftView(newer)).steps.at(-1)?.as ?? '' }
    }

    it.each([
      ['a step dropped', (step: string) => ({ edits: [{ edit: 'drop', step }] as const })],
      ['an answer', () => ({ answers: { q_1: { choice: 'a', by: 'person' } } as const })],
      ['a name', () => ({ parameters: { 's1.ticketId': { name: 'which' } } })],
    ])('%s keeps the one that was shown first out, and says the way', (_, said) => {
      const { page, older, newer, last } = two()
      must(page.library.editDraft(newer, said(last)))
      const before = page.library.drafts()
      expect(page.library.join(older, newer)).toMatchObject({ ok: false, error: { code: 'BLOCKED', message: expect.stringContaining('Join that one into this one instead') as string } })
      expect(page.library.drafts()).toEqual(before)
      const { answers } = must(page.library.join(newer, older))
      expect(answers).toEqual({})
    })

    it('nothing said, either goes into the other', () => {
      const { page, older, newer } = two()
      expect(must(page.library.join(older, newer)).recordingIds).toHaveLength(2)
    })
  })
})

describe('a step done only sometimes', () => {
  it('blocks by itself: nothing is tried before somebody says when', () => {
    const page = openPage()
    const into = page.teach((at) => {
      at.open(4)
      at.setPriority('urgent')
      at.addTags('vip')
    })
    const other = page.teach((at) => {
      at.open(6)
      at.setPriority('urgent')
    })
    must(page.library.join(other, into))
    const view = must(page.library.draftView(into))
    expect(view.findings.filter(({ level }) => level === 'block').map(({ kind }) => kind)).toEqual(['judgement'])
    expect(view.checks).toEqual([])
  })
})

describe('an agent drafts what a person has worked on', () => {
  const AGENT = { actor: 'agent', source: 'host' } as const

  function workedOn() {
    const page = openPage()
    const draftId = page.teach(urgentVip)
    const step = must(page.library.draftView(draftId)).steps.at(-1)?.as ?? ''
    const answers = { q_1: { choice: 'mine', by: 'person' }, q_2: { choice: 'its', by: 'agent' } } as const
    const edits = [{ edit: 'drop', step }] as const
    must(page.library.editDraft(draftId, { answers, edits, parameters: { 's1.ticketId': { name: 'which' } } }))
    const [recording] = page.library.recordings()
    const request = { recordingIds: [recording?.recordingId ?? ''], description: 'x', answers: { q_1: { choice: 'its', by: 'agent' }, q_3: { choice: 'its', by: 'agent' } } } as const
    return { page, draftId, edits, request, name: page.library.draft(draftId)?.name ?? '' }
  }

  it('under its name: what the person answered, changed and named stays', () => {
    const { page, draftId, edits, request, name } = workedOn()
    const draft = must(page.library.draftFrom({ ...request, name }, AGENT))
    expect(draft).toMatchObject({ draftId, edits, parameters: { 's1.ticketId': { name: 'which' } } })
    expect(draft.answers).toEqual({ q_1: { choice: 'mine', by: 'person' }, q_3: { choice: 'its', by: 'agent' } })
  })

  it('under another name: the new draft begins with what the person answered and changed, and the old one stays', () => {
    const { page, draftId, edits, request } = workedOn()
    const before = page.library.draft(draftId)
    const draft = must(page.library.draftFrom({ ...request, name: 'another' }, AGENT))
    expect(draft.draftId).not.toBe(draftId)
    expect(draft).toMatchObject({ edits, answers: { q_1: { choice: 'mine', by: 'person' } } })
    expect(page.library.draft(draftId)).toEqual(before)
  })

  it('with nothing answered: what was proposed before stays proposed', () => {
    const { page, request, name } = workedOn()
    const { answers: _, ...silent } = request
    expect(must(page.library.draftFrom({ ...silent, name }, AGENT)).answers).toMatchObject({ q_1: { by: 'person' }, q_2: { choice: 'its', by: 'agent' } })
  })
})

describe('the library’s commands', () => {
  it('cannot be recorded, and only an import can be undone', () => {
    expect(libraryCommands.filter((command) => command.recordable)).toEqual([])
    expect(libraryCommands.filter((command) => command.undoable !== false).map((command) => command.id)).toEqual(['import_tools'])
  })

  it('refuse what is no recording, draft or tool', () => {
    const page = openPage()
    const by = { actor: 'operator', source: 'test' } as const
    const draftId = page.teach(urgentVip)
    const tool = page.publish(draftId, 'escalate')
    const refused = (id: string, input: JsonObject): unknown => {
      const result = page.bus.dispatch(id, input, by)
      return result.ok ? 'done' : result.error.code
    }
    const recording = page.library.recordings()[0] as unknown as JsonObject
    expect(refused('save_recording', { recording: { recordingId: 'x' } })).toBe('INVALID_INPUT')
    expect(refused('save_recording', { recording })).toBe('INVALID_INPUT')
    const input = { name: 'other', compiled: tool.compiled, procedure: tool.procedure, digest: 'd', draftId, recordingIds: [] } as unknown as JsonObject
    expect(refused('save_tool', input)).toBe('INVALID_INPUT')
    expect(refused('save_tool', { ...input, name: 'understudy_list_recordings' })).toBe('INVALID_INPUT')
    expect(refused('save_tool', { ...input, name: 'escalate', draftId: 'another' })).toBe('INVALID_INPUT')
    for (const id of ['edit_draft', 'discard_draft']) expect(refused(id, { draftId: 'none' })).toBe('NOT_FOUND')
    expect(refused('note_request', { draftId: 'none', requestId: 'r', digest: 'd', state: 'waiting', pageId: 'p' })).toBe('NOT_FOUND')
    for (const state of ['live', 'disabled', 'revoked']) expect(refused('change_tool_state', { name: 'none', state })).toBe('NOT_FOUND')
    expect(refused('note_run', { name: 'none' })).toBe('NOT_FOUND')
  })

  it('count a tool’s runs and keep its last error until one goes well', () => {
    const page = openPage()
    page.publish(page.teach(urgentVip), 'escalate')
    const by = { actor: 'system', source: 'test' } as const
    page.bus.dispatch('note_run', { name: 'escalate', error: { code: 'STEP_FAILED', message: 'm', step: 2 } }, by)
    expect(page.library.tool('escalate')).toMatchObject({ runCount: 1, lastError: { code: 'STEP_FAILED', message: 'm', step: 2 } })
    page.bus.dispatch('note_run', { name: 'escalate' }, by)
    expect(page.library.tool('escalate')).toMatchObject({ runCount: 2, lastError: null, lastRunAt: expect.any(String) as string })
  })

  it('runs from before it was approved anew are counted apart, over any number of times; those of another draft of the name are not its own', () => {
    const page = openPage()
    const draftId = page.teach(urgentVip)
    const ran = (times: number): void => {
      for (let time = 0; time < times; time += 1) page.bus.dispatch('note_run', { name: 'escalate' }, { actor: 'system', source: 'test' })
    }
    expect(page.publish(draftId, 'escalate').earlierRuns).toBeUndefined()
    ran(2)
    must(page.library.editDraft(draftId, { description: 'Anew.' }))
    expect(page.publish(draftId)).toMatchObject({ runCount: 0, earlierRuns: 2, lastRunAt: null })
    ran(3)
    must(page.library.editDraft(draftId, { description: 'Once more.' }))
    expect(page.publish(draftId)).toMatchObject({ runCount: 0, earlierRuns: 5 })
    must(page.registry.revoke('escalate'))
    must(page.library.discardDraft(draftId))
    expect(page.publish(page.teach(urgentVip), 'escalate')).toMatchObject({ runCount: 0, earlierRuns: 0 })
  })
})

describe('suggestAuthored', () => {
  it('has a name for a procedure of unknown commands as well', () => {
    const page = openPage()
    const call = { node: 'call', as: 's', command: 'none', args: {}, from: [] } as const
    const authored = suggestAuthored({ version: 1, params: [], body: [call] }, page.bus.index, new Set())
    expect(authored.name).toMatch(/^[a-z][a-z0-9_]{0,29}$/)
  })
})
