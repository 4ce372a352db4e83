import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type * as contract from '../../../../contract/features/threads/faq.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { bareForm } from '../../../workers/render/index.ts'
import { holdThread } from '../held-threads.ts'
import { faqNumber } from '../thread-number.ts'
import { numberFor } from '../thread-reader.ts'
import { encryptFaq, type FaqText, openFaq, tokensFor } from '../thread-texts.ts'
import type { ThreadParts } from '../threads.parts.ts'
import {
  deleteFaq,
  type FaqRow,
  findFaqs,
  findFaqsWith,
  holdFaq,
  insertFaq,
  takeFaqNumber,
  updateFaq,
} from './faq.store.ts'

type Published = z.output<(typeof contract.publish)['body']>

/** @throws Refusal NOT_FOUND, TITLE_MISSING, CONTENT_MISSING, THREAD_MOVED for a draft. */
export function publishFaq(
  parts: ThreadParts,
  asked: Actor,
  threadId: string,
  text: Published,
): Promise<{ id: string; number: string }> {
  refuseEmpty(text)
  return parts.database.transaction(async (tx) => {
    const actor = await parts.confirm(tx, asked, 'threads.publish')
    const { reader, thread } = await holdThread(tx, parts, actor, threadId)
    if (thread.state === 'DRAFT') throw new Refusal('THREAD_MOVED')
    const { roomId, memberId } = actor
    const [id, number] = [randomUUID(), await takeFaqNumber(tx, roomId)]
    const encrypted = await encryptFaq(parts, tx, roomId, id, text)
    const at = parts.clock.now()
    await insertFaq(tx, {
      id,
      roomId,
      number,
      threadId,
      topicId: thread.topic_id,
      ...encrypted,
      memberId,
      at,
    })
    await parts.activity.record(tx, actor, 'faq.published', {
      number: faqNumber(number),
      thread: numberFor(reader, thread),
    })
    await parts.bus.publish(tx, { room: roomId, kind: 'threads', isForAll: true })
    return { id, number: faqNumber(number) }
  })
}

/** @throws Refusal TITLE_MISSING, CONTENT_MISSING */
function refuseEmpty({ title, question, answer }: Partial<FaqText>): void {
  if (title === '') throw new Refusal('TITLE_MISSING')
  if (question === '' || answer === '') throw new Refusal('CONTENT_MISSING')
}

type Changed = z.output<(typeof contract.update)['body']>

/** @throws Refusal NOT_FOUND, TITLE_MISSING, CONTENT_MISSING. */
export function changeFaq(
  parts: ThreadParts,
  asked: Actor,
  { id, ...change }: Changed,
): Promise<void> {
  refuseEmpty({
    title: change.title ?? ' ',
    question: change.question ?? ' ',
    answer: change.answer ?? ' ',
  })
  return parts.database.transaction(async (tx) => {
    const actor = await parts.confirm(tx, asked, 'threads.publish')
    const row = await holdFaq(tx, actor.roomId, id)
    if (!row) throw new Refusal('NOT_FOUND')
    const before = await openFaq(parts, tx, actor.roomId, row)
    const text = {
      title: change.title ?? before.title,
      question: change.question ?? before.question,
      answer: change.answer ?? before.answer,
    }
    await updateFaq(tx, id, {
      ...(await encryptFaq(parts, tx, actor.roomId, id, text)),
      updated_at: parts.clock.now(),
    })
    await parts.activity.record(tx, actor, 'faq.changed', { number: faqNumber(row.number) })
    await parts.bus.publish(tx, { room: actor.roomId, kind: 'threads', isForAll: true })
  })
}

/** @throws Refusal NOT_FOUND */
export function removeFaq(parts: ThreadParts, asked: Actor, id: string): Promise<void> {
  return parts.database.transaction(async (tx) => {
    const actor = await parts.confirm(tx, asked, 'threads.publish')
    const row = await holdFaq(tx, actor.roomId, id)
    if (!row) throw new Refusal('NOT_FOUND')
    await deleteFaq(tx, id)
    await parts.activity.record(tx, actor, 'faq.removed', { number: faqNumber(row.number) })
    await parts.bus.publish(tx, { room: actor.roomId, kind: 'threads', isForAll: true })
  })
}

type ListFaqInput = z.output<(typeof contract.list)['body']>

const place = z.tuple([z.int().positive()])
const DEFAULT = 100
const CANDIDATES = 300

/** @throws Refusal BAD_REQUEST for another list's cursor. */
export async function listFaq(
  parts: Pick<ThreadParts, 'database' | 'keyring'>,
  actor: Actor,
  { keyword = '', topicId, cursor, limit = DEFAULT }: ListFaqInput,
): Promise<Reply<PayloadIn<typeof contract.list>>> {
  const { db } = parts.database
  if (keyword.trim() !== '')
    return {
      payload: (await searchFaq(parts, actor, keyword)).slice(0, limit),
      nextCursor: undefined,
    }
  const before = cursor === undefined ? undefined : decodeCursor(cursor, place)[0]
  const found = await findFaqs(db, actor.roomId, { before, topicId, limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, ({ number }) => encodeCursor([number]))
  return { payload: await Promise.all(rows.map((row) => present(parts, actor, row))), nextCursor }
}

async function present(
  parts: Pick<ThreadParts, 'database' | 'keyring'>,
  { roomId }: Actor,
  row: FaqRow,
) {
  return {
    ...{
      id: row.id,
      number: faqNumber(row.number),
      ...(await openFaq(parts, parts.database.db, roomId, row)),
    },
    topic:
      row.topic_id === null || row.topic_name === null
        ? null
        : { id: row.topic_id, name: row.topic_name },
    ...{ publishedAt: row.published_at.toISOString(), updatedAt: row.updated_at.toISOString() },
  }
}

async function searchFaq(
  parts: Pick<ThreadParts, 'database' | 'keyring'>,
  actor: Actor,
  keyword: string,
) {
  const { db } = parts.database
  const tokens = (await tokensFor(parts, db, actor.roomId, keyword)).filter((set) => set.length > 0)
  if (tokens.length === 0) return []
  const rows = await findFaqsWith(db, actor.roomId, tokens, CANDIDATES)
  const shown = await Promise.all(rows.map((row) => present(parts, actor, row)))
  const word = bareForm(keyword)
  return shown.filter(({ title, question, answer }) =>
    bareForm(`${title}\n${question}\n${answer}`).includes(word),
  )
}
