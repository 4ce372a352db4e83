import type { SignOnSettings } from '../../../contract/features/session/sign-on.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { findAcceptedProviders } from './rooms.read.ts'
import { updateSignOn } from './rooms.store.ts'

/** Ids of providers by which people may enter at least one room. */
export const acceptedProviders = async (db: Queryable): Promise<ReadonlySet<string>> => new Set(await findAcceptedProviders(db))

/** The caller has confirmed the actor. @returns the previous settings. */
export const changeSignOn = (tx: Tx, roomId: number, settings: SignOnSettings): Promise<SignOnSettings | null> =>
  updateSignOn(tx, roomId, settings)
