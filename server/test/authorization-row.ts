import type { Named } from './authorization-calls.ts'
import type { Answer, WireClient } from './wire-client.ts'

/** Least that a caller must have reached, stated here a second time, independently of the contract. */
type Reach = 'public' | 'unproven' | 'joined' | 'agreed' | 'operator' | 'raised'

export interface Row {
  readonly reach: Reach
  /** The call names an object of the room, so that another room's people must not find it. */
  readonly names: boolean
  readonly send: (client: WireClient, named: Named) => Promise<Answer>
}
