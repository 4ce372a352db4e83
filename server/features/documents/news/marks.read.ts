import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { wasVisible } from '../../../access/past-levels.read.ts'
import { bigints } from '../../../platform/db/bigints.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { runRepeated } from '../../../platform/db/repeated-query.ts'
import type { Viewpoint } from './viewpoint.read.ts'

export interface MarkFacts {
  readonly was_visible: boolean
  readonly was_opened: boolean
  readonly is_changed: boolean
  readonly is_unread: boolean
}

export const markJoins = ({ memberId, past }: Viewpoint): RawBuilder<unknown> => sql`
  left join document_reads as opened on opened.member_id = ${memberId} and opened.item_id = items.id
  ${past ? sql`` : sql`left join file_versions as newest on newest.id = coalesce(items.staged_version_id, items.version_id)`}`

/** @param isCandidate saves reading costly past levels */
export function markColumns(
  { memberId, since, past }: Viewpoint,
  isCandidate: RawBuilder<boolean>,
): RawBuilder<MarkFacts> {
  const before = past
    ? sql`case when ${isCandidate} then ${wasVisible(past)} else true end`
    : sql`items.added_at <= ${since}`
  const isChanged = past
    ? sql`items.content_at > ${since}`
    : sql`newest.added_at > ${since} and newest.created_by is distinct from ${memberId}`
  return sql`
    ${before} as was_visible,
    coalesce(opened.read_at > ${since}, false) as was_opened,
    coalesce(${isChanged}, false) as is_changed,
    opened.version_id is distinct from ${past ? sql`items.version_id` : sql`newest.id`} as is_unread`
}

/** Operators' news are others' changes. */
export function marksFrom(
  { was_visible, was_opened, is_changed, is_unread }: MarkFacts,
  { past }: Viewpoint,
): { readonly isNew: boolean; readonly isUpdated: boolean } {
  const wasKnown = was_visible || was_opened
  return {
    isNew: !wasKnown && (past !== undefined || is_changed),
    isUpdated: wasKnown && is_changed && is_unread,
  }
}

export async function findMarkFacts(
  db: Queryable,
  viewpoint: Viewpoint,
  itemIds: readonly number[],
): Promise<(MarkFacts & { readonly id: number })[]> {
  const { rows } = await sql<MarkFacts & { id: number }>`
    select items.id, ${markColumns(viewpoint, sql<boolean>`true`)}
    from items ${markJoins(viewpoint)}
    where items.id = any(${bigints(itemIds)})`.execute(db)
  return rows
}

const hasGains = ({ roomId, memberId, group }: Actor, since: Date): RawBuilder<boolean> =>
  group
    ? sql`(exists (select from grants where group_id = ${group.groupId} and held_since > ${since})
      or exists (select from grants where group_id = ${group.groupId} and (starts_at is not null or ends_at is not null))
      or exists (select from past_grants where room_id = ${roomId} and group_id = ${group.groupId} and held_until > ${since})
      or exists (select from past_places where room_id = ${roomId} and held_until > ${since} and is_moved)
      or exists (select from past_members where member_id = ${memberId} and held_until > ${since}))`
    : sql`false`

interface Personal {
  readonly favourites: ReadonlySet<number>
  readonly mayGain: boolean
}

export async function findPersonal(
  db: Queryable,
  actor: Actor,
  itemIds: readonly number[],
): Promise<Personal> {
  const { lastVisitAt, memberId } = actor
  const asking = sql<{ favourites: number[]; may_gain: boolean }>`
    select ${lastVisitAt ? hasGains(actor, lastVisitAt) : sql`false`} as may_gain,
      array(select item_id from favourites where member_id = ${memberId} and item_id = any(${bigints(itemIds)})) as favourites`
  const rows = await runRepeated(db, asking)
  return { favourites: new Set(rows[0]?.favourites), mayGain: rows[0]?.may_gain === true }
}
