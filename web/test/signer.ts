import type { Ceremony } from '../../contract/features/signing.ts'
import { given } from '../../server/test/composing.ts'
import { WireClient } from '../../server/test/wire-client.ts'

/** Somebody who was mailed a link to sign; `commands.sign` fills in what is theirs. */
export interface Signer {
  /** What a first look at the document answers: its HTTP status. */
  open(): Promise<number>
  /** The HTTP status of reading what is to be signed, which leaves no trace. */
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
