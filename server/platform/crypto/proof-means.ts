import { createHash, verify } from 'node:crypto'
import type { Means } from '../../../contract/proof/signed-note.ts'
import { publicKeyOf } from './ed25519.ts'

export const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest()

/** What this machine checks exports with. */
export const nodeMeans: Means = {
  digest: sha256,
  verify: (publicKey, signature, data) => verify(null, data, publicKeyOf(publicKey), signature),
}
