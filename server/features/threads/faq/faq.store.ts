import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { ThreadTables } from '../threads.tables.ts'

export async function takeFaqNumber(tx: Tx, roomId: number): Promise<number> {
  const { rows } = await sql<{
    made: number
  }>`update rooms set faqs_made = faqs_made + 1 where id = ${roomId} returning faqs_made as made`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('the room of an answer is gone')
  return row.made
}

interface NewFaq {
  readonly id: string
  readonly roomId: number
  readonly number: number
  readonly threadId: string
  readonly topicId: string | null
  readonly sealed: Buffer
  readonly packed: Buffer
  readonly memberId: number
  readonly at: Date
}

export async function insertFaq(tx: Tx, faq: NewFaq): Promise<void> {
  const { id, roomId, number, threadId, topicId, sealed: encrypted, packed, memberId, at } = faq
  await tx
    .withTables<ThreadTables>()
    .insertInto('faqs')
    .values({
      ...{
        id,
        room_id: roomId,
        number,
        thread_id: threadId,
        topic_id: topicId,
        sealed: encrypted,
        packed,
      },
      ...{ published_by: memberId, published_at: at, updated_at: at },
    })
    .execute()
}

const published = (db: Queryable, roomId: number) =>
  db
    .withTables<ThreadTables>()
    .selectFrom('faqs')
    .leftJoin('topics', 'topics.id', 'faqs.topic_id')
    .selectAll('faqs')
    .select('topics.name as topic_name')
    .where('faqs.room_id', '=', roomId)

export type FaqRow = Awaited<ReturnType<typeof findFaqs>>[number]

interface FaqPageQuery {
  readonly before: number | undefined
  readonly topicId: string | undefined
  readonly limit: number
}

export async function findFaqs(
  db: Queryable,
  roomId: number,
  { before, topicId, limit }: FaqPageQuery,
) {
  let page = published(db, roomId).orderBy('number', 'desc').limit(limit)
  if (before !== undefined) page = page.where('number', '<', before)
  return topicId === undefined
    ? page.execute()
    : page.where('faqs.topic_id', '=', topicId).execute()
}

export async function findFaqsWith(
  db: Queryable,
  roomId: number,
  tokens: readonly (readonly number[])[],
  limit: number,
): Promise<FaqRow[]> {
  const hasAll = tokens.map((set) => sql<boolean>`token_numbers(faqs.packed) @> ${[...set]}::int[]`)
  return published(db, roomId)
    .where((row) => row.or(hasAll))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

export async function holdFaq(tx: Tx, roomId: number, faqId: string) {
  return tx
    .withTables<ThreadTables>()
    .selectFrom('faqs')
    .selectAll()
    .where('id', '=', faqId)
    .where('room_id', '=', roomId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateFaq(
  tx: Tx,
  faqId: string,
  change: { readonly sealed: Buffer; readonly packed: Buffer; readonly updated_at: Date },
) {
  await tx
    .withTables<ThreadTables>()
    .updateTable('faqs')
    .set(change)
    .where('id', '=', faqId)
    .execute()
}

export async function deleteFaq(tx: Tx, faqId: string): Promise<void> {
  await tx.withTables<ThreadTables>().deleteFrom('faqs').where('id', '=', faqId).execute()
}

export async function findFaqsOf(db: Queryable, threadId: string) {
  return db
    .withTables<ThreadTables>()
    .selectFrom('faqs')
    .select('number')
    .where('thread_id', '=', threadId)
    .orderBy('number')
    .execute()
}
