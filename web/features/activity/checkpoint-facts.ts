import { fromBase64 } from '../../../contract/proof/bytes.ts'
import { hashInGroups, parseNote, shortHash } from '../../../contract/proof/checkpoint.ts'

/** What a checkpoint says; undefined for what is none. `root` is the beginning and the end of the root hash, in hex. */
export function factsOf(note: string): { readonly size: number; readonly at: string; readonly root: string } | undefined {
  const checkpoint = parseNote(note)?.checkpoint
  return checkpoint && { size: checkpoint.size, at: checkpoint.at, root: shortHash(checkpoint.root) }
}

/**
 * SHA-256 of a public key in hex, in groups of four, to be compared by eye.
 * @returns undefined where the browser has no WebCrypto, as on pages without TLS, or the text is no base64.
 */
export async function fingerprintOf(publicKey: string, subtle: SubtleCrypto | undefined): Promise<string | undefined> {
  const key = fromBase64(publicKey)
  if (!key || !subtle) return undefined
  return hashInGroups(new Uint8Array(await subtle.digest('SHA-256', key)))
}
