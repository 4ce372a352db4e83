import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../contract/core/operation.ts'
import type { getRoomUsers } from '../../../contract/features/messages.ts'
import type { Actor } from '../../access/actor.ts'
import type { Reply } from '../../platform/http/envelope.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { reachableMembersAfter } from '../members/index.ts'
import type { MessageParts } from './messages.parts.ts'

type ListRoomUsersInput = z.output<(typeof getRoomUsers)['body']>

const place = z.tuple([z.int().positive()]).transform(([after]) => after)

export async function listRoomUsers(
  { database, clock }: Pick<MessageParts, 'database' | 'clock'>,
  actor: Actor,
  query: ListRoomUsersInput,
): Promise<Reply<PayloadIn<typeof getRoomUsers>>> {
  const limit = query.limit ?? LIMITS.listDefault
  const after = query.cursor === undefined ? 0 : decodeCursor(query.cursor, place)
  const found = await reachableMembersAfter(database.db, actor.roomId, {
    at: clock.now(),
    after,
    limit: limit + 1,
  })
  const { rows, nextCursor } = cutPage(found, limit, ({ id }) => encodeCursor([id]))
  const others = rows.filter(({ id }) => id !== actor.memberId)
  return {
    payload: others.map(({ user_id: userId, name, email, phone }) => ({
      userId,
      name,
      email,
      phone,
    })),
    nextCursor,
  }
}
