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
  /** People of another room or document must find nothing. */
  readonly names: boolean
  /** Only operators need the operator area. */
  readonly inArea?: true
  /** Other rows need the state, so authorized callers are refused. */
  readonly refused?: readonly ErrorCode[]
  readonly send: (client: WireClient, named: NamedObjects) => Promise<WireAnswer>
}
