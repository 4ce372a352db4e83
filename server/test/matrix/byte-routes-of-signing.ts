import type { OperationName } from '../../../contract/registry.ts'
import type { SignerClient } from '../scenarios/signing.ts'

type Send = (signer: SignerClient, imageId: number) => Promise<Response>

export const SIGNING_ROUTES = {
  'signing.file': [
    (signer) => signer.fetch('GET', '/file'),
    (signer) => signer.fetch('GET', '/file', undefined, { range: 'bytes=0-9' }),
  ],
  'signing.image': [(signer, imageId) => signer.fetch('GET', `/images/${imageId}`)],
} as const satisfies Partial<Record<OperationName, readonly Send[]>>
