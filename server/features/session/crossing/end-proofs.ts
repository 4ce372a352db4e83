import type { Tx } from '../../../platform/db/database.ts'
import { identityOf } from '../../members/index.ts'
import { deleteBindings } from '../sign-on/sign-on.store.ts'
import { deleteProofsOf } from './proofs.store.ts'

/** Also the accounts that were used with it. The address no longer reaches the person, in one room at least. */
export async function endProofsOf(tx: Tx, { memberId, before }: { readonly memberId: number; readonly before: string }): Promise<void> {
  await deleteProofsOf(tx, identityOf(before))
  await deleteBindings(tx, memberId)
}
