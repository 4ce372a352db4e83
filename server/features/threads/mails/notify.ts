import { ROLE } from '../../../../contract/core/limits.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { roomOf } from '../../rooms/index.ts'
import { type AnswererRow, findAnswerers, findAudience } from '../thread-people.read.ts'
import type { ThreadParts } from '../threads.parts.ts'
import { type ThreadMailKind, threadMail } from './threads.mails.ts'

type MailParts = Pick<ThreadParts, 'outbox' | 'publicUrl'>

interface MailEachInput {
  readonly roomId: number
  readonly waiting: ThreadMailKind
  readonly people: readonly AnswererRow[]
  /** Nobody receives mail about an own act. */
  readonly actorId: number | undefined
}

/** The outbox drops a mail whose recipient may no longer enter. */
export async function mailEach(
  tx: Tx,
  { outbox, publicUrl }: MailParts,
  { roomId, waiting, people, actorId }: MailEachInput,
): Promise<void> {
  const wanted = people.filter(({ id, thread_mails }) => id !== actorId && thread_mails === 'each')
  if (wanted.length === 0) return
  const { name, room_no: roomNo } = await roomOf(tx, roomId)
  for (const person of wanted) {
    const isOperator = person.role_id === ROLE.operator
    const mail = threadMail(waiting, { room: { name, roomNo }, to: person, isOperator, publicUrl })
    await outbox.queue(tx, { roomId, memberId: person.id, kind: 'thread', mail, itemIds: [] })
  }
}

interface About {
  readonly room_id: number
  readonly group_id: number
  readonly asker_id: number | null
  readonly hidden: boolean
}

export const audienceOf = async (tx: Tx, thread: About, at: Date): Promise<AnswererRow[]> =>
  thread.hidden
    ? []
    : findAudience(tx, {
        roomId: thread.room_id,
        groupId: thread.group_id,
        memberId: thread.asker_id,
        at,
      })

export const operatorsOf = async (
  tx: Queryable,
  roomId: number,
  at: Date,
): Promise<AnswererRow[]> =>
  (await findAnswerers(tx, roomId, at)).filter(({ role_id }) => role_id === ROLE.operator)
