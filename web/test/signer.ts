import type { Ceremony } from '../../contract/features/signing.ts'
import { WireClient } from '../../server/test/harness/wire-client.ts'
import { given } from '../../server/test/scenarios/composing.ts'

export interface Signer {
  open(): Promise<number>
  read(): Promise<number>
  ceremony(): Promise<Ceremony>
}

export function signerBy(link: string): Signer {
  const client = new WireClient(location.origin)
  client.signer = new URL(link).hash.slice(1)
  const state = () => client.call('GET', '/esign/api/sign')
  return {
    open: async () => (await client.call('POST', '/esign/api/sign/open', { body: {} })).http,
    read: async () => (await state()).http,
    ceremony: async () => given<Ceremony>(await state()),
  }
}
