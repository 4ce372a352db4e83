import { machine } from '../audit/index.ts'
import { endSessionsOf } from '../session/index.ts'
import { certify } from './certify.ts'
import type { ClosingParts } from './closing.parts.ts'
import { type DestructionRow, findDestruction } from './closing.read.ts'
import { blankRoom, holdRoom, moveDestruction } from './closing.store.ts'
import type { DestructionState } from './closing.tables.ts'
import { gatherDestroyed } from './destruction-facts.ts'
import { type DestructionRecord, destructionRecord, openCourse } from './destruction-record.ts'
import { deleteHoldings, findLeftHoldings } from './empty-room.store.ts'
import { tombstoneOf } from './restored-rooms.ts'

type KeyParts = Pick<
  ClosingParts,
  'keyStore' | 'content' | 'bus' | 'database' | 'activity' | 'retention' | 'clock'
>

type DestructionStep = (
  parts: ClosingParts,
  destruction: DestructionRow,
  signal: AbortSignal | undefined,
) => Promise<void>

/** Steps are idempotent, and one node advances the state. */
const STEPS: Partial<Record<DestructionState, DestructionStep>> = {
  confirmed: destroyKey,
  key_destroyed: empty,
  emptied: certify,
}

/** @returns false if no step is left. */
async function takeStep(
  parts: ClosingParts,
  roomId: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const destruction = await findDestruction(parts.database.db, roomId)
  const step = destruction && STEPS[destruction.state]
  if (!step) return false
  await step(parts, destruction, signal)
  return true
}

export async function resumeDestruction(
  parts: ClosingParts,
  roomId: number,
  signal?: AbortSignal,
): Promise<void> {
  do signal?.throwIfAborted()
  while (await takeStep(parts, roomId, signal))
}

/** Nothing is readable without the key. */
async function destroyKey(
  parts: KeyParts,
  { room_id: roomId, sealed: encrypted }: DestructionRow,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { database, retention, keyStore, clock } = parts
  await database.transaction((tx) => endSessionsOf(tx, parts, { roomId }, 'destroyed'))
  const course = await recordDestroyed(
    parts,
    roomId,
    await openCourse(retention, database.db, roomId, encrypted),
    signal,
  )
  const now = (): string => course.keyDestroyedAt ?? clock.now().toISOString()
  await keyStore.destroyShredKey(
    course.room.vault,
    tombstoneOf({ ...course, keyDestroyedAt: now() }),
  )
  await database.transaction(async (tx) => {
    // After a kill, an earlier time could be days off.
    const done = await destructionRecord(retention, tx, roomId, {
      ...course,
      keyDestroyedAt: now(),
    })
    if (
      !(await moveDestruction(tx, roomId, { from: 'confirmed', to: 'key_destroyed', sealed: done }))
    )
      return
    await parts.activity.record(tx, machine(roomId), 'room.key-destroyed', {})
    await parts.bus.publish(tx, { room: roomId, kind: 'room' })
  })
}

async function recordDestroyed(
  parts: Pick<ClosingParts, 'content' | 'database' | 'retention'>,
  roomId: number,
  known: DestructionRecord,
  signal: AbortSignal | undefined,
): Promise<DestructionRecord> {
  if (known.destroyed) return known
  const counted = { ...known, destroyed: await gatherDestroyed(parts, roomId, signal) }
  return parts.database.transaction(async (tx) => {
    const row = await findDestruction(tx, roomId)
    if (row?.state !== 'confirmed') return counted
    const recorded = await openCourse(parts.retention, tx, roomId, row.sealed)
    if (recorded.destroyed) return recorded
    await moveDestruction(tx, roomId, {
      ...{ from: 'confirmed', to: 'confirmed' },
      sealed: await destructionRecord(parts.retention, tx, roomId, counted),
    })
    return counted
  })
}

/** Earlier work may still add rows. */
async function empty(
  parts: Pick<
    ClosingParts,
    'removeFreedBlobs' | 'removeMails' | 'database' | 'activity' | 'retention' | 'clock'
  >,
  { room_id: roomId, sealed: encrypted }: DestructionRow,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { database, retention } = parts
  const { destroyed } = await openCourse(retention, database.db, roomId, encrypted)
  do {
    await deleteHoldings(database, roomId, ['gone'], signal)
    await parts.removeFreedBlobs()
    await parts.removeMails(roomId)
  } while (!(await noteEmptied(parts, roomId, destroyed)))
}

/** @returns false if rows remain. The room's lock excludes writers. */
function noteEmptied(
  parts: Pick<ClosingParts, 'database' | 'activity' | 'clock'>,
  roomId: number,
  destroyed: DestructionRecord['destroyed'],
): Promise<boolean> {
  return parts.database.transaction(async (tx) => {
    await holdRoom(tx, roomId)
    if ((await findLeftHoldings(tx, roomId)).length > 0) return false
    if (!(await moveDestruction(tx, roomId, { from: 'key_destroyed', to: 'emptied' }))) return true
    await blankRoom(tx, roomId, parts.clock.now())
    const { documents, versions } = destroyed ?? {
      documents: { count: 0 },
      versions: { count: 0, bytes: 0 },
    }
    const reported = { documents: documents.count, versions: versions.count, bytes: versions.bytes }
    await parts.activity.record(tx, machine(roomId), 'room.destroyed', reported)
    return true
  })
}
