import { expect, it } from 'vitest'
import packages from '../../package.json' with { type: 'json' }
import { assertions, subjects } from './assertions.ts'
import { differencesPage } from './differencesPage.ts'

it('asks at least 60 things, each under a name of its own', () => {
  expect(assertions.length).toBeGreaterThanOrEqual(60)
  expect(new Set(assertions.map(({ id }) => id)).size).toBe(assertions.length)
})

it('lists only what differs, and says what our port does about it', () => {
  for (const { id, gives, bridge, port } of assertions) {
    if (!bridge) continue
    expect(bridge.gives, id).not.toEqual(gives)
    expect(port, id).toBeDefined()
  }
})

it('the page of differences is the one these assertions make', async () => {
  await expect(differencesPage(subjects, packages.dependencies['@mcp-b/global'])).toMatchFileSnapshot('../../simulator/differences.md')
})
