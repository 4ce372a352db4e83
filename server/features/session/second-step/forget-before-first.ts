import type { Tx } from '../../../platform/db/database.ts'
import { forgetDevices } from '../entry/devices.store.ts'
import { findPasskeys } from '../passkeys/passkeys.read.ts'
import { findApp } from './apps.store.ts'

/** A mailed code made the devices known until then. Call it before the app or passkey counts. */
export async function forgetBeforeFirst(tx: Tx, memberId: number): Promise<void> {
  const app = await findApp(tx, memberId)
  if (app?.confirmed_at || (await findPasskeys(tx, memberId)).length > 0) return
  await forgetDevices(tx, memberId)
}
