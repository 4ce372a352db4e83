import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { PasskeyTables } from '../passkeys/passkeys.tables.ts'
import type { SessionTables } from '../session.tables.ts'

const deviceCutoff = (now: Date): Date => new Date(now.getTime() - LIMITS.deviceMs)

export async function findDeviceMembers(
  db: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<number[]> {
  const rows = await db
    .withTables<SessionTables>()
    .selectFrom('devices')
    .select('member_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', '>', deviceCutoff(now))
    .execute()
  return rows.map((row) => row.member_id)
}

interface RememberedDevice {
  readonly roomId: number
  readonly memberId: number
  readonly tokenHash: Buffer
  readonly previousHash: Buffer | undefined
  readonly at: Date
}

/** A new token for every member of the browser invalidates copies. */
export async function rememberDevice(
  tx: Tx,
  { roomId, memberId, tokenHash, previousHash, at }: RememberedDevice,
): Promise<boolean> {
  const devices = tx.withTables<SessionTables>()
  const known = previousHash
    ? await devices
        .updateTable('devices')
        .set({ token_hash: tokenHash })
        .where('token_hash', '=', previousHash)
        .where('used_at', '>', deviceCutoff(at))
        .returning('member_id')
        .execute()
    : []
  await devices
    .insertInto('devices')
    .values({
      token_hash: tokenHash,
      room_id: roomId,
      member_id: memberId,
      created_at: at,
      used_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'member_id']).doUpdateSet({ used_at: at }),
    )
    .execute()
  await devices
    .deleteFrom('devices')
    .where('member_id', '=', memberId)
    .where('token_hash', 'in', (newest) =>
      newest
        .selectFrom('devices')
        .select('token_hash')
        .where('member_id', '=', memberId)
        .orderBy('used_at', 'desc')
        .offset(LIMITS.devicesPerMember),
    )
    .execute()
  return known.some((row) => row.member_id === memberId)
}

export async function forgetDevices(tx: Tx, memberId: number): Promise<void> {
  await tx
    .withTables<SessionTables>()
    .deleteFrom('devices')
    .where('member_id', '=', memberId)
    .execute()
}

export async function forgetDevicesOfProvable(tx: Tx, roomId: number): Promise<void> {
  const tables = tx.withTables<SessionTables & PasskeyTables>()
  const apps = tables
    .selectFrom('authenticator_apps')
    .select('member_id')
    .where('room_id', '=', roomId)
    .where('confirmed_at', 'is not', null)
  const passkeys = tables.selectFrom('passkeys').select('member_id').where('room_id', '=', roomId)
  await tables
    .deleteFrom('devices')
    .where('room_id', '=', roomId)
    .where((device) =>
      device.or([device('member_id', 'in', apps), device('member_id', 'in', passkeys)]),
    )
    .execute()
}

export async function deleteOldDevices(db: Queryable, now: Date): Promise<void> {
  await db
    .withTables<SessionTables>()
    .deleteFrom('devices')
    .where('used_at', '<=', deviceCutoff(now))
    .execute()
}
