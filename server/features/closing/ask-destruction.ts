import { LIMITS } from '../../../contract/core/limits.ts'
import type { CONFIRMATIONS } from '../../../contract/proof/destruction.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type AuditActor, machine } from '../audit/index.ts'
import { reachableAndOperators } from '../members/index.ts'
import { type RoomRow, roomIfAny } from '../rooms/index.ts'
import { withFreshCode } from '../session/index.ts'
import { askedMail, withdrawnMail } from './closing.mails.ts'
import type { ClosingParts } from './closing.parts.ts'
import { type DestructionRow, findDestruction, findOperators } from './closing.read.ts'
import { confirmersOf } from './closing.rules.ts'
import {
  deleteDestruction,
  findVault,
  holdRoom,
  insertDestruction,
  moveDestruction,
  updateDestroysAt,
  updatePhase,
} from './closing.store.ts'
import { queueDestruction } from './destroy.job.ts'
import { destructionRecord, openCourse } from './destruction-record.ts'
import { holdAsOperator, movable } from './move-room.ts'

type AskingParts = Pick<
  ClosingParts,
  | 'outbox'
  | 'bus'
  | 'secrets'
  | 'throttle'
  | 'publicUrl'
  | 'confirm'
  | 'database'
  | 'activity'
  | 'retention'
  | 'clock'
>
type ConfirmingParts = Pick<
  ClosingParts,
  'bus' | 'secrets' | 'throttle' | 'confirm' | 'database' | 'activity' | 'retention' | 'clock'
>
type BeginningParts = Pick<
  ClosingParts,
  'outbox' | 'bus' | 'publicUrl' | 'database' | 'activity' | 'retention' | 'clock'
>

interface Assurance {
  readonly roomNo: string
  readonly code: string
}

/** A wrong room number is no failed code. @throws Refusal ROOM_NUMBER_DIFFERS, CODE_DIFFERS, TOO_MANY */
async function assured<T>(
  parts: Pick<ClosingParts, 'secrets' | 'throttle' | 'confirm' | 'database' | 'activity' | 'clock'>,
  actor: Actor,
  { roomNo, code }: Assurance,
  work: (tx: Tx, room: RoomRow) => Promise<T>,
): Promise<T> {
  if ((await roomIfAny(parts.database.db, actor.roomId))?.room_no !== roomNo)
    throw new Refusal('ROOM_NUMBER_DIFFERS')
  const done = await withFreshCode(parts, actor, code, async (tx) => ({
    result: await work(tx, await holdAsOperator(tx, parts, actor)),
  }))
  if (!done) throw new Refusal('CODE_DIFFERS')
  return done.result
}

/** @returns the latest start. @throws Refusal DESTRUCTION_ASKED; as `assured`. */
export const askDestruction = (
  parts: AskingParts,
  actor: Actor,
  assurance: Assurance,
): Promise<Date> =>
  assured(parts, actor, assurance, (tx, room) => ask(tx, parts, room, { doer: actor, by: actor }))

/** @throws Refusal DESTRUCTION_ASKED, ROOM_CLOSED */
export const askAtMachine = (parts: BeginningParts, roomId: number): Promise<Date> =>
  parts.database.transaction(async (tx) =>
    ask(tx, parts, await holdRoom(tx, roomId), { doer: machine(roomId), by: undefined }),
  )

interface Asker {
  readonly userId: number
  readonly name: string
  readonly email: string
}

async function ask(
  tx: Tx,
  parts: Pick<ClosingParts, 'outbox' | 'bus' | 'publicUrl' | 'activity' | 'retention' | 'clock'>,
  room: RoomRow,
  { doer: auditActor, by }: { doer: AuditActor; by: Asker | undefined },
): Promise<Date> {
  movable(room)
  if (await findDestruction(tx, room.id)) throw new Refusal('DESTRUCTION_ASKED')
  const at = parts.clock.now()
  const dueAt = new Date(at.getTime() + LIMITS.destructionWaitMs)
  const confirmers = confirmersOf(await findOperators(tx, room.id), by?.userId, at)
  const encrypted = await destructionRecord(parts.retention, tx, room.id, {
    room: { roomNo: room.room_no, name: room.name, vault: await findVault(tx, room.id) },
    asked: { at: at.toISOString(), by: by ? { name: by.name, email: by.email } : null },
    ...{ confirmed: null, people: [], destroyed: null, keyDestroyedAt: null },
  })
  await insertDestruction(tx, {
    roomId: room.id,
    at,
    askedBy: by?.userId ?? null,
    confirmers,
    sealed: encrypted,
  })
  await updateDestroysAt(tx, room.id, dueAt)
  await parts.activity.record(tx, auditActor, 'room.destruction-asked', {
    destroysAt: dueAt.toISOString(),
  })
  await parts.bus.publish(tx, { room: room.id, kind: 'room' })
  for (const { id, name, email } of await reachableAndOperators(tx, room.id, parts.clock.now())) {
    const mail = askedMail({ name, email }, room, {
      dueAt,
      by,
      isConfirmable: confirmers.length > 0,
      publicUrl: parts.publicUrl,
    })
    await parts.outbox.queue(tx, { roomId: room.id, memberId: id, kind: 'destruction-asked', mail })
  }
  return dueAt
}

/** @throws Refusal NO_DESTRUCTION */
async function requireAsked(tx: Tx, roomId: number): Promise<DestructionRow> {
  const asked = await findDestruction(tx, roomId)
  if (asked?.state !== 'asked') throw new Refusal('NO_DESTRUCTION')
  return asked
}

