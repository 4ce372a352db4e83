import { LIMITS } from '../../../contract/core/limits.ts'
import type { CONFIRMATIONS } from '../../../contract/proof/destruction.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Doer, machine } from '../activity/index.ts'
import { findAllOperators, findReachable } from '../members/index.ts'
import { findRoom, type RoomRow } from '../rooms/index.ts'
import { withFreshCode } from '../session/index.ts'
import { openCourse, sealCourse } from './course.ts'
import { queueDestruction } from './destroy.job.ts'
import { askedMail, withdrawnMail } from './ending.mails.ts'
import type { EndingParts } from './ending.parts.ts'
import { type DestructionRow, findDestruction, findOperators } from './ending.read.ts'
import { confirmersOf } from './ending.rules.ts'
import {
  deleteDestruction,
  findVault,
  holdRoom,
  insertDestruction,
  moveDestruction,
  updateDestroysAt,
  updatePhase,
} from './ending.store.ts'
import { holdAsOperator, movable } from './move-room.ts'

/** What shows that somebody means it: the number of the room, typed, and their own operator code. */
interface Assurance {
  readonly roomNo: string
  readonly code: string
}

/**
 * Does something for an operator who has shown that they mean it. A number that is not the room's costs no try of the code.
 * @throws Refusal ROOM_NUMBER_DIFFERS, CODE_DIFFERS, TOO_MANY
 */
async function assured<T>(
  parts: EndingParts,
  actor: Actor,
  { roomNo, code }: Assurance,
  work: (tx: Tx, room: RoomRow) => Promise<T>,
): Promise<T> {
  if ((await findRoom(parts.database.db, actor.roomId))?.room_no !== roomNo) throw new Refusal('ROOM_NUMBER_DIFFERS')
  const done = await withFreshCode(parts, actor, code, async (tx) => ({ result: await work(tx, await holdAsOperator(tx, parts, actor)) }))
  if (!done) throw new Refusal('CODE_DIFFERS')
  return done.result
}

/** An operator asks for the destruction. @returns when it begins by itself. @throws Refusal DESTRUCTION_ASKED; as `assured` does. */
export const askDestruction = (parts: EndingParts, actor: Actor, assurance: Assurance): Promise<Date> =>
  assured(parts, actor, assurance, (tx, room) => ask(tx, parts, room, { doer: actor, by: actor }))

/** The person at the machine asks for it. @returns when it begins by itself. @throws Refusal DESTRUCTION_ASKED, ROOM_CLOSED */
export const askAtMachine = (parts: EndingParts, roomId: number): Promise<Date> =>
  parts.database.transaction(async (tx) => ask(tx, parts, await holdRoom(tx, roomId), { doer: machine(roomId), by: undefined }))

/** Who is told what becomes of a room: whoever may enter it, and operators whom another one has blocked. */
async function findConcerned(tx: Tx, roomId: number) {
  const reachable = await findReachable(tx, roomId)
  const known = new Set(reachable.map(({ id }) => id))
  return [...reachable, ...(await findAllOperators(tx, roomId)).filter(({ id }) => !known.has(id))]
}

interface Asker {
  readonly userId: number
  readonly name: string
  readonly email: string
}

async function ask(tx: Tx, parts: EndingParts, room: RoomRow, { doer, by }: { doer: Doer; by: Asker | undefined }): Promise<Date> {
  movable(room)
  if (await findDestruction(tx, room.id)) throw new Refusal('DESTRUCTION_ASKED')
  const at = parts.clock.now()
  const dueAt = new Date(at.getTime() + LIMITS.destructionWaitMs)
  const confirmers = confirmersOf(await findOperators(tx, room.id), by?.userId, at)
  const sealed = await sealCourse(parts.retention, tx, room.id, {
    room: { roomNo: room.room_no, name: room.name, vault: await findVault(tx, room.id) },
    asked: { at: at.toISOString(), by: by ? { name: by.name, email: by.email } : null },
    ...{ confirmed: null, people: [], destroyed: null, keyDestroyedAt: null },
  })
  await insertDestruction(tx, { roomId: room.id, at, askedBy: by?.userId ?? null, confirmers, sealed })
  await updateDestroysAt(tx, room.id, dueAt)
  await parts.activity.record(tx, doer, 'room.destruction-asked', { destroysAt: dueAt.toISOString() })
  await parts.bus.publish(tx, { room: room.id, kind: 'room' })
  for (const { id, name, email } of await findConcerned(tx, room.id)) {
    const mail = askedMail({ name, email }, room, { dueAt, by, isConfirmable: confirmers.length > 0, publicUrl: parts.publicUrl })
    await parts.outbox.queue(tx, { roomId: room.id, memberId: id, kind: 'destruction-asked', mail })
  }
  return dueAt
}

