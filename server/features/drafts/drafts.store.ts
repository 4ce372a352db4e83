import type { DraftKind } from '../../../contract/features/drafts.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { DraftTables } from './drafts.tables.ts'

export interface DraftKey {
  readonly memberId: number
  readonly kind: DraftKind
}

export async function findDraft(db: Queryable, { memberId, kind }: DraftKey) {
  return db
    .withTables<DraftTables>()
    .selectFrom('drafts')
    .select(['sealed', 'saved_at'])
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

export async function putDraft(
  db: Queryable,
  { memberId, kind }: DraftKey,
  kept: { roomId: number; sealed: Buffer; at: Date },
): Promise<void> {
  const { roomId, sealed: encrypted, at } = kept
  await db
    .withTables<DraftTables>()
    .insertInto('drafts')
    .values({ member_id: memberId, kind, room_id: roomId, sealed: encrypted, saved_at: at })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'kind']).doUpdateSet({ sealed: encrypted, saved_at: at }),
    )
    .execute()
}

export async function deleteDraft(db: Queryable, { memberId, kind }: DraftKey): Promise<void> {
  await db
    .withTables<DraftTables>()
    .deleteFrom('drafts')
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .execute()
}

export async function deleteOldDrafts(db: Queryable, before: Date): Promise<void> {
  await db.withTables<DraftTables>().deleteFrom('drafts').where('saved_at', '<', before).execute()
}
