import type { Tx } from '../../../platform/db/database.ts'
import { forgetDevices } from '../entry/devices.store.ts'
import { findStrongProofs } from './strong-proofs.read.ts'

/** A mailed code made the devices known until then. Call it before the app or passkey counts. */
export async function forgetBeforeFirst(tx: Tx, memberId: number): Promise<void> {
  const { app, passkey } = await findStrongProofs(tx, memberId)
  if (!app && !passkey) await forgetDevices(tx, memberId)
}
