import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { documents } from '../../../../contract/features/compose.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import type { EsignParts } from '../esign.parts.ts'
import { listTemplates as findPage, findParticipants } from './templates.read.ts'

const place = z.tuple([z.int().positive()]).transform(([templateId]) => templateId)

export async function listTemplates(
  { database: { db } }: Pick<EsignParts, 'database'>,
  { roomId }: Pick<Actor, 'roomId'>,
  query: z.output<(typeof documents)['query']>,
): Promise<Reply<PayloadIn<typeof documents>>> {
  const limit = query.limit ?? LIMITS.listDefault
  const before = query.cursor === undefined ? undefined : decodeCursor(query.cursor, place)
  const found = await findPage(db, roomId, { before, limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, ({ id }) => encodeCursor([id]))
  const people = await findParticipants(
    db,
    rows.map(({ id }) => id),
  )
  const payload = rows.map((row) => ({
    templateId: row.id,
    name: row.name,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    pageCount: row.page_count,
    participants: people
      .filter(({ template_id }) => template_id === row.id)
      .map(({ id, name, email, type, status }) => ({ id, name, email, type, status })),
  }))
  return { payload, nextCursor }
}
