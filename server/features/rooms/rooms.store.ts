import { sql } from 'kysely'
import { LIMITS, READING_LIMITS } from '../../../contract/core/limits.ts'
import type { ReadingLimits, Viewing, WatermarkStyle } from '../../../contract/features/rooms.ts'
import type { StepRules } from '../../../contract/features/session/second-step.ts'
import type { SignOnSettings } from '../../../contract/features/session/sign-on.ts'
import type { Tx } from '../../platform/db/database.ts'
import { viewingOf, watermarkStyleOf } from './rooms.present.ts'
import type { NumberingSettings } from './rooms.read.ts'
import type { RoomTables } from './rooms.tables.ts'

/** Returns a number such as `2611-0042`. Concurrent callers wait. */
export async function nextRoomNumber(tx: Tx, month: string): Promise<string> {
  const { last } = await tx
    .withTables<RoomTables>()
    .insertInto('room_numbers')
    .values({ month, last: 1 })
    .onConflict((conflict) =>
      conflict.column('month').doUpdateSet({ last: sql`room_numbers.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return `${month}-${String(last).padStart(4, '0')}`
}

/** Only one first room is created. */
export async function lockFirstRoom(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sealroom first room', 0))`.execute(tx)
}

interface NewRoom {
  readonly vault: string
  readonly roomNo: string
  readonly name: string
  readonly rootId: string
  readonly wrappedKey: Buffer
  readonly wrappedRetention: Buffer
  readonly storageLimit: number
  readonly userLimit: number
  readonly setupPending: boolean
  readonly createdAt: Date
}

export async function insertRoom(tx: Tx, room: NewRoom): Promise<number> {
  const { id } = await tx
    .withTables<RoomTables>()
    .insertInto('rooms')
    .values({
      vault: room.vault,
      room_no: room.roomNo,
      name: room.name,
      root_id: room.rootId,
      wrapped_key: room.wrappedKey,
      wrapped_retention: room.wrappedRetention,
      storage_limit: room.storageLimit,
      user_limit: room.userLimit,
      setup_pending: room.setupPending,
      created_at: room.createdAt,
      closes_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns the previous name */
export async function updateRoomName(tx: Tx, roomId: number, name: string): Promise<string> {
  const rooms = tx.withTables<RoomTables>()
  const before = await rooms
    .selectFrom('rooms')
    .select('name')
    .where('id', '=', roomId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await rooms
    .updateTable('rooms')
    .set({ name, setup_pending: false })
    .where('id', '=', roomId)
    .execute()
  return before.name
}

export async function updateLimits(
  tx: Tx,
  roomId: number,
  { storage, users }: { storage: number; users: number },
): Promise<boolean> {
  const updated = await tx
    .withTables<RoomTables>()
    .updateTable('rooms')
    .set({ storage_limit: storage, user_limit: users })
    .where('id', '=', roomId)
    .where('storage_used', '<=', storage)
    .where('member_count', '<=', users)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function updateSwitches(
  tx: Tx,
  roomId: number,
  to: { watermark: boolean; noti: boolean },
): Promise<{ watermark: boolean; noti: boolean }> {
  const rooms = tx.withTables<RoomTables>()
  const before = await rooms
    .selectFrom('rooms')
    .select(['watermark', 'noti'])
    .where('id', '=', roomId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await rooms.updateTable('rooms').set(to).where('id', '=', roomId).execute()
  return before
}

export async function updateViewing(
  tx: Tx,
  roomId: number,
  changes: { readonly [K in keyof Viewing]?: Viewing[K] | undefined },
): Promise<{ before: Viewing; after: Viewing }> {
  const rooms = tx.withTables<RoomTables>()
  const row = await rooms
    .selectFrom('rooms')
    .select(['selection', 'strict', 'image_copies'])
    .where('id', '=', roomId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const before = viewingOf(row)
  const after: Viewing = {
    selection: changes.selection ?? before.selection,
    strict: changes.strict ?? before.strict,
    imageCopies: changes.imageCopies ?? before.imageCopies,
  }
  const to = { selection: after.selection, strict: after.strict, image_copies: after.imageCopies }
  await rooms.updateTable('rooms').set(to).where('id', '=', roomId).execute()
  return { before, after }
}

export async function updateWatermarkStyle(
  tx: Tx,
  roomId: number,
  { density, strength }: WatermarkStyle,
): Promise<WatermarkStyle> {
  const rooms = tx.withTables<RoomTables>()
  const row = await rooms
    .selectFrom('rooms')
    .select(['mark_density', 'mark_strength'])
    .where('id', '=', roomId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await rooms
    .updateTable('rooms')
    .set({ mark_density: density, mark_strength: strength })
    .where('id', '=', roomId)
    .execute()
  return watermarkStyleOf(row)
}

export const updateSecondStep = (tx: Tx, roomId: number, isOn: boolean): Promise<boolean> =>
  switchTo(tx, roomId, 'second_step', isOn)

export const updateCrossing = (tx: Tx, roomId: number, isOn: boolean): Promise<boolean> =>
  switchTo(tx, roomId, 'crossing', isOn)

export async function updateSignOn(
  tx: Tx,
  roomId: number,
  settings: SignOnSettings,
): Promise<SignOnSettings | null> {
  const rooms = tx.withTables<RoomTables>()
  const before = await rooms
    .selectFrom('rooms')
    .select('sign_on')
    .where('id', '=', roomId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await rooms
    .updateTable('rooms')
    .set({ sign_on: JSON.stringify(settings) })
    .where('id', '=', roomId)
    .execute()
  return before.sign_on
}

export async function updateStepRules(
  tx: Tx,
  roomId: number,
  rules: StepRules,
): Promise<StepRules | null> {
  const rooms = tx.withTables<RoomTables>()
  const before = await rooms
    .selectFrom('rooms')
    .select('step_rules')
    .where('id', '=', roomId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await rooms
    .updateTable('rooms')
    .set({ step_rules: JSON.stringify(rules) })
    .where('id', '=', roomId)
    .execute()
  return before.step_rules
}

export const updateDailyMail = (tx: Tx, roomId: number, isOn: boolean): Promise<boolean> =>
  switchTo(tx, roomId, 'daily_mail', isOn)

export const updateStaging = (tx: Tx, roomId: number, isOn: boolean): Promise<boolean> =>
  switchTo(tx, roomId, 'staging', isOn)

/** Items keep their order. */
export async function updateNumbering(
  tx: Tx,
  roomId: number,
  { numbering, scope, inNames }: Omit<NumberingSettings, 'isOrdered'>,
): Promise<void> {
  await tx
    .withTables<RoomTables>()
    .updateTable('rooms')
    .set({
      numbering,
      numbering_scope: scope,
      numbered_names: inNames,
      ...(numbering === 'off' ? {} : { is_ordered: true }),
    })
    .where('id', '=', roomId)
    .execute()
}

export async function updateReadingLimits(
  tx: Tx,
  roomId: number,
  limits: ReadingLimits,
): Promise<ReadingLimits> {
  const rooms = tx.withTables<RoomTables>()
  const row = await rooms
    .selectFrom('rooms')
    .select('reading_limits')
    .where('id', '=', roomId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const value = sql<ReadingLimits>`${JSON.stringify(limits)}::jsonb`
  await rooms.updateTable('rooms').set({ reading_limits: value }).where('id', '=', roomId).execute()
  return { ...READING_LIMITS, ...row.reading_limits }
}

async function switchTo(
  tx: Tx,
  roomId: number,
  column: 'second_step' | 'crossing' | 'daily_mail' | 'staging',
  isOn: boolean,
): Promise<boolean> {
  const updated = await tx
    .withTables<RoomTables>()
    .updateTable('rooms')
    .set({ [column]: isOn })
    .where('id', '=', roomId)
    .where(column, '!=', isOn)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Callers lock it before any item, which prevents deadlocks. */
export async function holdTree(tx: Tx, roomId: number): Promise<void> {
  await tx
    .withTables<RoomTables>()
    .selectFrom('rooms')
    .select('id')
    .where('id', '=', roomId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function bookStorage(
  tx: Tx,
  roomId: number,
  bytes: number,
  files: number,
): Promise<boolean> {
  const booked = await tx
    .withTables<RoomTables>()
    .updateTable('rooms')
    .set({ storage_used: sql`storage_used + ${bytes}`, file_count: sql`file_count + ${files}` })
    .where('id', '=', roomId)
    .where(sql<boolean>`(${bytes} <= 0 or storage_used + ${bytes} <= storage_limit)`)
    .executeTakeFirst()
  return booked.numUpdatedRows === 1n
}

export async function moveAnnounced(
  tx: Tx,
  roomId: number,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const moved = await tx
    .withTables<RoomTables>()
    .updateTable('rooms')
    .set({ announced_version: to })
    .where('id', '=', roomId)
    .where('announced_version', '=', from)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

export async function noteArchived(tx: Tx, roomId: number, at: Date): Promise<void> {
  await tx
    .withTables<RoomTables>()
    .updateTable('rooms')
    .set({ archived_at: at })
    .where('id', '=', roomId)
    .execute()
}

export async function bookMembers(tx: Tx, roomId: number, members: number): Promise<boolean> {
  const booked = await tx
    .withTables<RoomTables>()
    .updateTable('rooms')
    .set({ member_count: sql`member_count + ${members}` })
    .where('id', '=', roomId)
    .where(
      sql<boolean>`(${members} < 0 or user_limit = ${LIMITS.usersUnlimited} or member_count + ${members} <= user_limit)`,
    )
    .executeTakeFirst()
  return booked.numUpdatedRows === 1n
}
