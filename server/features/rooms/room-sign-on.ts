import type { StepRules } from '../../../contract/features/session/second-step.ts'
import type { SignOnSettings } from '../../../contract/features/session/sign-on.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { findAcceptedProviders } from './rooms.read.ts'
import { updateSignOn, updateStepRules } from './rooms.store.ts'

/** Returns the providers that at least one room accepts, with the issuers known at that time. */
export const acceptedProviders = (db: Queryable) => findAcceptedProviders(db)

/** The caller must have confirmed the actor. @returns the previous settings */
export const changeSignOn = (tx: Tx, roomId: number, settings: SignOnSettings): Promise<SignOnSettings | null> =>
  updateSignOn(tx, roomId, settings)

/** The caller must have confirmed the actor. @returns the previous rules */
export const changeStepRules = (tx: Tx, roomId: number, rules: StepRules): Promise<StepRules | null> => updateStepRules(tx, roomId, rules)
