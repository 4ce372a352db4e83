import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { ThreadTables } from '../threads.tables.ts'

const living = (db: Queryable, roomId: number) =>
  db
    .withTables<ThreadTables>()
    .selectFrom('topics')
    .where('room_id', '=', roomId)
    .where('removed_at', 'is', null)

export type TopicRow = Awaited<ReturnType<typeof findTopics>>[number]

export async function findTopics(db: Queryable, roomId: number) {
  return living(db, roomId)
    .select(['id', 'name', 'position', 'approval'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export async function holdTopics(tx: Tx, roomId: number): Promise<TopicRow[]> {
  await sql`select from rooms where id = ${roomId} for no key update`.execute(tx)
  return findTopics(tx, roomId)
}

export async function findExperts(db: Queryable, roomId: number) {
  return db
    .withTables<ThreadTables>()
    .selectFrom('topic_experts')
    .innerJoin('members', 'members.id', 'topic_experts.member_id')
    .select(['topic_experts.topic_id', 'members.id', 'members.name'])
    .where('topic_experts.room_id', '=', roomId)
    .where('members.ended_at', 'is', null)
    .orderBy('members.name')
    .orderBy('members.id')
    .execute()
}

interface NewTopic {
  readonly id: string
  readonly name: string
  readonly position: number
  readonly approval: boolean | null
}

export async function insertTopics(
  tx: Tx,
  roomId: number,
  topics: readonly NewTopic[],
  at: Date,
): Promise<void> {
  if (topics.length === 0) return
  const rows = topics.map((topic) => ({
    ...topic,
    room_id: roomId,
    created_at: at,
    removed_at: null,
  }))
  await tx.withTables<ThreadTables>().insertInto('topics').values(rows).execute()
}

export async function updateTopicRow(
  tx: Tx,
  topicId: string,
  change: { readonly name?: string; readonly approval?: boolean | null },
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx
    .withTables<ThreadTables>()
    .updateTable('topics')
    .set(change)
    .where('id', '=', topicId)
    .execute()
}

export async function putPositions(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update topics set position = ordered.position from unnest(${[...ids]}::uuid[]) with ordinality as ordered (id, position)
    where topics.id = ordered.id
  `.execute(tx)
}

export async function putExperts(
  tx: Tx,
  roomId: number,
  topicId: string,
  memberIds: readonly number[],
): Promise<void> {
  const tables = tx.withTables<ThreadTables>()
  await tables.deleteFrom('topic_experts').where('topic_id', '=', topicId).execute()
  if (memberIds.length === 0) return
  const rows = memberIds.map((memberId) => ({
    topic_id: topicId,
    member_id: memberId,
    room_id: roomId,
  }))
  await tables.insertInto('topic_experts').values(rows).execute()
}

export async function removeTopicRow(
  tx: Tx,
  topicId: string,
  into: string | undefined,
  at: Date,
): Promise<void> {
  const tables = tx.withTables<ThreadTables>()
  if (into !== undefined) {
    await tables
      .updateTable('threads')
      .set({ topic_id: into })
      .where('topic_id', '=', topicId)
      .execute()
    await tables
      .updateTable('faqs')
      .set({ topic_id: into })
      .where('topic_id', '=', topicId)
      .execute()
  }
  await tables.deleteFrom('topic_experts').where('topic_id', '=', topicId).execute()
  await tables.updateTable('topics').set({ removed_at: at }).where('id', '=', topicId).execute()
}
