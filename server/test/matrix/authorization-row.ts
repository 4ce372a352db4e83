import type { ErrorCode } from '../../../contract/core/errors.ts'
import type { WireAnswer, WireClient } from '../harness/wire-client.ts'
import type { NamedObjects } from './authorization-calls.ts'

/**
 * The least that a caller must be. It is written down again here, so that a mistake in the contract's permission is found.
 * `signer` has a link and no session, `apiKey` a program's key, `administrator` a console session.
 */
type Reach =
  | 'public'
  | 'signer'
  | 'apiKey'
  | 'administrator'
  | 'unproven'
  | 'joined'
  | 'agreed'
  | 'operator'
  | 'raised'

export interface AuthorizationRow {
  readonly reach: Reach
  /** Whether the request names an object. People of another room or document must then get NOT_FOUND. */
  readonly names: boolean
  /** Operators need the open operator area for it, participants only the reach. */
  readonly inArea?: true
  /** Permitted callers get one of these, because a success would change what later rows need. */
  readonly refused?: readonly ErrorCode[]
  readonly send: (client: WireClient, named: NamedObjects) => Promise<WireAnswer>
}
