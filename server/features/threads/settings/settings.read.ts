import { sql } from 'kysely'
import type { QuestionLimits } from '../../../../contract/features/threads/thread-settings.ts'
import type { Queryable } from '../../../platform/db/database.ts'

export interface SettingsRow {
  readonly limits: QuestionLimits
  readonly last_day: string | null
  readonly approval: boolean
  readonly names: boolean
  readonly hides_groups: boolean
}

const UNSET: SettingsRow = {
  limits: {},
  last_day: null,
  approval: false,
  names: false,
  hides_groups: false,
}

export async function findSettings(db: Queryable, roomId: number): Promise<SettingsRow> {
  const { rows } = await sql<SettingsRow>`
    select limits, last_day::text as last_day, approval, names, hides_groups from question_settings where room_id = ${roomId}
  `.execute(db)
  return rows[0] ?? UNSET
}
