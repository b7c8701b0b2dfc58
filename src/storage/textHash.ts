import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Hex SHA-256 of a text. */
export const textHash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))
