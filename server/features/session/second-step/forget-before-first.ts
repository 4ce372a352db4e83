import type { Tx } from '../../../platform/db/database.ts'
import { forgetDevices } from '../entry/devices.store.ts'
import { findStrongProofs } from './strong-proofs.read.ts'

/** Forgets devices known by a mailed code. It runs before the app or passkey is confirmed. */
export async function forgetBeforeFirst(tx: Tx, memberId: number): Promise<void> {
  const { app, passkey } = await findStrongProofs(tx, memberId)
  if (!app && !passkey) await forgetDevices(tx, memberId)
}
