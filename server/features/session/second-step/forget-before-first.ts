import type { Tx } from '../../../platform/db/database.ts'
import { forgetDevices } from '../entry/devices.store.ts'
import { strongProofsOf } from './strong-proofs.read.ts'

/** This precedes the confirmation of app or passkey. */
export async function forgetBeforeFirst(tx: Tx, memberId: number): Promise<void> {
  const { app, passkey } = await strongProofsOf(tx, memberId)
  if (!app && !passkey) await forgetDevices(tx, memberId)
}
