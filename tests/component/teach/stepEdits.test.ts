import { expect, it } from 'vitest'
import { shallowReactive } from 'vue'
import { plain } from '../../../src/bus/words.ts'
import StepEdits from '../../../src/views/teach/StepEdits.vue'
import { must, openPage } from '../../unit/webmcp/page.ts'
import { mountTeaching } from './mountTeaching.ts'

it('the bound of a loop that is being typed stays when the draft is worked out anew meanwhile', async () => {
  const page = openPage()
  const draftId = page.teach((at) => {
    at.filter({ status: ['open'], sort: 'oldest' })
    at.ids.forEach((_, place) => at.onRow(place).addTags('seen'))
  })
  const { steps, generalized } = must(page.library.draftView(draftId))
  const edits: unknown[] = []
  const props = shallowReactive({ step: steps.find(({ words }) => plain(words).startsWith('For each')), generalized, onEdit: (edit: unknown) => edits.push(edit) })
  const at = await mountTeaching(StepEdits, props, { page })
  await at.click('[data-edit-step]')
  const bound = at.find('[data-max]') as HTMLInputElement
  expect(bound.value).not.toBe('2')
  bound.value = '2'
  bound.dispatchEvent(new Event('input'))
  props.generalized = structuredClone(generalized)
  await at.settle()
  expect(bound.value).toBe('2')
  bound.dispatchEvent(new Event('change'))
  expect(edits).toEqual([{ edit: 'max', step: props.step?.as, max: 2 }])
  at.end()
})
