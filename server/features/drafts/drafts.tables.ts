import type { DraftKind } from '../../../contract/features/drafts.ts'

export type DraftTables = {
  drafts: { member_id: number; kind: DraftKind; room_id: number; sealed: Buffer; saved_at: Date }
}
