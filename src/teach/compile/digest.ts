import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonical } from '../../bus/json.ts'
import type { Procedure } from '../procedure/types.ts'
import type { Compiled } from './types.ts'

/**
 * The digest an approval is bound to: SHA-256 in hex over the canonical form of what is registered and
 * what is executed. The library hashes synchronously and on plain http, where the platform's own does not.
 */
export const digestOf = (compiled: Compiled, procedure: Procedure): string =>
  bytesToHex(sha256(utf8ToBytes(canonical({ compiled, procedure }))))
