import type { z } from 'zod'
import { LEVEL, type Level, levelNamed } from '../../../contract/features/groups/levels.ts'
import type * as contract from '../../../contract/features/groups/rights.ts'
import type { Actor } from '../../access/actor.ts'
import type { ItemPlace } from '../../access/grants.read.ts'
import { deleteGrants, putGrants } from '../../access/grants.store.ts'
import { relyOn } from '../../access/rules-in-use.store.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { RELEASE_RULES } from '../../platform/db/process-row.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { lockTree } from '../rooms/index.ts'
import { cellKey, grantsByCell } from './cells.ts'
import { findCells, findPlaces, type GrantRow } from './grants.read.ts'
import { type GroupRow, holdGroups } from './groups.store.ts'
import { dateOf, periodOf } from './manage-groups.ts'
import type { RightsParts } from './rights.parts.ts'

export type AskedChange = z.output<(typeof contract.grant)['body']>['changes'][number] & {
  /** Refusals name this row. */
  readonly row?: number
  /** The only row of a change to a group. */
  readonly isOfGroup?: true
}

const ALL_DOCUMENTS = { ko: '전체 문서', en: 'All documents' }

export interface RightsChange {
  readonly group: GroupRow
  readonly item: ItemPlace | undefined
  readonly before: GrantRow | undefined
  readonly level: Level | null
  readonly from: Date | null
  readonly until: Date | null
  readonly inheritsAfter: boolean
}

/**
 * Each refusal names the row.
 * @throws Refusal NOT_FOUND for another room's group or item or in the trash, RIGHTS_INVALID, RIGHTS_CHANGED
 */
export async function readChanges(
  db: Queryable,
  roomId: number,
  named: readonly GroupRow[],
  asked: readonly AskedChange[],
): Promise<RightsChange[]> {
  const groups = new Map(named.map((group) => [group.id, group]))
  const items = await findPlaces(db, roomId, [...new Set(asked.map(({ itemId }) => itemId))])
  const cells = grantsByCell(await findCells(db, roomId, asked))
  const seen = new Set<string>()
  return asked.map((change, index) => {
    const [group, item] = [groups.get(change.groupId), items.get(change.itemId)]
    const refuse = (
      code: 'NOT_FOUND' | 'RIGHTS_INVALID' | 'RIGHTS_CHANGED' | 'GROUP_CHANGED',
    ): never => {
      const row = change.row ?? index + 1
      const at =
        code === 'NOT_FOUND'
          ? { ko: ` (${row}번째 변경의 항목이나 그룹)`, en: ` (item or group of change ${row})` }
          : ''
      throw new Refusal(code, {
        variables: { at, group: group?.name ?? '', item: item?.name ?? ALL_DOCUMENTS },
        extra: { row },
      })
    }
    if (!group || (change.itemId !== 0 && !item)) return refuse('NOT_FOUND')
    const cell = cellKey(change.groupId, change.itemId)
    const before = cells.get(cell)
    if (change.was && !isAsSeen(before, change.was))
      refuse(change.isOfGroup ? 'GROUP_CHANGED' : 'RIGHTS_CHANGED')
    const { from, until, inheritsAfter } = timesOf(change, before)
    const isOfNothing =
      change.level === null &&
      (change.itemId === 0 || from !== null || until !== null || inheritsAfter)
    const isBackwards = from !== null && until !== null && until <= from
    const hasNoEnd = inheritsAfter && (until === null || change.itemId === 0)
    if (seen.has(cell) || isOfNothing || isBackwards || hasNoEnd) refuse('RIGHTS_INVALID')
    seen.add(cell)
    return { group, item, before, level: change.level, from, until, inheritsAfter }
  })
}

/** Keeps unseen times, except for `none`, since access would return. */
function timesOf(
  change: AskedChange,
  before: GrantRow | undefined,
): Pick<RightsChange, 'from' | 'until' | 'inheritsAfter'> {
  const { was, level } = change
  const mayKeep = level !== null && level !== 'none'
  const unseen = (field: 'from' | 'until' | 'after') =>
    was && mayKeep && was[field] === undefined ? before : undefined
  const until =
    change.until === undefined ? (unseen('until')?.ends_at ?? null) : (dateOf(change.until) ?? null)
  // Removing the end also removes what follows the end.
  const inherited = until !== null && unseen('after')?.inherits_after === true
  return {
    from:
      change.from === undefined
        ? (unseen('from')?.starts_at ?? null)
        : (dateOf(change.from) ?? null),
    until,
    inheritsAfter: change.after === undefined ? inherited : change.after === 'inherit',
  }
}

