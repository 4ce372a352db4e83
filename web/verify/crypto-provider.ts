import type { CryptoProvider } from '../../contract/proof/signed-note.ts'

/** TLS is missing, or the browser lacks Ed25519. */
export type UnsupportedReason = 'insecure' | 'old'

const buffer = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

const importKey = (bytes: Uint8Array): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', buffer(bytes), { name: 'Ed25519' }, false, ['verify'])

export const browserCrypto: CryptoProvider = {
  digest: async (data) => new Uint8Array(await crypto.subtle.digest('SHA-256', buffer(data))),
  async verify(publicKey, signature, data) {
    // Some browsers reject invalid points, which verify nothing.
    const key = await importKey(publicKey).catch(() => undefined)
    return (
      key !== undefined &&
      crypto.subtle.verify({ name: 'Ed25519' }, key, buffer(signature), buffer(data))
    )
  },
}

/** The curve's base point is a valid key. */
const SOME_KEY = Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 0x58 : 0x66))

export async function unsupportedReason(): Promise<UnsupportedReason | undefined> {
  // Browsers omit `subtle` on insecure origins.
  if (globalThis.crypto?.subtle === undefined) return 'insecure'
  try {
    await importKey(SOME_KEY)
    return undefined
  } catch {
    return 'old'
  }
}
