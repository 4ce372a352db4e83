import { fromBase64, toBase64, utf8 } from './bytes.ts'
import { type Digest, sameHash } from './merkle.ts'

/**
 * Texts signed with the Ed25519 key of an installation, as C2SP signed-note: what signs them stands in the first line of the text. Sources:
 * c2sp.org/signed-note, RFC 8032.
 */
export interface SignedNote {
  /** The signed part, with the break at its end. */
  readonly text: string
  readonly name: string
  readonly keyId: Uint8Array<ArrayBuffer>
  readonly signature: Uint8Array<ArrayBuffer>
}

/** What is signed is checked with; WebCrypto and Node both have it. */
export interface Means {
  readonly digest: Digest
  /** Ed25519. */
  verify(publicKey: Uint8Array, signature: Uint8Array, data: Uint8Array): Promise<boolean> | boolean
}

const ED25519 = 1
const ID_SIZE = 4
const SIGNATURE_SIZE = 64
const KEY_SIZE = 32

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

/** A note whose signature is still to be looked at. @returns undefined for what is none, or signed under another name than its first line. */
export function openNote(note: string): SignedNote | undefined {
  const cut = note.indexOf('\n\n— ')
  const text = note.slice(0, cut + 1)
  const [name = ''] = text.split('\n', 1)
  const prefix = `\n— ${name} `
  const rest = note.slice(cut + 1)
  if (cut < 0 || name === '' || !rest.startsWith(prefix) || !rest.endsWith('\n')) return undefined
  const blob = fromBase64(rest.slice(prefix.length, -1))
  if (blob?.length !== ID_SIZE + SIGNATURE_SIZE) return undefined
  return { text, name, keyId: blob.slice(0, ID_SIZE), signature: blob.slice(ID_SIZE) }
}

/** Whether a note was signed by the key. @param publicKey in base64 */
export async function isSignedBy(means: Means, publicKey: string, note: SignedNote): Promise<boolean> {
  const key = fromBase64(publicKey)
  if (key?.length !== KEY_SIZE) return false
  const keyId = (await means.digest(keyIdInput(note.name, key))).subarray(0, ID_SIZE)
  return sameHash(keyId, note.keyId) && (await means.verify(key, note.signature, utf8(note.text)))
}
