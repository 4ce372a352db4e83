import type { z } from 'zod'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type * as contract from '../../../../contract/features/threads/threads.ts'
import type { Actor } from '../../../access/actor.ts'
import { stateFor } from '../apply-move.ts'
import { faqNumber } from '../thread-number.ts'
import { numberFor, readerOf } from '../thread-reader.ts'
import { openFaq, openTitle, tokensFor } from '../thread-texts.ts'
import type { ThreadParts } from '../threads.parts.ts'
import { findSimilarFaqs, findSimilarThreads } from './similar.read.ts'

/** A shorter text would resemble everything. */
const TOKENS_MIN = 4
const SHOWN = 5

export async function findSimilar(
  parts: Pick<ThreadParts, 'database' | 'keyring'>,
  actor: Actor,
  { text, groupId }: z.output<(typeof contract.similar)['body']>,
): Promise<PayloadIn<typeof contract.similar>> {
  const { db } = parts.database
  const reader = await readerOf(db, actor)
  const [tokens = []] = await tokensFor(parts, db, actor.roomId, text)
  if (tokens.length < TOKENS_MIN) return { threads: [], faqs: [] }
  const { roomId } = actor
  const threads = await findSimilarThreads(db, reader, { groupId, tokens, limit: SHOWN })
  const faqs = await findSimilarFaqs(db, { roomId, tokens, limit: SHOWN })
  return {
    threads: await Promise.all(
      threads.map(async (row) => ({
        ...{ id: row.id, number: numberFor(reader, row), state: stateFor(reader, row) },
        title: await openTitle(parts, db, roomId, row),
      })),
    ),
    faqs: await Promise.all(
      faqs.map(async (row) => ({
        id: row.id,
        number: faqNumber(row.number),
        title: (await openFaq(parts, db, roomId, row)).title,
      })),
    ),
  }
}
