import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonical } from '../../bus/json.ts'

/** Twelve hex digits of the SHA-256 over the canonical form: the same value has the same name everywhere. */
export const shortHash = (value: unknown): string => bytesToHex(sha256(utf8ToBytes(canonical(value)))).slice(0, 12)
