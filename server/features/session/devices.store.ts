import { LIMITS } from '../../../contract/core/limits.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { SessionTables } from './session.tables.ts'

const livingSince = (now: Date): Date => new Date(now.getTime() - LIMITS.deviceMs)

/** The members who have entered with a browser. */
export async function findDeviceMembers(db: Queryable, tokenHash: Buffer, now: Date): Promise<number[]> {
  const rows = await db
    .withTables<SessionTables>()
    .selectFrom('devices')
    .select('member_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', '>', livingSince(now))
    .execute()
  return rows.map((row) => row.member_id)
}

interface Entry {
  readonly roomId: number
  readonly memberId: number
  /** What the browser is to be known by from now on. */
  readonly tokenHash: Buffer
  /** What it was known by. */
  readonly previousHash: Buffer | undefined
  readonly at: Date
}

/**
 * A member has entered with a browser. Its token is replaced for all who are known on it, so that a copy of the one before is worth nothing.
 * @returns whether the member was known on it.
 */
export async function rememberDevice(tx: Tx, { roomId, memberId, tokenHash, previousHash, at }: Entry): Promise<boolean> {
  const devices = tx.withTables<SessionTables>()
  const known = previousHash
    ? await devices
        .updateTable('devices')
        .set({ token_hash: tokenHash })
        .where('token_hash', '=', previousHash)
        .where('used_at', '>', livingSince(at))
        .returning('member_id')
        .execute()
    : []
  await devices
    .insertInto('devices')
    .values({ token_hash: tokenHash, room_id: roomId, member_id: memberId, created_at: at, used_at: at })
    .onConflict((conflict) => conflict.columns(['token_hash', 'member_id']).doUpdateSet({ used_at: at }))
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

/** No browser is known to be this member's any more. */
export async function forgetDevices(tx: Tx, memberId: number): Promise<void> {
  await tx.withTables<SessionTables>().deleteFrom('devices').where('member_id', '=', memberId).execute()
}

/** Browsers with which nobody came back in their time. */
export async function deleteOldDevices(db: Queryable, now: Date): Promise<void> {
  await db.withTables<SessionTables>().deleteFrom('devices').where('used_at', '<=', livingSince(now)).execute()
}
