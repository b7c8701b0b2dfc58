import { ASIDE } from './keys.ts'
import type { StoragePort } from './port.ts'

/**
 * Keeps what could not be read under `aside/`, where it is in nobody's way and can still be rescued.
 * @returns false when storage would not keep it; then the original must stay where it is
 */
export async function setAside(port: StoragePort, key: string, value: unknown): Promise<boolean> {
  try {
    await port.set(`${ASIDE}${key}`, value)
    return true
  } catch {
    return false
  }
}

/** As `setAside`, and takes the original away once it is kept. */
export async function moveAside(port: StoragePort, key: string, value: unknown): Promise<void> {
  if (await setAside(port, key, value)) await port.remove(key).catch(() => undefined)
}