/** What was asked for and has not begun. @throws Refusal NO_DESTRUCTION */
async function requireAsked(tx: Tx, roomId: number): Promise<DestructionRow> {
  const asked = await findDestruction(tx, roomId)
  if (asked?.state !== 'asked') throw new Refusal('NO_DESTRUCTION')
  return asked
}

/**
 * Another operator confirms, where both were operators for long enough when it was asked for: whoever asks could make a second one.
 * @throws Refusal NO_DESTRUCTION, SECOND_OPERATOR; as `assured` does.
 */
export const confirmDestruction = (parts: EndingParts, actor: Actor, assurance: Assurance): Promise<void> =>
  assured(parts, actor, assurance, async (tx, room) => {
    const asked = await requireAsked(tx, room.id)
    if (!asked.confirmers.includes(actor.userId)) throw new Refusal('SECOND_OPERATOR')
    await commence(tx, parts, room, asked, { doer: actor, how: 'operator', by: { name: actor.name, email: actor.email } })
  })

/** The person at the machine takes the place of whoever would ask and confirm; what has begun already is left as it is. @throws Refusal ROOM_CLOSED */
export const destroyAtMachine = (parts: EndingParts, roomId: number): Promise<void> =>
  parts.database.transaction(async (tx) => {
    const room = await holdRoom(tx, roomId)
    const doer = machine(roomId)
    if (!(await findDestruction(tx, roomId))) await ask(tx, parts, room, { doer, by: undefined })
    const asked = await findDestruction(tx, roomId)
    if (asked?.state === 'asked') await commence(tx, parts, room, asked, { doer, how: 'machine', by: null })
  })

/** Nobody has confirmed it, and nobody has withdrawn it: its time has come. */
export const confirmByTime = (parts: EndingParts, roomId: number): Promise<void> =>
  parts.database.transaction(async (tx) => {
    const room = await holdRoom(tx, roomId)
    const asked = await findDestruction(tx, roomId)
    if (asked?.state !== 'asked' || room.destroys_at === null || room.destroys_at > parts.clock.now()) return
    await commence(tx, parts, room, asked, { doer: machine(roomId), how: 'time', by: null })
  })

interface Confirmation {
  readonly doer: Doer
  readonly how: (typeof CONFIRMATIONS)[number]
  readonly by: { readonly name: string; readonly email: string } | null
}

/** From here on it does not stop: nobody enters any more, and whoever is told of it at the end is known. */
export async function commence(
  tx: Tx,
  parts: EndingParts,
  room: RoomRow,
  asked: DestructionRow,
  { doer, how, by }: Confirmation,
): Promise<void> {
  const at = parts.clock.now()
  const people = (await findConcerned(tx, room.id)).map(({ name, email }) => ({ name, email }))
  const course = await openCourse(parts.retention, tx, room.id, asked.sealed)
  const confirmed = { at: at.toISOString(), how, by }
  const sealed = await sealCourse(parts.retention, tx, room.id, { ...course, confirmed, people })
  await moveDestruction(tx, room.id, { from: 'asked', to: 'confirmed', confirmed_at: at, sealed })
  await updatePhase(tx, room.id, 'destroying', at)
  await updateDestroysAt(tx, room.id, null)
  await parts.activity.record(tx, doer, 'room.destruction-confirmed', { by: how })
  await parts.bus.publish(tx, { room: room.id, kind: 'room' })
  await queueDestruction(tx, room.id)
}

/** Any operator takes back what was asked for. @throws Refusal NO_DESTRUCTION */
export const withdrawDestruction = (parts: EndingParts, actor: Actor): Promise<void> =>
  parts.database.transaction(async (tx) => withdraw(tx, parts, await holdAsOperator(tx, parts, actor), { doer: actor, by: actor }))

/** The same by the person at the machine, for a room whose operators were all blocked by the one who asked. @throws Refusal NO_DESTRUCTION */
export const withdrawAtMachine = (parts: EndingParts, roomId: number): Promise<void> =>
  parts.database.transaction(async (tx) => withdraw(tx, parts, await holdRoom(tx, roomId), { doer: machine(roomId), by: undefined }))

async function withdraw(tx: Tx, parts: EndingParts, room: RoomRow, { doer, by }: { doer: Doer; by: Actor | undefined }): Promise<void> {
  await requireAsked(tx, room.id)
  await deleteDestruction(tx, room.id)
  await updateDestroysAt(tx, room.id, null)
  await parts.activity.record(tx, doer, 'room.destruction-withdrawn', {})
  await parts.bus.publish(tx, { room: room.id, kind: 'room' })
  for (const { id, name, email } of await findConcerned(tx, room.id)) {
    const mail = withdrawnMail({ name, email }, room, { by, publicUrl: parts.publicUrl })
    await parts.outbox.queue(tx, { roomId: room.id, memberId: id, kind: 'destruction-withdrawn', mail })
  }
}
