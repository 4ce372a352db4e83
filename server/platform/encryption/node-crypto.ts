import { createHash, verify } from 'node:crypto'
import type { CryptoProvider } from '../../../contract/proof/signed-note.ts'
import { publicKeyOf } from './ed25519.ts'

export const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest()

export const nodeCrypto: CryptoProvider = {
  digest: sha256,
  verify: (publicKey, signature, data) => verify(null, data, publicKeyOf(publicKey), signature),
}
