import type { Tx } from '../../../platform/db/database.ts'
import { identityOf } from '../../members/index.ts'
import { deleteProofsOf } from './proofs.store.ts'

/** The address no longer reaches the person, in one room at least. */
export const endProofsOf = (tx: Tx, email: string): Promise<void> => deleteProofsOf(tx, identityOf(email))
