import type { ErrorCode } from '../../contract/core/errors.ts'
import type { Named } from './authorization-calls.ts'
import type { Answer, WireClient } from './wire-client.ts'

/** Least that a caller must have reached, stated here a second time, independently of the contract; `signer`: the link of an invitation, and no session. */
type Reach = 'public' | 'signer' | 'unproven' | 'joined' | 'agreed' | 'operator' | 'raised'

export interface Row {
  readonly reach: Reach
  /** The call names an object of the room, or of a signer's document, so that people of another one must not find it. */
  readonly names: boolean
  /** Why the request is refused to whoever gets through: it is made so that it changes nothing which other rows rest on. */
  readonly refused?: readonly ErrorCode[]
  readonly send: (client: WireClient, named: Named) => Promise<Answer>
}
