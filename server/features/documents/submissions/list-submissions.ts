import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { ownSubmissions } from '../../../../contract/features/submissions.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findItem } from '../documents.read.ts'
import { findOwnSubmissions } from './submissions.read.ts'

const cursorShape = z.tuple([z.int().positive()])

/** The files' state stays hidden. @throws Refusal NOT_FOUND for an invisible folder */
export async function listSubmissions(
  { database: { db } }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  { folderId, cursor, limit = LIMITS.listDefault }: z.output<(typeof ownSubmissions)['query']>,
): Promise<Reply<PayloadIn<typeof ownSubmissions>>> {
  const before = cursor === undefined ? undefined : decodeCursor(cursor, cursorShape)[0]
  if (!(await findItem(db, visibleItems(actor), folderId))?.folder) throw new Refusal('NOT_FOUND')
  const found = await findOwnSubmissions(db, {
    folderId,
    memberId: actor.memberId,
    before,
    limit: limit + 1,
  })
  const { rows, nextCursor } = cutPage(found, limit, ({ ordinal }) => encodeCursor([ordinal]))
  return {
    payload: rows.map(({ ordinal: id, submitted_at, ...row }) => ({
      id,
      ...row,
      submittedAt: submitted_at.toISOString(),
    })),
    nextCursor,
  }
}
