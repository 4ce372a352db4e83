import { z } from 'zod'
import { isPhaseAtMost } from '../../../contract/core/permissions.ts'
import type { Tx } from '../../platform/db/database.ts'
import { machine } from '../audit/index.ts'
import { roomIfAny } from '../rooms/index.ts'
import { endSessionsOf } from '../session/index.ts'
import { commence } from './ask-destruction.ts'
import type { ClosingParts } from './closing.parts.ts'
import { findDestruction } from './closing.read.ts'
import { deleteDestruction, findVault, holdRoom, insertDestruction } from './closing.store.ts'
import { type DestructionRecord, destructionRecord } from './destruction-record.ts'
import { changePhase, movable } from './move-room.ts'

type RestoringParts = Pick<
  ClosingParts,
  'keyStore' | 'bus' | 'database' | 'activity' | 'retention' | 'clock' | 'log'
>

/** The tombstone replaces a destroyed key, reveals a restored database and names nobody. */
const tombstone = z.object({
  roomNo: z.string(),
  askedAt: z.iso.datetime(),
  confirmedAt: z.iso.datetime().nullable(),
  keyDestroyedAt: z.iso.datetime().nullable(),
})

export const tombstoneOf = ({
  room,
  asked,
  confirmed,
  keyDestroyedAt,
}: DestructionRecord): Buffer =>
  Buffer.from(
    JSON.stringify({
      roomNo: room.roomNo,
      askedAt: asked.at,
      confirmedAt: confirmed?.at ?? null,
      keyDestroyedAt,
    }),
  )

/** Without a tombstone nothing is destroyed, because a backup may return the key. */
export async function endRestored(
  parts: RestoringParts,
  roomId: number,
  vault: string,
): Promise<void> {
  const left = await parts.keyStore.tombstoneOf(vault)
  if (left) await parts.database.transaction((tx) => endAgain(tx, parts, roomId, { vault, left }))
}

async function endAgain(
  tx: Tx,
  parts: Pick<ClosingParts, 'bus' | 'activity' | 'retention' | 'clock' | 'log'>,
  roomId: number,
  { vault, left }: { vault: string; left: Buffer },
): Promise<void> {
  const room = await holdRoom(tx, roomId)
  if (!isPhaseAtMost(room.phase, 'closed')) return
  const { askedAt, keyDestroyedAt } = tombstone.parse(JSON.parse(left.toString()))
  await deleteDestruction(tx, roomId)
  const at = new Date(askedAt)
  const encrypted = await destructionRecord(parts.retention, tx, roomId, {
    room: { roomNo: room.room_no, name: room.name, vault },
    asked: { at: askedAt, by: null },
    ...{ confirmed: null, people: [], destroyed: null, keyDestroyedAt },
  })
  await insertDestruction(tx, {
    roomId,
    at,
    askedBy: null,
    confirmers: [],
    sealed: encrypted,
    restored: true,
  })
  const asked = await findDestruction(tx, roomId)
  if (!asked) return
  parts.log.warn(
    { roomId },
    'the database was put back to before the destruction of a room: it is destroyed again',
  )
  await commence(tx, parts, room, asked, { doer: machine(roomId), how: 'restored', by: null })
}

/** A restored key could decrypt older data backups. */
export async function destroyReturned(
  { database, keyStore, log }: Pick<ClosingParts, 'keyStore' | 'database' | 'log'>,
  roomId: number,
  vault: string,
): Promise<void> {
  if (!(await keyStore.holdsShredKey(vault))) return
  const room = await roomIfAny(database.db, roomId)
  const destruction = await findDestruction(database.db, roomId)
  if (!room || !destruction) return
  const [askedAt, confirmedAt] = [destruction.asked_at, destruction.confirmed_at]
  const left = {
    roomNo: room.room_no,
    askedAt: askedAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    keyDestroyedAt: null,
  }
  log.error(
    { roomId },
    'the key folder was put back to before the destruction of a room: its key is destroyed again',
  )
  await keyStore.destroyShredKey(vault, Buffer.from(JSON.stringify(left)))
}

/** Operators check people and rights before reopening. */
export async function freezeRestored(
  parts: Pick<ClosingParts, 'database' | 'keyStore' | 'outbox' | 'bus' | 'activity' | 'clock'>,
  roomId: number,
  restoredTo: Date,
): Promise<void> {
  if (await parts.keyStore.tombstoneOf(await findVault(parts.database.db, roomId))) return
  await parts.database.transaction(async (tx) => {
    const room = await holdRoom(tx, roomId)
    if (!isPhaseAtMost(room.phase, 'closed')) return
    await endSessionsOf(tx, parts, { roomId }, 'expired')
    const to = room.phase === 'open' ? 'frozen' : movable(room)
    await changePhase(tx, parts, room, {
      doer: machine(roomId),
      to,
      restoredTo: restoredTo.toISOString(),
    })
  })
}
