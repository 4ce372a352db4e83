import type { Tx } from '../../../platform/db/database.ts'
import { identityOf } from '../../members/index.ts'
import { deleteBindings } from '../sign-on/sign-on.store.ts'
import { deleteAddressPasskeys } from './passkeys/address-passkeys.store.ts'
import { deleteProofsOf, deleteProofsOfMember } from './proofs.store.ts'

export async function endProofsOf(
  tx: Tx,
  { memberId, before }: { readonly memberId: number; readonly before: string },
): Promise<void> {
  await deleteProofsOf(tx, identityOf(before))
  await deleteProofsOfMember(tx, memberId)
  await deleteAddressPasskeys(tx, identityOf(before))
  await deleteBindings(tx, memberId)
}
