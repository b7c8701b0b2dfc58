import { describe, expect, it } from 'vitest'
import { detectHost, framedByOther, hostEnvironment, type HostEnvironment } from '../../../src/webmcp/detect.ts'

const page = (over: Partial<HostEnvironment> = {}): HostEnvironment => ({
  search: '',
  isSecureContext: true,
  framed: false,
  modelContext: () => ({ registerTool: () => undefined }),
  bridge: false,
  ...over,
})
const absent = { modelContext: () => undefined }

describe('detectHost', () => {
  it('takes the native host where there is one, bridge or not', () => {
    expect(detectHost(page())).toEqual({ mode: 'native' })
    expect(detectHost(page({ bridge: true }))).toEqual({ mode: 'native' })
  })

  it('takes the bridge where there is no native host', () => {
    expect(detectHost(page({ ...absent, bridge: true }))).toEqual({ mode: 'bridge' })
  })

  it.each([
    ['absent', page(absent)],
    ['absent', page({ modelContext: () => ({}) })],
    ['absent', page({ modelContext: () => null })],
    ['insecure', page({ isSecureContext: false })],
    ['framed', page({ framed: true, bridge: true })],
    ['framed', page({ framed: true, search: '?webmcp=native' })],
    ['off', page({ search: '?webmcp=off', bridge: true })],
    ['absent', page({ search: '?webmcp=bridge' })],
    ['absent', page({ search: '?webmcp=native', bridge: true, ...absent })],
    [
      'error',
      page({
        modelContext: () => {
          throw new DOMException('no', 'SecurityError')
        },
      }),
    ],
  ])('case W23: is degraded because of %s', (reason, environment) => {
    expect(detectHost(environment)).toEqual({ mode: 'degraded', reason })
  })

  it('lets the address decide for one load', () => {
    expect(detectHost(page({ search: '?webmcp=bridge', bridge: true }))).toEqual({ mode: 'bridge' })
    expect(detectHost(page({ search: '?a=1&webmcp=native' }))).toEqual({ mode: 'native' })
    expect(detectHost(page({ search: '?webmcp=nonsense' }))).toEqual({ mode: 'native' })
  })

  it('case W24: never touches navigator', () => {
    const touched: string[] = []
    const fake = {
      location: { search: '', origin: 'https://desk.example' },
      isSecureContext: true,
      document: { modelContext: { registerTool: () => undefined } },
      get navigator() {
        touched.push('navigator')
        return {}
      },
    }
    const self: { parent: unknown } = Object.assign(Object.create(fake) as object, { parent: null })
    self.parent = self
    expect(detectHost(hostEnvironment(self as unknown as Window & typeof globalThis, false))).toEqual({ mode: 'native' })
    expect(touched).toEqual([])
  })
})

describe('framedByOther', () => {
  const windowIn = (origins: readonly (string | null)[]): Window => {
    const windows = origins.map((origin): { parent: unknown; readonly location: object } => ({
      parent: null,
      location: {
        get origin() {
          if (origin === null) throw new DOMException('cross-origin', 'SecurityError')
          return origin
        },
      },
    }))
    windows.forEach((one, place) => (one.parent = windows[place + 1] ?? one))
    return windows[0] as unknown as Window
  }

  it('sees a page of another origin at any height', () => {
    expect(framedByOther(windowIn(['a']))).toBe(false)
    expect(framedByOther(windowIn(['a', 'a', 'a']))).toBe(false)
    expect(framedByOther(windowIn(['a', 'b']))).toBe(true)
    expect(framedByOther(windowIn(['a', null]))).toBe(true)
    expect(framedByOther(windowIn(['a', null, 'a']))).toBe(true)
  })
})
