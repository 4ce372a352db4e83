import { z } from 'zod'
import type { Language } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { isPhaseAtMost } from '../../../../contract/core/permissions.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { parseAddress } from '../../../platform/mail/address.ts'
import { linkOutside } from '../../../platform/mail/mail-links.ts'
import type { AuditActor } from '../../audit/index.ts'
import { closeInADay } from '../../closing/index.ts'
import { builtInFolders, copiedFolders, plantFolders } from '../../documents/index.ts'
import { drawOperator, openRoomByMail } from '../../members/index.ts'
import {
  changeLimits,
  lockTree,
  type RoomLimits,
  type RoomRow,
  renameRoom,
  roomOf,
  roomsAfter,
} from '../../rooms/index.ts'
import type { IntegrationParts } from '../integrations.parts.ts'

// Programs by their key and administrators in the console govern rooms of which they are no members.
const presentRoom = (room: RoomRow) => ({
  roomId: room.id,
  roomNo: room.room_no,
  name: room.name,
  phase: room.phase,
  createdAt: room.created_at.toISOString(),
  closesAt: room.closes_at?.toISOString() ?? null,
})

export const presentClosing = ({ phase, closes_at: closesAt }: RoomRow) => ({
  phase,
  closesAt: closesAt?.toISOString() ?? null,
})

export const presentLimits = ({
  storage_limit: storage,
  storage_used: used,
  user_limit: users,
}: RoomRow) => ({ storage, used, users })

export async function listRoomsForPrograms(
  db: Queryable,
  {
    cursor,
    limit = LIMITS.listDefault,
  }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
) {
  const [after] = cursor === undefined ? [0] : decodeCursor(cursor, z.tuple([z.int()]))
  const { rows, nextCursor } = cutPage(await roomsAfter(db, after, limit + 1), limit, ({ id }) =>
    encodeCursor([id]),
  )
  return { payload: rows.map(presentRoom), nextCursor }
}

/** Locks the room. @throws Refusal NOT_FOUND, ROOM_ENDED */
export async function requireLiving(tx: Tx, roomId: number): Promise<RoomRow> {
  await roomOf(tx, roomId)
  // The room must not close before the change.
  await lockTree(tx, roomId)
  const room = await roomOf(tx, roomId)
  if (!isPhaseAtMost(room.phase, 'frozen')) throw new Refusal('ROOM_ENDED')
  return room
}

/** The program or administrator, whom the log of the room names. */
export type GoverningActor = Omit<AuditActor, 'roomId'>

interface NewRoom {
  readonly name: string
  readonly operator: { readonly name: string; readonly email: string }
  readonly storage?: number | undefined
  readonly users?: number | undefined
  readonly template?: string | undefined
  /** Folders are copied from this room. Programs and administrators know of every room. */
  readonly structureOf?: number | undefined
}

/**
 * Draws PIN and code, whose slow hashing must not hold a transaction.
 * @returns what makes the room inside one.
 * @throws Refusal EMAIL_FORMAT, TEMPLATE_UNKNOWN, NOT_FOUND, ROOM_ENDED, STRUCTURE_TOO_LARGE
 */
export async function prepareRoom(
  parts: Pick<
    IntegrationParts,
    'secrets' | 'clock' | 'outbox' | 'publicUrl' | 'makeRoom' | 'activity'
  >,
  by: GoverningActor,
  { room, language }: { readonly room: NewRoom; readonly language: Language },
) {
  const operatorEmail = parseAddress(room.operator.email.trim())
  if (operatorEmail === undefined)
    throw new Refusal('EMAIL_FORMAT', {
      variables: { list: room.operator.email.trim().slice(0, 254) },
    })
  const template = room.template === undefined ? undefined : builtInFolders(room.template)
  if (room.template !== undefined && !template) throw new Refusal('TEMPLATE_UNKNOWN')
  const request = {
    name: room.name,
    operatorName: room.operator.name,
    operatorEmail,
    by,
    storageLimit: room.storage,
    userLimit: room.users,
  }
  const drawn = await drawOperator(parts.secrets)
  return async (tx: Tx) => {
    const opened = await openRoomByMail(tx, parts, parts.makeRoom, {
      request,
      drawn,
      inviter: by.name,
      language,
    })
    const { folders, name } = template ?? {
      folders: await foldersFor(tx, room.structureOf),
      name: undefined,
    }
    if (folders.length > 0)
      await plantFolders(tx, parts, {
        doer: { ...by, roomId: opened.roomId },
        folders,
        template: name,
      })
    return { ...opened, url: linkOutside(parts.publicUrl, '/login') }
  }
}

/** @throws Refusal NOT_FOUND, ROOM_ENDED */
async function foldersFor(tx: Tx, roomId: number | undefined) {
  if (roomId === undefined) return []
  await requireLiving(tx, roomId)
  return copiedFolders(tx, roomId)
}

type ChangingParts = Pick<IntegrationParts, 'activity' | 'bus' | 'clock' | 'outbox' | 'publicUrl'>

/** @throws Refusal NOT_FOUND, ROOM_ENDED */
export async function renameRoomFromOutside(
  tx: Tx,
  parts: ChangingParts,
  by: GoverningActor,
  to: { roomId: number; name: string },
): Promise<null> {
  await requireLiving(tx, to.roomId)
  await renameRoom(tx, parts, { ...by, roomId: to.roomId }, to.name)
  return null
}

/** @throws Refusal NOT_FOUND, ROOM_ENDED */
export async function closeRoomFromOutside(
  tx: Tx,
  parts: ChangingParts,
  by: GoverningActor,
  roomId: number,
  { logsRepetition = false } = {},
) {
  await roomOf(tx, roomId)
  await closeInADay(tx, parts, { ...by, roomId }, { logsRepetition })
  return presentClosing(await roomOf(tx, roomId))
}

/** @throws Refusal NOT_FOUND, ROOM_ENDED, STORAGE_IN_USE */
export async function limitRoomFromOutside(
  tx: Tx,
  parts: ChangingParts,
  by: GoverningActor,
  { roomId, ...to }: RoomLimits & { roomId: number },
) {
  await requireLiving(tx, roomId)
  await changeLimits(tx, parts, { ...by, roomId }, to)
  return presentLimits(await roomOf(tx, roomId))
}
