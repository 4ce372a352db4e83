import { z } from 'zod'
import { isUntil } from '../../../contract/core/permissions.ts'
import type { Tx } from '../../platform/db/database.ts'
import { machine } from '../activity/index.ts'
import { findRoom } from '../rooms/index.ts'
import { commence } from './ask-destruction.ts'
import { type Course, sealCourse } from './course.ts'
import type { EndingParts } from './ending.parts.ts'
import { findDestruction } from './ending.read.ts'
import { deleteDestruction, holdRoom, insertDestruction } from './ending.store.ts'

/** What stands in place of a destroyed key, for a database that is put back to before. It names nobody. */
const tombstone = z.object({
  roomNo: z.string(),
  askedAt: z.iso.datetime(),
  confirmedAt: z.iso.datetime().nullable(),
  keyDestroyedAt: z.iso.datetime().nullable(),
})

export const tombstoneOf = ({ room, asked, confirmed, keyDestroyedAt }: Course): Buffer =>
  Buffer.from(JSON.stringify({ roomNo: room.roomNo, askedAt: asked.at, confirmedAt: confirmed?.at ?? null, keyDestroyedAt }))

/**
 * Ends a room once more that the database takes for living, though its key was destroyed: it was put back to an earlier day. A key that is missing
 * without a tombstone destroys nothing: it may come back from its backup.
 */
export async function endRestored(parts: EndingParts, roomId: number, vault: string): Promise<void> {
  const left = await parts.keyStore.tombstoneOf(vault)
  if (left) await parts.database.transaction((tx) => endAgain(tx, parts, roomId, { vault, left }))
}

async function endAgain(tx: Tx, parts: EndingParts, roomId: number, { vault, left }: { vault: string; left: Buffer }): Promise<void> {
  const room = await holdRoom(tx, roomId)
  // Since it was found living its end may have come in the ordinary way, and that is whose tombstone this is.
  if (!isUntil(room.phase, 'closed')) return
  const { askedAt, keyDestroyedAt } = tombstone.parse(JSON.parse(left.toString()))
  // One that was asked for when the backup was made has been confirmed since.
  await deleteDestruction(tx, roomId)
  const at = new Date(askedAt)
  const sealed = await sealCourse(parts.retention, tx, roomId, {
    room: { roomNo: room.room_no, name: room.name, vault },
    asked: { at: askedAt, by: null },
    ...{ confirmed: null, people: [], destroyed: null, keyDestroyedAt },
  })
  await insertDestruction(tx, { roomId, at, askedBy: null, confirmers: [], sealed, restored: true })
  const asked = await findDestruction(tx, roomId)
  if (!asked) return
  parts.log.warn({ roomId }, 'the database was put back to before the destruction of a room: it is destroyed again')
  await commence(tx, parts, room, asked, { doer: machine(roomId), how: 'restored', by: null })
}

/** Destroys the key of a destroyed room once more: the key folder was put back to an earlier day, and older backups of the data would open. */
export async function destroyReturned({ database, keyStore, log }: EndingParts, roomId: number, vault: string): Promise<void> {
  if (!(await keyStore.holdsShredKey(vault))) return
  const room = await findRoom(database.db, roomId)
  const destruction = await findDestruction(database.db, roomId)
  if (!room || !destruction) return
  const [askedAt, confirmedAt] = [destruction.asked_at, destruction.confirmed_at]
  const left = {
    roomNo: room.room_no,
    askedAt: askedAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    keyDestroyedAt: null,
  }
  log.error({ roomId }, 'the key folder was put back to before the destruction of a room: its key is destroyed again')
  await keyStore.destroyShredKey(vault, Buffer.from(JSON.stringify(left)))
}
