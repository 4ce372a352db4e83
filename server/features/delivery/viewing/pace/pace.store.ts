import { sql } from 'kysely'
import { READING_LIMITS } from '../../../../../contract/core/limits.ts'
import type { ReadingLimits } from '../../../../../contract/features/rooms.ts'
import type { Queryable, Tx } from '../../../../platform/db/database.ts'
import { type Counts, type PaceSpan, SPANS, WHATS } from './pace.rules.ts'
import type { PaceTables } from './pace.tables.ts'

export type ReportedCounts = Record<PaceSpan, { readonly at: Date; readonly counts: Counts }>

export interface Shared {
  readonly counts: Record<PaceSpan, Counts>
  readonly limits: ReadingLimits
}

export async function shareCounts(
  db: Queryable,
  { roomId, memberId }: { roomId: number; memberId: number },
  reported: ReportedCounts,
): Promise<Shared> {
  const columns = SPANS.flatMap((span) =>
    WHATS.map((what) => ({ span, what, column: `${span}_${what}` })),
  )
  const names = sql.join(columns.map(({ column }) => sql.ref(column)))
  const values = sql.join(columns.map(({ span, what }) => reported[span].counts[what]))
  const sums = sql.join(
    columns.map(({ span, column }) => {
      const isSame = sql`reading_paces.${sql.ref(`${span}_at`)} = excluded.${sql.ref(`${span}_at`)}`
      const kept = sql`case when ${isSame} then reading_paces.${sql.ref(column)} else 0 end`
      return sql`${sql.ref(column)} = ${kept} + excluded.${sql.ref(column)}`
    }),
  )
  const { rows } = await sql<Record<string, number> & { limits: ReadingLimits | null }>`
    insert into reading_paces (member_id, room_id, minute_at, hour_at, ${names})
    values (${memberId}, ${roomId}, ${reported.minute.at}, ${reported.hour.at}, ${values})
    on conflict (member_id) do update set minute_at = excluded.minute_at, hour_at = excluded.hour_at, ${sums}
    returning ${names}, (select reading_limits from rooms where rooms.id = ${roomId}) as limits
  `.execute(db)
  const row = rows[0]
  if (!row) throw new Error('nothing was shared')
  const { limits, ...counted } = row
  const countsOf = (span: PaceSpan) =>
    Object.fromEntries(WHATS.map((what) => [what, counted[`${span}_${what}`] ?? 0])) as Counts
  return {
    counts: { minute: countsOf('minute'), hour: countsOf('hour') },
    limits: { ...READING_LIMITS, ...limits },
  }
}

export async function recordEntryOnce(
  tx: Tx,
  memberId: number,
  { hour, at }: { hour: Date; at: Date },
): Promise<boolean> {
  const recorded = await tx
    .withTables<PaceTables>()
    .updateTable('reading_paces')
    .set({ told_at: at })
    .where('member_id', '=', memberId)
    .where((where) => where.or([where('told_at', 'is', null), where('told_at', '<', hour)]))
    .executeTakeFirst()
  return recorded.numUpdatedRows === 1n
}

export async function recordMailOnce(
  tx: Tx,
  memberId: number,
  { since, at }: { since: Date; at: Date },
): Promise<boolean> {
  const recorded = await tx
    .withTables<PaceTables>()
    .updateTable('reading_paces')
    .set({ mailed_at: at })
    .where('member_id', '=', memberId)
    .where((where) => where.or([where('mailed_at', 'is', null), where('mailed_at', '<=', since)]))
    .executeTakeFirst()
  return recorded.numUpdatedRows === 1n
}