function isAsSeen(before: GrantRow | undefined, was: NonNullable<AskedChange['was']>): boolean {
  const level = before === undefined ? null : levelNamed(before.level)
  const isAt = (own: Date | null | undefined, seen: string | null | undefined): boolean =>
    seen === undefined || (own?.getTime() ?? null) === (seen === null ? null : Date.parse(seen))
  const after = before?.inherits_after ? 'inherit' : 'none'
  const isSameAfter = was.after === undefined || was.after === after
  return (
    level === was.level &&
    isAt(before?.starts_at, was.from) &&
    isAt(before?.ends_at, was.until) &&
    isSameAfter
  )
}

async function apply(tx: Tx, roomId: number, changes: readonly RightsChange[]): Promise<void> {
  await putGrants(
    tx,
    roomId,
    changes.flatMap(({ level, group, ...rest }) =>
      level === null ? [] : [{ ...rest, groupId: group.id, level: LEVEL[level] }],
    ),
  )
  await deleteGrants(
    tx,
    changes.flatMap(({ level, group, item }) =>
      level === null && item ? [{ groupId: group.id, itemId: item.id }] : [],
    ),
  )
}

const isSame = ({ before, level, from, until, inheritsAfter }: RightsChange): boolean =>
  (before === undefined ? null : levelNamed(before.level)) === level &&
  (before?.starts_at?.getTime() ?? null) === (from?.getTime() ?? null) &&
  (before?.ends_at?.getTime() ?? null) === (until?.getTime() ?? null) &&
  (before?.inherits_after ?? false) === inheritsAfter

/** Changes all or nothing, within a second in open sessions. @throws Refusal UPGRADE_RUNNING, and as `readChanges` */
export function setGrants(
  parts: RightsParts,
  actor: Actor,
  asked: readonly AskedChange[],
): Promise<void> {
  return parts.database.transaction(async (tx) => {
    await parts.confirm(tx, actor, 'rights.manage')
    // Items stay in place until the commit.
    await lockTree(tx, actor.roomId)
    const groups = await holdGroups(tx, actor.roomId)
    await changeGrants(tx, parts, actor, { groups, asked })
  })
}

interface GrantsToChange {
  readonly groups: readonly GroupRow[]
  readonly asked: readonly AskedChange[]
}

/** The caller holds tree and groups. @throws Refusal UPGRADE_RUNNING, and as `readChanges` */
export async function changeGrants(
  tx: Tx,
  parts: RightsParts,
  actor: Actor,
  { groups, asked }: GrantsToChange,
): Promise<void> {
  const changes = (await readChanges(tx, actor.roomId, groups, asked)).filter(
    (change) => !isSame(change),
  )
  if (changes.length === 0) return
  await relyOn(tx, RELEASE_RULES.groupRights)
  await apply(tx, actor.roomId, changes)
  for (const kind of ['right.granted', 'right.original'] as const) {
    const details = changes
      .filter(({ level }) => (level === 'original') === (kind === 'right.original'))
      .map(detailsOf)
    if (details.length > 0) await parts.activity.recordEach(tx, actor, kind, details)
  }
  for (const group of new Set(changes.map((change) => change.group.id)))
    await parts.bus.publish(tx, { room: actor.roomId, kind: 'rights', group })
}

const detailsOf = ({ group, item, before, level, from, until, inheritsAfter }: RightsChange) => ({
  groupId: group.id,
  group: group.name,
  itemId: item?.id ?? 0,
  name: item?.name ?? '',
  before: before === undefined ? null : levelNamed(before.level),
  level,
  ...periodOf({ from, until }),
  ...(inheritsAfter ? { after: 'inherit' as const } : {}),
  ...(before === undefined ? {} : { was: timesBefore(before) }),
})

const timesBefore = ({ starts_at, ends_at, inherits_after }: GrantRow) => ({
  ...periodOf({ from: starts_at, until: ends_at }),
  ...(inherits_after ? { after: 'inherit' as const } : {}),
})
