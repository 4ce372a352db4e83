import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { SessionTables } from '../session.tables.ts'

interface NewLink {
  readonly roomId: number
  readonly memberId: number
  readonly tokenHash: Buffer
  readonly createdAt: Date
}

export async function insertLink(
  tx: Tx,
  { roomId, memberId, tokenHash, createdAt }: NewLink,
): Promise<void> {
  await tx
    .withTables<SessionTables>()
    .insertInto('entry_links')
    .values({ room_id: roomId, member_id: memberId, token_hash: tokenHash, created_at: createdAt })
    .execute()
}

/** One of concurrent callers gets the link. */
export async function takeLink(tx: Tx, tokenHash: Buffer, now: Date): Promise<number | undefined> {
  const taken = await tx
    .withTables<SessionTables>()
    .deleteFrom('entry_links')
    .where('token_hash', '=', tokenHash)
    .returning(['member_id', 'created_at'])
    .executeTakeFirst()
  return taken && now.getTime() - taken.created_at.getTime() < LIMITS.entryLinkMs
    ? taken.member_id
    : undefined
}

export async function deleteLinks(tx: Tx, memberId: number): Promise<void> {
  await tx
    .withTables<SessionTables>()
    .deleteFrom('entry_links')
    .where('member_id', '=', memberId)
    .execute()
}

export async function deleteOldLinks(db: Queryable, now: Date): Promise<void> {
  await db
    .withTables<SessionTables>()
    .deleteFrom('entry_links')
    .where('created_at', '<=', new Date(now.getTime() - LIMITS.entryLinkMs))
    .execute()
}
