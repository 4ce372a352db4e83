import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { BesideIn, PayloadIn } from '../../../contract/core/operation.ts'
import { instant } from '../../../contract/core/schemas.ts'
import type { list } from '../../../contract/features/members.ts'
import type { Actor } from '../../access/actor.ts'
import type { Reply } from '../../platform/http/envelope.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { findNewestMails } from './mails/mails.read.ts'
import type { MemberParts } from './members.parts.ts'
import { presentMember } from './members.present.ts'
import { countMembers, findMembers } from './members.read.ts'

type ListMembersInput = z.output<(typeof list)['query']>
type Listing = Reply<PayloadIn<typeof list>, BesideIn<typeof list>>

const place = z
  .tuple([instant, z.int().positive()])
  .transform(([createdAt, id]) => ({ createdAt: new Date(createdAt), id }))

export async function listMembers(
  { database }: Pick<MemberParts, 'database'>,
  { roomId }: Actor,
  query: ListMembersInput,
): Promise<Listing> {
  const limit = query.limit ?? LIMITS.listDefault
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, place)
  const found = await findMembers(database.db, roomId, { after, limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, (last) =>
    encodeCursor([last.created_at.toISOString(), last.id]),
  )
  const mails = await findNewestMails(
    database.db,
    rows.map(({ id }) => id),
  )
  return {
    payload: rows.map((member) => presentMember(member, mails.get(member.id))),
    nextCursor,
    total: await countMembers(database.db, roomId),
  }
}
