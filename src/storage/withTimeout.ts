import { StorageFault } from './fault.ts'

/**
 * The answer, or a `hung` fault once the time is over. The call itself cannot be taken back: it may still
 * take effect later, so whoever repeats it must look first.
 * @param ms milliseconds to wait
 * @param what the call in words: `Reading from storage`
 */
export async function withTimeout<T>(call: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageFault('hung', `${what} got no answer within ${ms / 1000} seconds.`)), ms)
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}
