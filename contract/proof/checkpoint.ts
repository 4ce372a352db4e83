import { fromBase64, toBase64, utf8 } from './bytes.ts'
import type { TreeHead } from './merkle.ts'

/**
 * Signed statements of a room's log: `origin`, size and root hash (C2SP tlog-checkpoint) as a signed note (C2SP signed-note) with an Ed25519
 * key. Sources: c2sp.org/tlog-checkpoint, c2sp.org/signed-note, RFC 8032.
 */
export interface Checkpoint extends TreeHead {
  /** Which log: `sealroom/log/` and the room's vault id, a UUID that does not tell which room it is. */
  readonly origin: string
  /** When it was signed, ISO 8601; an extension line, signed with the rest. */
  readonly at: string
}

const ED25519 = 1
const ID_SIZE = 4
const SIGNATURE_SIZE = 64
const HASH_SIZE = 32

/** The name of the log whose checkpoints are signed. */
export const originOf = (vault: string): string => `sealroom/log/${vault}`

/** The signed part of a checkpoint. */
export const checkpointText = ({ origin, size, root, at }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n${at}\n`

/** By which a note says whose signature it bears: the first 4 bytes of SHA-256(name || 0x0A || 0x01 || public key). */
export function keyIdInput(name: string, publicKey: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = utf8(`${name}\n`)
  const input = new Uint8Array(prefix.length + 1 + publicKey.length)
  input.set(prefix)
  input[prefix.length] = ED25519
  input.set(publicKey, prefix.length + 1)
  return input
}

/** The whole note. @param keyId SHA-256 of `keyIdInput`, of which the first 4 bytes count. @param signature Ed25519 over the UTF-8 of the text. */
export function signedNote(text: string, name: string, keyId: Uint8Array, signature: Uint8Array): string {
  const blob = new Uint8Array(ID_SIZE + signature.length)
  blob.set(keyId.subarray(0, ID_SIZE))
  blob.set(signature, ID_SIZE)
  return `${text}\n— ${name} ${toBase64(blob)}\n`
}

/** A checkpoint as read out of a note, whose signature is still to be looked at. */
export interface UnverifiedNote {
  readonly checkpoint: Checkpoint
  readonly text: string
  readonly keyId: Uint8Array<ArrayBuffer>
  readonly signature: Uint8Array<ArrayBuffer>
}

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The beginning and the end of a hash, in hex: enough to tell two apart at a glance. */
export const shortHash = (hash: Uint8Array): string => `${hexOf(hash.subarray(0, 6))}…${hexOf(hash.subarray(-6))}`

/** A hash in hex, in groups of four, to be compared by eye; that of a public key is its fingerprint. */
export const hashInGroups = (hash: Uint8Array): string => hexOf(hash).match(/.{4}/g)?.join(' ') ?? ''

const SIZE = /^(?:0|[1-9]\d{0,14})$/

/** @returns undefined for what is no checkpoint of ours: another shape, or signed under another name than its origin. */
export function parseNote(note: string): UnverifiedNote | undefined {
  const [origin = '', size = '', root = '', at = '', empty, signed = '', end, ...more] = note.split('\n')
  const hash = fromBase64(root)
  if (empty !== '' || end !== '' || more.length > 0 || !SIZE.test(size) || hash?.length !== HASH_SIZE) return undefined
  const prefix = `— ${origin} `
  if (origin === '' || !signed.startsWith(prefix) || Number.isNaN(Date.parse(at))) return undefined
  const blob = fromBase64(signed.slice(prefix.length))
  if (blob?.length !== ID_SIZE + SIGNATURE_SIZE) return undefined
  const checkpoint = { origin, size: Number(size), root: hash, at }
  return { checkpoint, text: checkpointText(checkpoint), keyId: blob.slice(0, ID_SIZE), signature: blob.slice(ID_SIZE) }
}

/** As mail programs and notes leave it: lines broken anew, spaces for breaks. */
const LOOSE_NOTE = /(sealroom\/log\/[0-9a-f-]{36}) (\d{1,15}) ([A-Za-z0-9+/]{43}=) (\S{20,30}) — \1 ((?:[A-Za-z0-9+/=] ?){92})/g

/** The checkpoints that stand somewhere in a text, such as a mail that was quoted or a list that was exported, each once and as it was signed. */
export function notesIn(text: string): string[] {
  const line = text.replace(/[\s>|]+/g, ' ')
  const notes = [...line.matchAll(LOOSE_NOTE)].flatMap(([, origin = '', size, root, at, blob = '']) => {
    const note = `${origin}\n${size}\n${root}\n${at}\n\n— ${origin} ${blob.replaceAll(' ', '')}\n`
    return parseNote(note) ? [note] : []
  })
  return [...new Set(notes)]
}
