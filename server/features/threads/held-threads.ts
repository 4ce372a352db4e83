import type { ErrorCode } from '../../../contract/core/errors.ts'
import { isPhaseAtMost } from '../../../contract/core/permissions.ts'
import { formatDay } from '../../../contract/core/room-time.ts'
import type { ThreadPart } from '../../../contract/features/threads/thread-states.ts'
import type { Actor } from '../../access/actor.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { revFor } from './apply-move.ts'
import { type Counted, holdLimits } from './limits.read.ts'
import { operatorsOf } from './mails/notify.ts'
import { isReadable } from './readable.read.ts'
import { periodOf, refuseAfterLastDay, refuseBeyondLimits } from './thread-limits.ts'
import { partsOf } from './thread-parts.rules.ts'
import { readerOf, type ThreadReader } from './thread-reader.ts'
import type { ThreadParts } from './threads.parts.ts'
import { holdThreads, type ThreadRecord } from './threads.read.ts'
import { findPendingAnswer } from './threads.store.ts'

export interface HeldThread {
  readonly actor: Actor
  readonly reader: ThreadReader
  readonly thread: ThreadRecord
  readonly own: ReadonlySet<ThreadPart>
  readonly answeredBy: number | undefined
}

/** @throws Refusal NOT_FOUND; THREAD_CHANGED if changed since `rev`. */
export async function holdThread(
  tx: Tx,
  parts: ThreadParts,
  actor: Actor,
  threadId: string,
  rev?: number,
): Promise<HeldThread> {
  const held = await holdFor(tx, parts, await readerOf(tx, actor), threadId)
  if (rev !== undefined && rev !== revFor(held.reader, held.thread))
    throw new Refusal('THREAD_CHANGED')
  return { actor, ...held }
}

/** @throws Refusal NOT_FOUND */
export async function holdFor(
  tx: Tx,
  parts: ThreadParts,
  reader: ThreadReader,
  threadId: string,
): Promise<Omit<HeldThread, 'actor'>> {
  const [thread] = await holdThreads(tx, isReadable(reader), [threadId])
  if (!thread) throw new Refusal('NOT_FOUND')
  return { reader, thread, ...(await partsIn(tx, parts, reader, thread)) }
}

export async function partsIn(
  tx: Queryable,
  { clock }: Pick<ThreadParts, 'clock'>,
  reader: ThreadReader,
  thread: ThreadRecord,
): Promise<Pick<HeldThread, 'own' | 'answeredBy'>> {
  const isToApprove =
    reader.side === 'coordinator' && thread.type === 'QUESTION' && thread.state === 'ANSWERED'
  const answeredBy = isToApprove ? (await findPendingAnswer(tx, thread.id))?.writer_id : undefined
  const operators = isToApprove ? (await operatorsOf(tx, thread.room_id, clock.now())).length : 0
  return { own: partsOf(reader, thread, answeredBy, operators), answeredBy }
}

/** @throws Refusal ROOM_FROZEN */
export function refuseFrozen({ phase }: Actor): void {
  if (!isPhaseAtMost(phase, 'open')) throw new Refusal('ROOM_FROZEN')
}

/** Without shared threads, each person's questions count separately. */
export const countedWith = (
  thread: Pick<ThreadRecord, 'group_id' | 'asker_id'>,
  isShared: boolean,
): Counted => ({
  groupId: thread.group_id,
  memberId: isShared ? undefined : (thread.asker_id ?? undefined),
})

interface Asker {
  readonly group_id: number
  readonly asker_id: number | null
}

type AskedQuestion = Pick<ThreadRecord, 'topic_id' | 'priority'>

/** Checks limits at first submission. @throws Refusal QUESTION_LIMIT, QUESTIONS_ENDED */
export async function spendQuestions(
  tx: Tx,
  { clock }: Pick<ThreadParts, 'clock'>,
  { reader, zone }: { readonly reader: ThreadReader; readonly zone: string },
  asker: Asker,
  asked: readonly AskedQuestion[],
): Promise<void> {
  const counted = countedWith(asker, reader.group?.shared ?? true)
  await holdLimits(tx, counted)
  const period = await periodOf(tx, asker.group_id, reader.settings)
  const now = clock.now()
  refuseAfterLastDay(period, formatDay(now, zone))
  await refuseBeyondLimits(tx, { counted, limits: period.limits, asked, zone, now })
}

/** @throws Refusal QUESTIONS_ENDED */
export async function refuseLate(
  db: Queryable,
  { clock }: Pick<ThreadParts, 'clock'>,
  { reader, zone }: { reader: ThreadReader; zone: string },
  groupId: number,
): Promise<void> {
  refuseAfterLastDay(await periodOf(db, groupId, reader.settings), formatDay(clock.now(), zone))
}

/** Explains a refused move without revealing what happens inside. */
export const refusalOfMove = ({ reader, own, thread }: HeldThread, to: string): ErrorCode => {
  if (
    reader.side === 'group' &&
    (to === 'SUBMITTED' || to === 'WITHDRAWN') &&
    !own.has('submitter')
  )
    return 'THREAD_ROLE'
  return to === 'APPROVED' && thread.state === 'ANSWERED' && own.has('coordinator')
    ? 'SECOND_PERSON'
    : 'THREAD_MOVED'
}
