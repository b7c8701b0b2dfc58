import type { JsonSchema } from '../../bus/schema.ts'
import type { Procedure } from '../procedure/types.ts'
import { nodesOf } from '../procedure/walk.ts'

const text: JsonSchema = { type: 'string' }
const objects: JsonSchema = { type: 'array', items: { type: 'object' } }
const ids: JsonSchema = { type: 'array', items: text }

/**
 * What every taught tool answers, in the form of the contract. Other members may come with it, so nothing
 * is forbidden here; what users wrote stands under `untrusted` only.
 */
export function outputSchemaOf(procedure: Procedure, writes: boolean): JsonSchema {
  const loops = nodesOf(procedure).some(({ node }) => node.node === 'each')
  return {
    type: 'object',
    properties: {
      ok: { type: 'boolean' },
      run: text,
      changed: { ...objects, description: 'What changed, field by field; user-written values are under untrusted.' },
      unchanged: { type: 'integer', description: 'Writes that found it already so.' },
      ...(writes ? {} : { rows: { ...objects, description: 'What was found; user-written values are under untrusted.' } }),
      ...(loops ? { done: ids, skipped: ids, failed: ids, notTried: ids } : {}),
      error: { type: 'object', properties: { code: text, message: text, step: { type: 'integer' }, retryable: { type: 'boolean' } } },
      next: { ...text, description: 'What to do now.' },
    },
    required: ['ok'],
  }
}
