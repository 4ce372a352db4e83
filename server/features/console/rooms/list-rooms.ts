import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { readRoom, rooms } from '../../../../contract/features/console/console-rooms.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { countRoomsLike, findListedRoom, findRooms, type ListedRoom } from './rooms.read.ts'

const place = z.tuple([z.union([z.int(), z.string().max(1_000)]), z.int()])

const presentRoom = (room: ListedRoom): PayloadIn<typeof readRoom> => ({
  ...{ roomId: room.id, roomNo: room.room_no, name: room.name, phase: room.phase },
  ...{ createdAt: room.created_at.toISOString(), closesAt: room.closes_at?.toISOString() ?? null },
  ...{
    used: room.storage_used,
    storage: room.storage_limit,
    people: room.member_count,
    users: room.user_limit,
  },
  documents: room.file_count,
})

export async function listRooms(db: Queryable, query: z.output<(typeof rooms)['query']>) {
  const {
    cursor,
    limit = LIMITS.listDefault,
    sort = 'number',
    order = sort === 'name' || sort === 'phase' ? 'up' : 'down',
  } = query
  const after = cursor === undefined ? undefined : decodeCursor(cursor, place)
  // Other sort orders have incomparable keys.
  if (after && (typeof after[0] === 'string') !== (sort === 'name'))
    throw new Refusal('BAD_REQUEST')
  const search = query.search?.normalize('NFC').trim() || undefined
  const found = await findRooms(db, { search, sort, isUp: order === 'up', after, limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, ({ key, id }) => encodeCursor([key, id]))
  return { payload: rows.map(presentRoom), nextCursor, total: await countRoomsLike(db, search) }
}

/** @throws Refusal NOT_FOUND */
export async function readRoomOf(
  db: Queryable,
  roomId: number,
): Promise<PayloadIn<typeof readRoom>> {
  const room = await findListedRoom(db, roomId)
  if (!room) throw new Refusal('NOT_FOUND')
  return presentRoom(room)
}
