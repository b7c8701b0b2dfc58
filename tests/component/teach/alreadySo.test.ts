import { afterEach, describe, expect, it } from 'vitest'
import { useRecordingStore } from '../../../src/stores/recording.ts'
import { announcement } from '../../../src/ui/announce.ts'
import RecordingChip from '../../../src/views/teach/RecordingChip.vue'
import { openPage } from '../../unit/webmcp/page.ts'
import { mountTeaching, type Mounted } from './mountTeaching.ts'

let chip: Mounted | undefined
afterEach(() => chip?.end())

const HAND = { actor: 'operator', source: 'ticket' } as const
const shown = (at: Mounted): readonly string[] => at.all('[data-part="already"]').map((one) => one.textContent)

describe('what is so already is no step, and that is said', () => {
  it('in the chip and aloud, until the next step; what a run leaves as it is does not count', async () => {
    const page = openPage()
    chip = await mountTeaching(RecordingChip, {}, { page })
    const set = async (ticketId: string, priority: string, by: object = HAND): Promise<void> => {
      page.bus.dispatch('set_ticket_priority', { ticketId, priority }, { ...HAND, ...by })
      await chip?.settle()
    }
    await set('T-1004', 'low')
    useRecordingStore().start()
    await chip.settle()
    expect(shown(chip)).toEqual([])
    await set('T-1004', 'low', { actor: 'agent', source: 'tool' })
    expect(shown(chip)).toEqual([])
    await set('T-1004', 'low')
    const words = 'Not recorded, since it is so already: Set priority of T-1004 to low. Show it on another ticket.'
    expect(shown(chip)).toEqual([words])
    expect(announcement.value.text).toBe(words)
    expect(chip.all('.steps > li')).toEqual([])
    page.bus.dispatch('add_ticket_tags', { ticketId: 'T-1004', tags: ['login'] }, HAND)
    await chip.settle()
    expect(shown(chip)[0]).toMatch(/Add tag login to T-1004|Add tag login/)
    await set('T-1004', 'urgent')
    expect(shown(chip)).toEqual([])
    expect(chip.all('.steps > li')).toHaveLength(1)
  })
})
