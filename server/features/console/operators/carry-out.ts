import { z } from 'zod'
import { isPhaseAtMost } from '../../../../contract/core/permissions.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { jobType } from '../../../platform/jobs/job.ts'
import {
  drawOperator,
  invitePrepared,
  prepareInvitation,
  resetOperator,
} from '../../members/index.ts'
import { roomOf } from '../../rooms/index.ts'
import type { ConsoleParts } from '../console.parts.ts'
import { noteDone } from '../console-log.store.ts'
import { governingActorOf } from '../session/administrator-guard.ts'
import {
  findDue,
  holdRequest,
  type OperatorRequestRow,
  settleRequest,
} from './operator-requests.store.ts'

export const carryOutJob = jobType('console.carryOut', z.object({ id: z.int().positive() }), {
  maxAttempts: 12,
})

/** These refusals are temporary. */
const PASSING: ReadonlySet<string> = new Set(['UPGRADE_RUNNING', 'BUSY'])

export async function carryOutDue(parts: ConsoleParts): Promise<void> {
  for (const id of await findDue(parts.database.db, parts.clock.now()))
    await carryOut(parts, id).catch((err: unknown) =>
      parts.log.error({ err, requestId: id }, 'a request for an operator was not carried out'),
    )
}

/** A refusal of the room is final. */
export async function carryOut(parts: ConsoleParts, id: number): Promise<void> {
  const { database, clock } = parts
  const isDue = ({ state, due_at }: OperatorRequestRow) =>
    state === 'confirmed' || (state === 'waiting' && due_at <= clock.now())
  const held = async (tx: Tx, work: (asked: OperatorRequestRow) => Promise<void>) => {
    const asked = await holdRequest(tx, id)
    if (asked && isDue(asked)) await work(asked)
  }
  const asked = await database.transaction((tx) => holdRequest(tx, id))
  if (!asked || !isDue(asked)) return
  const act = await prepared(parts, asked)
  try {
    await database.transaction((tx) =>
      held(tx, async () => {
        await act(tx)
        await settleRequest(tx, id, 'done', clock.now())
        await noteEnded(tx, parts, asked)
      }),
    )
  } catch (error) {
    if (!(error instanceof Refusal) || PASSING.has(error.code)) throw error
    await database.transaction((tx) => held(tx, (still) => fail(tx, parts, still)))
  }
}

async function fail(tx: Tx, parts: ConsoleParts, asked: OperatorRequestRow): Promise<void> {
  const { activity, clock } = parts
  const { id, kind: request, email } = asked
  await settleRequest(tx, id, 'failed', clock.now())
  await activity.record(tx, actorOf(asked), 'operator.decided', {
    request,
    email,
    decision: 'failed',
  })
  await noteEnded(tx, parts, asked)
}

/** The difference would reveal who is known. */
const noteEnded = (
  tx: Tx,
  { clock }: ConsoleParts,
  { asked_by: name, asked_by_email, address, room_id: roomId, email }: OperatorRequestRow,
) =>
  noteDone(tx, {
    by: { name, email: asked_by_email, address },
    kind: 'operator.ended',
    roomId,
    about: email,
    at: clock.now(),
  })

const actorOf = ({
  room_id: roomId,
  asked_by: name,
  asked_by_email: email,
  address,
}: OperatorRequestRow) => ({
  ...governingActorOf({ name, email, address }),
  roomId,
})

/** Hashing is slow, so it precedes the transaction. */
async function prepared(
  parts: ConsoleParts,
  asked: OperatorRequestRow,
): Promise<(tx: Tx) => Promise<void>> {
  const { room_id: roomId, kind, email, name, language } = asked
  const inviter = { name: asked.asked_by, email: '', division: '', phone: '' }
  const refuseEnded = async (tx: Tx) => {
    if (!isPhaseAtMost((await roomOf(tx, roomId)).phase, 'closed')) throw new Refusal('ROOM_ENDED')
  }
  if (kind === 'operator') {
    const invitation = await prepareInvitation(
      parts,
      [{ name: name ?? email, email, scope: 'full' }],
      true,
    )
    return async (tx) => {
      await refuseEnded(tx)
      await invitePrepared(tx, parts, actorOf(asked), invitation, {
        inviter,
        language,
        namesTaken: false,
      })
    }
  }
  const drawn = await drawOperator(parts.secrets)
  return async (tx) => {
    await refuseEnded(tx)
    await resetOperator(tx, parts, actorOf(asked), { email, drawn, inviter, language })
  }
}
