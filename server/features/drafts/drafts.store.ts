import type { DraftKind } from '../../../contract/features/drafts.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { DraftTables } from './drafts.tables.ts'

/** Whose draft it is, and of what. */
export interface DraftKey {
  readonly memberId: number
  readonly kind: DraftKind
}

/** A draft as it is kept. */
export async function findDraft(db: Queryable, { memberId, kind }: DraftKey) {
  return db
    .withTables<DraftTables>()
    .selectFrom('drafts')
    .select(['sealed', 'saved_at'])
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** Keeps a draft in place of the one before. */
export async function putDraft(
  db: Queryable,
  { memberId, kind }: DraftKey,
  kept: { roomId: number; sealed: Buffer; at: Date },
): Promise<void> {
  const { roomId, sealed, at } = kept
  await db
    .withTables<DraftTables>()
    .insertInto('drafts')
    .values({ member_id: memberId, kind, room_id: roomId, sealed, saved_at: at })
    .onConflict((conflict) => conflict.columns(['member_id', 'kind']).doUpdateSet({ sealed, saved_at: at }))
    .execute()
}

/** Forgets a draft. */
export async function deleteDraft(db: Queryable, { memberId, kind }: DraftKey): Promise<void> {
  await db.withTables<DraftTables>().deleteFrom('drafts').where('member_id', '=', memberId).where('kind', '=', kind).execute()
}

/** Forgets what was not changed since a time. */
export async function deleteOldDrafts(db: Queryable, before: Date): Promise<void> {
  await db.withTables<DraftTables>().deleteFrom('drafts').where('saved_at', '<', before).execute()
}
