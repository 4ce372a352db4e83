import type { StepRules } from '../../../contract/features/session/second-step.ts'
import type { SignOnSettings } from '../../../contract/features/session/sign-on.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { findAcceptedProviders } from './rooms.read.ts'
import { updateSignOn, updateStepRules } from './rooms.store.ts'

/** Returns providers that a room accepts, with their known issuers. */
export const acceptedProviders = (db: Queryable) => findAcceptedProviders(db)

/** The caller has confirmed the actor. @returns the previous settings */
export const changeSignOn = (tx: Tx, roomId: number, settings: SignOnSettings): Promise<SignOnSettings | null> =>
  updateSignOn(tx, roomId, settings)

/** The caller has confirmed the actor. @returns the previous rules */
export const changeStepRules = (tx: Tx, roomId: number, rules: StepRules): Promise<StepRules | null> => updateStepRules(tx, roomId, rules)
