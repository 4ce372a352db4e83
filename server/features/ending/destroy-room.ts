import { machine } from '../activity/index.ts'
import { endSessionsOf } from '../session/index.ts'
import { certify } from './certify.ts'
import { type Course, openCourse, sealCourse } from './course.ts'
import { gatherDestroyed } from './destruction-facts.ts'
import { deleteHoldings, findLeftHoldings } from './empty-room.store.ts'
import type { EndingParts } from './ending.parts.ts'
import { type DestructionRow, findDestruction } from './ending.read.ts'
import { blankRoom, holdRoom, moveDestruction } from './ending.store.ts'
import type { DestructionState } from './ending.tables.ts'
import { tombstoneOf } from './restored-rooms.ts'

type Step = (parts: EndingParts, destruction: DestructionRow, signal: AbortSignal | undefined) => Promise<void>

/**
 * What a destruction does next. Each step can be begun anew wherever it was cut off, and by several nodes at once: what is done is found done,
 * and one of them moves the state.
 */
const STEPS: Partial<Record<DestructionState, Step>> = { confirmed: destroyKey, key_destroyed: empty, emptied: certify }

/** One step of a destruction. @returns whether there was one. */
async function takeStep(parts: EndingParts, roomId: number, signal?: AbortSignal): Promise<boolean> {
  const destruction = await findDestruction(parts.database.db, roomId)
  const step = destruction && STEPS[destruction.state]
  if (!step) return false
  await step(parts, destruction, signal)
  return true
}

/** Carries on a destruction that has begun, to its end. */
export async function carryOn(parts: EndingParts, roomId: number, signal?: AbortSignal): Promise<void> {
  do signal?.throwIfAborted()
  while (await takeStep(parts, roomId, signal))
}

/** Sessions end, what is destroyed is counted while it can be, and the key goes: from here on nothing of the room opens. */
async function destroyKey(parts: EndingParts, { room_id: roomId, sealed }: DestructionRow, signal: AbortSignal | undefined): Promise<void> {
  const { database, retention, keyStore, clock } = parts
  await database.transaction((tx) => endSessionsOf(tx, parts, { roomId }, 'destroyed'))
  const course = await recordDestroyed(parts, roomId, await openCourse(retention, database.db, roomId, sealed), signal)
  const now = (): string => course.keyDestroyedAt ?? clock.now().toISOString()
  await keyStore.destroyShredKey(course.room.vault, tombstoneOf({ ...course, keyDestroyedAt: now() }))
  await database.transaction(async (tx) => {
    // By the clock behind it: killed in between, a time from before would be days too early.
    const done = await sealCourse(retention, tx, roomId, { ...course, keyDestroyedAt: now() })
    if (!(await moveDestruction(tx, roomId, { from: 'confirmed', to: 'key_destroyed', sealed: done }))) return
    await parts.activity.record(tx, machine(roomId), 'room.key-destroyed', {})
    await parts.bus.publish(tx, { room: roomId, kind: 'room' })
  })
}

/** Counts what is about to go, and puts it on record before it cannot be counted any more. What another process has put there stays. */
async function recordDestroyed(parts: EndingParts, roomId: number, known: Course, signal: AbortSignal | undefined): Promise<Course> {
  if (known.destroyed) return known
  const counted = { ...known, destroyed: await gatherDestroyed(parts, roomId, signal) }
  return parts.database.transaction(async (tx) => {
    const row = await findDestruction(tx, roomId)
    if (row?.state !== 'confirmed') return counted
    const recorded = await openCourse(parts.retention, tx, roomId, row.sealed)
    if (recorded.destroyed) return recorded
    await moveDestruction(tx, roomId, {
      ...{ from: 'confirmed', to: 'confirmed' },
      sealed: await sealCourse(parts.retention, tx, roomId, counted),
    })
    return counted
  })
}

/** Rows and blobs go. A work that was begun before may have left a row behind the first look, so it is looked until there is none. */
async function empty(parts: EndingParts, { room_id: roomId, sealed }: DestructionRow, signal: AbortSignal | undefined): Promise<void> {
  const { database, retention } = parts
  const { destroyed } = await openCourse(retention, database.db, roomId, sealed)
  do {
    await deleteHoldings(database, roomId, ['gone'], signal)
    await parts.removeFreedBlobs()
    await parts.removeMails(roomId)
  } while (!(await noteEmptied(parts, roomId, destroyed)))
}

/** @returns false where something is left: whoever writes for the room holds it, so that here nobody is writing any more. */
function noteEmptied(parts: EndingParts, roomId: number, destroyed: Course['destroyed']): Promise<boolean> {
  return parts.database.transaction(async (tx) => {
    await holdRoom(tx, roomId)
    if ((await findLeftHoldings(tx, roomId)).length > 0) return false
    if (!(await moveDestruction(tx, roomId, { from: 'key_destroyed', to: 'emptied' }))) return true
    await blankRoom(tx, roomId, parts.clock.now())
    const { documents, versions } = destroyed ?? { documents: { count: 0 }, versions: { count: 0, bytes: 0 } }
    const told = { documents: documents.count, versions: versions.count, bytes: versions.bytes }
    await parts.activity.record(tx, machine(roomId), 'room.destroyed', told)
    return true
  })
}