/**
 * A requester could appoint a second account, so both must already be senior.
 * @throws Refusal NO_DESTRUCTION, SECOND_OPERATOR; as `assured`
 */
export const confirmDestruction = (
  parts: ConfirmingParts,
  actor: Actor,
  assurance: Assurance,
): Promise<void> =>
  assured(parts, actor, assurance, async (tx, room) => {
    const asked = await requireAsked(tx, room.id)
    if (!asked.confirmers.includes(actor.userId)) throw new Refusal('SECOND_OPERATOR')
    await commence(tx, parts, room, asked, {
      doer: actor,
      how: 'operator',
      by: { name: actor.name, email: actor.email },
    })
  })

/** A running destruction continues unchanged. @throws Refusal ROOM_CLOSED */
export const destroyAtMachine = (parts: BeginningParts, roomId: number): Promise<void> =>
  parts.database.transaction(async (tx) => {
    const room = await holdRoom(tx, roomId)
    const auditActor = machine(roomId)
    if (!(await findDestruction(tx, roomId)))
      await ask(tx, parts, room, { doer: auditActor, by: undefined })
    const asked = await findDestruction(tx, roomId)
    if (asked?.state === 'asked')
      await commence(tx, parts, room, asked, { doer: auditActor, how: 'machine', by: null })
  })

export const confirmByTime = (
  parts: Pick<ClosingParts, 'bus' | 'database' | 'activity' | 'retention' | 'clock'>,
  roomId: number,
): Promise<void> =>
  parts.database.transaction(async (tx) => {
    const room = await holdRoom(tx, roomId)
    const asked = await findDestruction(tx, roomId)
    if (
      asked?.state !== 'asked' ||
      room.destroys_at === null ||
      room.destroys_at > parts.clock.now()
    )
      return
    await commence(tx, parts, room, asked, { doer: machine(roomId), how: 'time', by: null })
  })

interface Confirmation {
  readonly doer: AuditActor
  readonly how: (typeof CONFIRMATIONS)[number]
  readonly by: { readonly name: string; readonly email: string } | null
}

/** Nobody can enter, and the certificate's recipients are fixed. */
export async function commence(
  tx: Tx,
  parts: Pick<ClosingParts, 'bus' | 'activity' | 'retention' | 'clock'>,
  room: RoomRow,
  asked: DestructionRow,
  { doer: auditActor, how, by }: Confirmation,
): Promise<void> {
  const at = parts.clock.now()
  const people = (await reachableAndOperators(tx, room.id, parts.clock.now())).map(
    ({ name, email }) => ({ name, email }),
  )
  const course = await openCourse(parts.retention, tx, room.id, asked.sealed)
  const confirmed = { at: at.toISOString(), how, by }
  const encrypted = await destructionRecord(parts.retention, tx, room.id, {
    ...course,
    confirmed,
    people,
  })
  await moveDestruction(tx, room.id, {
    from: 'asked',
    to: 'confirmed',
    confirmed_at: at,
    sealed: encrypted,
  })
  await updatePhase(tx, room.id, 'destroying', at)
  await updateDestroysAt(tx, room.id, null)
  await parts.activity.record(tx, auditActor, 'room.destruction-confirmed', { by: how })
  await parts.bus.publish(tx, { room: room.id, kind: 'room' })
  await queueDestruction(tx, room.id)
}

/** Any operator may withdraw the request. @throws Refusal NO_DESTRUCTION */
export const withdrawDestruction = (
  parts: Pick<
    ClosingParts,
    'outbox' | 'bus' | 'publicUrl' | 'confirm' | 'database' | 'activity' | 'clock'
  >,
  actor: Actor,
): Promise<void> =>
  parts.database.transaction(async (tx) =>
    withdraw(tx, parts, await holdAsOperator(tx, parts, actor), { doer: actor, by: actor }),
  )

/** Helps if the requester blocked all other operators. @throws Refusal NO_DESTRUCTION */
export const withdrawAtMachine = (
  parts: Pick<ClosingParts, 'outbox' | 'bus' | 'publicUrl' | 'database' | 'activity' | 'clock'>,
  roomId: number,
): Promise<void> =>
  parts.database.transaction(async (tx) =>
    withdraw(tx, parts, await holdRoom(tx, roomId), { doer: machine(roomId), by: undefined }),
  )

async function withdraw(
  tx: Tx,
  parts: Pick<ClosingParts, 'outbox' | 'bus' | 'publicUrl' | 'activity' | 'clock'>,
  room: RoomRow,
  { doer: auditActor, by }: { doer: AuditActor; by: Actor | undefined },
): Promise<void> {
  await requireAsked(tx, room.id)
  await deleteDestruction(tx, room.id)
  await updateDestroysAt(tx, room.id, null)
  await parts.activity.record(tx, auditActor, 'room.destruction-withdrawn', {})
  await parts.bus.publish(tx, { room: room.id, kind: 'room' })
  for (const { id, name, email } of await reachableAndOperators(tx, room.id, parts.clock.now())) {
    const mail = withdrawnMail({ name, email }, room, { by, publicUrl: parts.publicUrl })
    await parts.outbox.queue(tx, {
      roomId: room.id,
      memberId: id,
      kind: 'destruction-withdrawn',
      mail,
    })
  }
}
