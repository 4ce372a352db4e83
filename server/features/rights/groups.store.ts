import { sql } from 'kysely'
import { ROLE } from '../../../contract/core/limits.ts'
import type { GroupKind } from '../../../contract/features/threads/thread-roles.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { RightsTables } from './rights.tables.ts'

const groupsOf = (db: Queryable, roomId: number) =>
  db.withTables<RightsTables>().selectFrom('groups').where('groups.room_id', '=', roomId)

export async function findGroups(db: Queryable, roomId: number) {
  return groupsOf(db, roomId)
    .selectAll()
    .select(
      sql<number>`(select count(*) from members where members.group_id = groups.id and members.ended_at is null and members.role_id <> ${ROLE.operator})`.as(
        'member_count',
      ),
    )
    .orderBy('id')
    .execute()
}

export async function findGroup(db: Queryable, roomId: number, groupId: number) {
  return groupsOf(db, roomId).select(['id', 'name']).where('id', '=', groupId).executeTakeFirst()
}

export type GroupRow = Awaited<ReturnType<typeof holdGroups>>[number]

export async function holdGroups(tx: Tx, roomId: number) {
  return groupsOf(tx, roomId).selectAll().orderBy('id').forUpdate().execute()
}

export async function insertGroup(
  tx: Tx,
  group: {
    readonly roomId: number
    readonly name: string
    readonly color: string
    readonly kind: GroupKind
    readonly shared: boolean
    readonly level: number
    readonly at: Date
  },
): Promise<number> {
  const tables = tx.withTables<RightsTables>()
  const { id } = await tables
    .insertInto('groups')
    .values({
      ...{
        room_id: group.roomId,
        name: group.name,
        color: group.color,
        kind: group.kind,
        shared: group.shared,
      },
      ...{ starts_at: null, ends_at: null, created_at: group.at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tables
    .insertInto('grants')
    .values({
      group_id: id,
      item_id: 0,
      room_id: group.roomId,
      ancestors: [],
      folder: true,
      level: group.level,
      starts_at: null,
      ends_at: null,
    })
    .execute()
  return id
}

export interface GroupChange {
  readonly name?: string
  readonly color?: string
  readonly starts_at?: Date | null
  readonly ends_at?: Date | null
  readonly networks?: string[]
  readonly shared?: boolean
}

export async function updateGroup(tx: Tx, groupId: number, change: GroupChange): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx
    .withTables<RightsTables>()
    .updateTable('groups')
    .set(change)
    .where('id', '=', groupId)
    .execute()
}

/** A room has one default group at a time. */
export async function makeDefault(tx: Tx, roomId: number, groupId: number): Promise<void> {
  const groups = tx.withTables<RightsTables>()
  await groups
    .updateTable('groups')
    .set({ is_default: false })
    .where('room_id', '=', roomId)
    .where('is_default', '=', true)
    .execute()
  await groups.updateTable('groups').set({ is_default: true }).where('id', '=', groupId).execute()
}

/** Includes former members and operators. @returns its participants */
export async function moveAllMembers(tx: Tx, fromId: number, intoId: number) {
  const moved = await tx
    .withTables<RightsTables>()
    .updateTable('members')
    .set({ group_id: intoId })
    .where('group_id', '=', fromId)
    .returning(['id', 'name', 'group_from', 'group_until', 'ended_at', 'role_id'])
    .execute()
  return moved.filter(({ ended_at, role_id }) => ended_at === null && role_id !== ROLE.operator)
}

export async function hasGrantsOnItems(tx: Tx, groupId: number): Promise<boolean> {
  const grants = tx
    .withTables<RightsTables>()
    .selectFrom('grants')
    .select('item_id')
    .where('group_id', '=', groupId)
  return (await grants.where('item_id', '<>', 0).limit(1).executeTakeFirst()) !== undefined
}

export async function deleteGroup(tx: Tx, groupId: number): Promise<void> {
  await tx.withTables<RightsTables>().deleteFrom('groups').where('id', '=', groupId).execute()
}

export async function placeMembers(
  tx: Tx,
  memberIds: readonly number[],
  place: {
    readonly group_id: number
    readonly group_from?: Date | null
    readonly group_until?: Date | null
  },
): Promise<void> {
  await tx
    .withTables<RightsTables>()
    .updateTable('members')
    .set(place)
    .where('id', 'in', [...memberIds])
    .execute()
}

export async function findMemberships(tx: Tx, roomId: number, memberIds: readonly number[]) {
  return tx
    .withTables<RightsTables>()
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .select([
      'members.id',
      'members.name',
      'members.group_id',
      'members.group_from',
      'members.group_until',
      'groups.name as group_name',
    ])
    .where('members.room_id', '=', roomId)
    .where('members.ended_at', 'is', null)
    .where('members.role_id', '!=', ROLE.operator)
    .where('members.id', 'in', [...memberIds])
    .orderBy('members.id')
    .forNoKeyUpdate('members')
    .execute()
}
