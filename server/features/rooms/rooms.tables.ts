import type { ColumnType, Generated } from 'kysely'
import type { Phase } from '../../../contract/core/phase.ts'
import type { Numbering, NumberingScope } from '../../../contract/features/documents/numbering.ts'
import type { ReadingLimits, WatermarkStyle } from '../../../contract/features/rooms.ts'
import type { StepRules } from '../../../contract/features/session/second-step.ts'
import type { SignOnSettings } from '../../../contract/features/session/sign-on.ts'

export type RoomTables = {
  rooms: {
    id: Generated<number>
    vault: string
    room_no: string
    name: string
    watermark: Generated<boolean>
    noti: Generated<boolean>
    selection: Generated<boolean>
    strict: Generated<boolean>
    image_copies: Generated<boolean>
    mark_density: Generated<WatermarkStyle['density']>
    mark_strength: Generated<number>
    second_step: Generated<boolean>
    crossing: Generated<boolean>
    sign_on: ColumnType<SignOnSettings | null, undefined, string>
    step_rules: ColumnType<StepRules | null, undefined, string>
    daily_mail: Generated<boolean>
    zone: Generated<string>
    root_id: string | null
    wrapped_key: Buffer
    wrapped_retention: Buffer | null
    former_wrapped_key: Generated<Buffer | null>
    storage_limit: number
    storage_used: Generated<number>
    file_count: Generated<number>
    user_limit: number
    member_count: Generated<number>
    created_at: Date
    closes_at: Date | null
    setup_pending: Generated<boolean>
    phase: Generated<Phase>
    phase_at: Generated<Date | null>
    week_told_at: Generated<Date | null>
    day_told_at: Generated<Date | null>
    destroys_at: Generated<Date | null>
    archived_at: Date | null
    announced_version: Generated<number>
    staging: Generated<boolean>
    numbering: Generated<Numbering>
    numbering_scope: Generated<NumberingScope>
    numbered_names: Generated<boolean>
    is_ordered: Generated<boolean>
    reading_limits: Generated<ReadingLimits | null>
  }
  room_numbers: { month: string; last: number }
}
