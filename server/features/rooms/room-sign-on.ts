import type { StepRules } from '../../../contract/features/session/second-step.ts'
import type { SignOnSettings } from '../../../contract/features/session/sign-on.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { findAcceptedProviders } from './rooms.read.ts'
import { updateSignOn, updateStepRules } from './rooms.store.ts'

export const acceptedProviders = (db: Queryable) => findAcceptedProviders(db)

/** The actor is confirmed. @returns the previous settings */
export const changeSignOn = (
  tx: Tx,
  roomId: number,
  settings: SignOnSettings,
): Promise<SignOnSettings | null> => updateSignOn(tx, roomId, settings)

/** The actor is confirmed. @returns the previous rules */
export const changeStepRules = (
  tx: Tx,
  roomId: number,
  rules: StepRules,
): Promise<StepRules | null> => updateStepRules(tx, roomId, rules)
