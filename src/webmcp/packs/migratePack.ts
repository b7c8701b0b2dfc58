import type { JsonObject } from '../../bus/json.ts'
import { ok, type Result } from '../../bus/results.ts'
import { refusePack } from './fault.ts'

/** Brings a pack from one version to the next. Pure; what it cannot read it leaves, and the checks say so. */
export interface PackMigration {
  /** What it does, in words. */
  readonly what: string
  run(pack: JsonObject): JsonObject
}

/** In order: the first one leads from version 1 to version 2. */
export const PACK_MIGRATIONS: readonly PackMigration[] = []

/** A pack of any version up to this page's, as one of this page's. A newer one is refused. */
export function migratePack(pack: JsonObject, migrations: readonly PackMigration[] = PACK_MIGRATIONS): Result<JsonObject> {
  const newest = migrations.length + 1
  const { version } = pack
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return refusePack({ at: 'version', wrong: 'must be a whole number from 1' })
  }
  if (version > newest) {
    const versions = `it has version ${version}, and this page reads up to ${newest}`
    return refusePack({ at: '', wrong: `was made by a newer Understudy: ${versions}. Reload to get the newer page` })
  }
  return ok(migrations.slice(version - 1).reduce((older, { run }, step) => ({ ...run(older), version: version + step + 1 }), pack))
}
