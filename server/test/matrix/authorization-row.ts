import type { ErrorCode } from '../../../contract/core/errors.ts'
import type { WireAnswer, WireClient } from '../harness/wire-client.ts'
import type { NamedObjects } from './authorization-calls.ts'

/**
 * The reach is independent of the contract. `signer` has a link and no session, `apiKey` a program's key, `administrator` a console
 * session.
 */
type Reach = 'public' | 'signer' | 'apiKey' | 'administrator' | 'unproven' | 'joined' | 'agreed' | 'operator' | 'raised'

export interface AuthorizationRow {
  readonly reach: Reach
  /** Other rooms' or documents' people find nothing. */
  readonly names: boolean
  readonly inArea?: true
  /** Other rows need the state. */
  readonly refused?: readonly ErrorCode[]
  readonly send: (client: WireClient, named: NamedObjects) => Promise<WireAnswer>
}
