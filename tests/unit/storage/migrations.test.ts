import { describe, expect, it } from 'vitest'
import { FORMAT, migrate, MIGRATIONS, type Migration } from '../../../src/storage/migrations.ts'
import { faultyPort } from '../../support/storage.ts'

const store = (format: unknown): ReturnType<typeof faultyPort> =>
  faultyPort(new Map<string, unknown>([['meta', { format, storeId: 's', generation: 1, through: 0 }], ['value', 'a']]))

const append = (text: string): Migration => ({
  what: `appends ${text}`,
  run: async (port) => port.set('value', `${String(await port.get('value'))}${text}`),
})

describe('migrate', () => {
  it('knows the format this version writes', async () => {
    expect(FORMAT).toBe(MIGRATIONS.length + 1)
    const port = store(FORMAT)
    expect(await migrate(port)).toBeNull()
    expect(port.writes).toEqual([])
  })

  it('runs what is missing, in order, and says so in the store after each', async () => {
    const port = store(2)
    expect(await migrate(port, [append('x'), append('b'), append('c')])).toBeNull()
    expect(port.values.get('value')).toBe('abc')
    expect(port.writes).toEqual(['value', 'meta', 'value', 'meta'])
    expect(port.values.get('meta')).toMatchObject({ format: 4 })
  })

  it('refuses what a newer version wrote', async () => {
    expect(await migrate(store(3), [append('b')])).toContain('A newer version of this page wrote the stored data (format 3, this one reads up to 2)')
  })

  it('refuses a format there never was', async () => {
    expect(await migrate(store(0), [append('b')])).toContain('format (0)')
  })

  it('leaves a store without a readable description to the loader', async () => {
    expect(await migrate(faultyPort())).toBeNull()
    expect(await migrate(store('1'))).toBeNull()
  })
})
