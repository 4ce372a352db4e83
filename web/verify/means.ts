import type { Means } from '../../contract/proof/signed-note.ts'

/** Why nothing can be checked here: the page came without TLS, or the browser knows no Ed25519. */
export type Lack = 'insecure' | 'old'

const buffer = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

const importKey = (bytes: Uint8Array): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', buffer(bytes), { name: 'Ed25519' }, false, ['verify'])

/** WebCrypto's digest and signatures. */
export const browserMeans: Means = {
  digest: async (data) => new Uint8Array(await crypto.subtle.digest('SHA-256', buffer(data))),
  async verify(publicKey, signature, data) {
    // Some browsers take no key that is no point of the curve: nothing is signed with one.
    const key = await importKey(publicKey).catch(() => undefined)
    return key !== undefined && crypto.subtle.verify({ name: 'Ed25519' }, key, buffer(signature), buffer(data))
  },
}

/** The base point of the curve, which is a key like another. */
const SOME_KEY = Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 0x58 : 0x66))

/** What keeps this browser from checking; undefined where nothing does. */
export async function findLack(): Promise<Lack | undefined> {
  // Browsers leave it out where others could have changed the page on its way.
  if (globalThis.crypto?.subtle === undefined) return 'insecure'
  try {
    await importKey(SOME_KEY)
    return undefined
  } catch {
    return 'old'
  }
}
