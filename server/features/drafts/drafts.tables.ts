import type { DraftKind } from '../../../contract/features/drafts.ts'

/** The tables of this feature, for `db.withTables`. */
export type DraftTables = {
  drafts: { member_id: number; kind: DraftKind; room_id: number; sealed: Buffer; saved_at: Date }
}
