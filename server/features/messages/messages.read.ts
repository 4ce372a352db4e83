import { type NotNull, sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { MailTables } from '../../platform/mail/outbox.tables.ts'
import type { MessageTables } from './messages.tables.ts'

const ofSender = (db: Queryable, senderId: number) =>
  db
    .withTables<MessageTables>()
    .selectFrom('messages')
    .select(['id', 'recipients as to', 'sealed', 'created_at', sql<boolean>`file is not null`.as('has_file')])
    .where('sender_id', '=', senderId)

/** A page of a member's messages behind a place, the newest first. */
export async function findSent(db: Queryable, senderId: number, { before, limit }: { before: number | undefined; limit: number }) {
  const newest = ofSender(db, senderId).orderBy('id', 'desc').limit(limit)
  return before === undefined ? newest.execute() : newest.where('id', '<', before).execute()
}

export type SentRow = Awaited<ReturnType<typeof findSent>>[number]

/** One of them. */
export async function findSentOne(db: Queryable, senderId: number, messageId: number): Promise<SentRow | undefined> {
  return ofSender(db, senderId).where('id', '=', messageId).executeTakeFirst()
}

/** The same with its file, held until the transaction ends, so that it is sent again once. */
export async function holdSentOne(tx: Tx, senderId: number, messageId: number) {
  return ofSender(tx, senderId).select('file').where('id', '=', messageId).forUpdate().executeTakeFirst()
}

const newestMails = (db: Queryable, messageIds: readonly number[]) =>
  db
    .withTables<MailTables>()
    .selectFrom('mails')
    .distinctOn(['message_id', 'member_id'])
    .select(['message_id', 'member_id', 'status', 'last_error'])
    .where('message_id', 'in', [...messageIds])
    .where('member_id', 'is not', null)
    .orderBy('message_id')
    .orderBy('member_id')
    .orderBy('id', 'desc')
    .$narrowType<{ message_id: NotNull; member_id: NotNull }>()

/** How the newest mail of a message to each of its recipients fares; in the order in which they came to the room. */
export async function findDeliveries(db: Queryable, messageId: number) {
  return newestMails(db, [messageId]).execute()
}

/** The same of several messages, added up: a row for each status of each, with the recipient who came first and the first reason. */
export async function countDeliveries(db: Queryable, messageIds: readonly number[]) {
  if (messageIds.length === 0) return []
  return db
    .selectFrom(newestMails(db, messageIds).as('newest'))
    .select((row) => [
      'message_id',
      'status',
      row.fn.countAll<number>().as('count'),
      row.fn.min<number>('member_id').as('first_id'),
      sql<string | null>`(array_agg(last_error order by member_id) filter (where last_error is not null))[1]`.as('last_error'),
    ])
    .groupBy(['message_id', 'status'])
    .orderBy('first_id')
    .execute()
}

export type DeliveryCount = Awaited<ReturnType<typeof countDeliveries>>[number]
export type DeliveryRow = Awaited<ReturnType<typeof findDeliveries>>[number]
