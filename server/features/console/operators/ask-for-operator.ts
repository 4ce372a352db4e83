import { z } from 'zod'
import type { Language } from '../../../../contract/core/language.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { isPhaseAtMost } from '../../../../contract/core/permissions.ts'
import type { askForOperator } from '../../../../contract/features/console/console-rooms.ts'
import type {
  AskedState,
  OperatorRequestState,
} from '../../../../contract/features/console/operator-request-states.ts'
import { relyOn } from '../../../access/rules-in-use.store.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { parseAddress } from '../../../platform/mail/address.ts'
import { identityOf, reachableOperators } from '../../members/index.ts'
import { lockTree, roomOf } from '../../rooms/index.ts'
import { operatorRequestMail } from '../console.mails.ts'
import type { ConsoleParts } from '../console.parts.ts'
import { noteDone } from '../console-log.store.ts'
import {
  type Administrator,
  type ConsoleChanges,
  governingActorOf,
} from '../session/administrator-guard.ts'
import {
  findRequests,
  findWaiting,
  insertRequest,
  type OperatorRequestRow,
} from './operator-requests.store.ts'

const DAY_MS = 86_400_000

/** Operators must be able to follow the requests. */
const WAITING_MAX = 3

const askedStateOf = (state: OperatorRequestState): AskedState =>
  state === 'done' || state === 'failed' ? 'ended' : state

const presentRequest = ({ id, kind, email, state, created_at, due_at }: OperatorRequestRow) => ({
  ...{
    id,
    kind,
    email,
    state: askedStateOf(state),
    createdAt: created_at.toISOString(),
    dueAt: due_at.toISOString(),
  },
})

interface AskForOperatorInput {
  readonly roomId: number
  readonly body: z.output<(typeof askForOperator)['body']>
  readonly language: Language
}

/**
 * The answer hides whether the room knows the address.
 * @throws Refusal BAD_REQUEST, EMAIL_FORMAT, NOT_FOUND, ROOM_ENDED, REQUEST_WAITING, REQUEST_LIMIT, UPGRADE_RUNNING
 */
export async function askFor(
  parts: ConsoleParts,
  change: ConsoleChanges,
  actor: Administrator,
  { roomId, body, language }: AskForOperatorInput,
) {
  const { kind, name } = body
  if ((kind === 'operator') !== (name !== undefined)) throw new Refusal('BAD_REQUEST')
  const email = parseAddress(body.email.trim())
  if (email === undefined)
    throw new Refusal('EMAIL_FORMAT', { variables: { list: body.email.trim().slice(0, 254) } })
  return change(actor, async (tx) => {
    const { activity, bus, clock, outbox, publicUrl } = parts
    await roomOf(tx, roomId)
    await lockTree(tx, roomId)
    const room = await roomOf(tx, roomId)
    if (!isPhaseAtMost(room.phase, 'closed')) throw new Refusal('ROOM_ENDED')
    // Earlier releases would keep destroyed rooms' personal data.
    await relyOn(tx, RELEASE_RULES.console)
    const isSame = (other: OperatorRequestRow) =>
      other.kind === kind && identityOf(other.email) === identityOf(email)
    const waiting = await findWaiting(tx, roomId)
    if (waiting.some(isSame)) throw new Refusal('REQUEST_WAITING')
    if (waiting.length >= WAITING_MAX) throw new Refusal('REQUEST_LIMIT')
    const at = clock.now()
    const dueAt = new Date(at.getTime() + DAY_MS)
    const asked = await insertRequest(tx, {
      ...{
        room_id: roomId,
        kind,
        email,
        name: name ?? null,
        language,
        created_at: at,
        due_at: dueAt,
      },
      ...{
        made_by: actor.administratorId,
        asked_by: actor.name,
        asked_by_email: actor.email,
        address: actor.address,
      },
    })
    await activity.record(tx, { ...governingActorOf(actor), roomId }, 'operator.asked', {
      request: kind,
      email,
      name,
      dueAt: dueAt.toISOString(),
    })
    await noteDone(tx, { by: actor, kind: `operator.asked-${kind}`, roomId, about: email, at })
    await bus.publish(tx, { room: roomId, kind: 'room' })
    const whom = name === undefined ? email : `${name} (${email})`
    for (const operator of await reachableOperators(tx, roomId)) {
      const mail = operatorRequestMail(operator, room, { kind, whom, by: actor, dueAt, publicUrl })
      await outbox.queue(tx, { roomId, memberId: operator.id, kind: 'operator-asked', mail })
    }
    return presentRequest(asked)
  })
}

const place = z.tuple([z.int()])

interface Paging {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** @throws Refusal NOT_FOUND */
export async function listRequests(
  db: Queryable,
  roomId: number,
  { cursor, limit = LIMITS.listDefault }: Paging,
) {
  await roomOf(db, roomId)
  const before = cursor === undefined ? undefined : decodeCursor(cursor, place)[0]
  const found = await findRequests(db, roomId, { before, limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, ({ id }) => encodeCursor([id]))
  return { payload: rows.map(presentRequest), nextCursor }
}
