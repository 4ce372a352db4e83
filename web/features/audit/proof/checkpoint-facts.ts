import { fromBase64 } from '../../../../contract/proof/bytes.ts'
import { hashInGroups, parseNote, shortHash } from '../../../../contract/proof/checkpoint.ts'

/** Returns undefined for an invalid checkpoint. `root` is shortened hex. */
export function factsOf(
  note: string,
): { readonly size: number; readonly at: string; readonly root: string } | undefined {
  const checkpoint = parseNote(note)?.checkpoint
  return (
    checkpoint && { size: checkpoint.size, at: checkpoint.at, root: shortHash(checkpoint.root) }
  )
}

/** Formats the SHA-256 in groups of four hex digits. @returns undefined without WebCrypto (no TLS) or for invalid base64. */
export async function fingerprintOf(
  publicKey: string,
  subtle: SubtleCrypto | undefined,
): Promise<string | undefined> {
  const key = fromBase64(publicKey)
  if (!key || !subtle) return undefined
  return hashInGroups(new Uint8Array(await subtle.digest('SHA-256', key)))
}
