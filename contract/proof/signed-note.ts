import { fromBase64, toBase64, utf8 } from './bytes.ts'
import { type Digest, sameHash } from './merkle.ts'

/** The format is C2SP signed-note with Ed25519 (c2sp.org/signed-note, RFC 8032). The key name is the first line. */
export interface SignedNote {
  /** The text includes its final line break. */
  readonly text: string
  readonly name: string
  readonly keyId: Uint8Array<ArrayBuffer>
  readonly signature: Uint8Array<ArrayBuffer>
}

export interface CryptoProvider {
  readonly digest: Digest
  verify(publicKey: Uint8Array, signature: Uint8Array, data: Uint8Array): Promise<boolean> | boolean
}

const ED25519 = 1
const ID_SIZE = 4
const SIGNATURE_SIZE = 64
const KEY_SIZE = 32

/** The key id is the first 4 bytes of its SHA-256. */
export function keyIdInput(name: string, publicKey: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = utf8(`${name}\n`)
  const input = new Uint8Array(prefix.length + 1 + publicKey.length)
  input.set(prefix)
  input[prefix.length] = ED25519
  input.set(publicKey, prefix.length + 1)
  return input
}

/** @param keyId SHA-256 of `keyIdInput` @param signature Ed25519 over the UTF-8 of the text */
export function signedNote(
  text: string,
  name: string,
  keyId: Uint8Array,
  signature: Uint8Array,
): string {
  const blob = new Uint8Array(ID_SIZE + signature.length)
  blob.set(keyId.subarray(0, ID_SIZE))
  blob.set(signature, ID_SIZE)
  return `${text}\n— ${name} ${toBase64(blob)}\n`
}

/** Verifies no signature. @returns undefined if it is invalid */
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

/** @param publicKey in base64 */
export async function isSignedBy(
  provider: CryptoProvider,
  publicKey: string,
  note: SignedNote,
): Promise<boolean> {
  const key = fromBase64(publicKey)
  if (key?.length !== KEY_SIZE) return false
  const keyId = (await provider.digest(keyIdInput(note.name, key))).subarray(0, ID_SIZE)
  return (
    sameHash(keyId, note.keyId) && (await provider.verify(key, note.signature, utf8(note.text)))
  )
}
