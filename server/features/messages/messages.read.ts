import { type NotNull, sql } from 'kysely'
import { ROLE } from '../../../contract/core/limits.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { MailTables } from '../../platform/mail/outbox.tables.ts'
import type { MessageTables } from './messages.tables.ts'

const ofSender = (db: Queryable, senderId: number) =>
  db
    .withTables<MessageTables>()
    .selectFrom('messages')
    .select([
      ...(['id', 'recipients as to', 'sealed', 'created_at'] as const),
      // The message row holds mailed files, another row linked ones.
      sql<boolean>`file is not null or exists (select from message_files where message_id = messages.id)`.as(
        'has_file',
      ),
    ])
    .where('sender_id', '=', senderId)

export async function findSent(
  db: Queryable,
  senderId: number,
  { before, limit }: { before: number | undefined; limit: number },
) {
  const newest = ofSender(db, senderId).orderBy('id', 'desc').limit(limit)
  return before === undefined ? newest.execute() : newest.where('id', '<', before).execute()
}

export type SentRow = Awaited<ReturnType<typeof findSent>>[number]

export async function findSentOne(
  db: Queryable,
  senderId: number,
  messageId: number,
): Promise<SentRow | undefined> {
  return ofSender(db, senderId).where('id', '=', messageId).executeTakeFirst()
}

export async function holdSentOne(tx: Tx, senderId: number, messageId: number) {
  return ofSender(tx, senderId)
    .select('file')
    .where('id', '=', messageId)
    .forUpdate()
    .executeTakeFirst()
}

/** Messages to operators require the role then. */
export async function findMessages(
  db: Queryable,
  roomId: number,
  memberId: number | undefined,
  after: number,
  limit: number,
) {
  const page = db
    .withTables<MessageTables>()
    .selectFrom('messages')
    .select(['id', 'sender_id', 'recipients as to', 'sealed', 'created_at'])
    .where('room_id', '=', roomId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
  if (memberId === undefined) return page.execute()
  const wasSent = sql<boolean>`exists (select 1 from mails where mails.message_id = messages.id and mails.member_id = ${memberId})`
  const isOperator = sql<boolean>`exists (select 1 from members where members.id = ${memberId} and members.role_id = ${ROLE.operator})`
  return page
    .where((row) =>
      row.or([
        row('sender_id', '=', memberId),
        row.and([wasSent, row.or([row('recipients', '=', 'users'), isOperator])]),
      ]),
    )
    .execute()
}

export async function findRecipients(db: Queryable, messageIds: readonly number[]) {
  if (messageIds.length === 0) return []
  return newestMails(db, messageIds).execute()
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

export async function findSenderOf(
  db: Queryable,
  {
    roomId,
    messageId,
    memberId,
  }: { readonly roomId: number; readonly messageId: number; readonly memberId: number },
): Promise<{ readonly memberId: number } | undefined> {
  const row = await findAddressed(db, roomId, { messageId, memberId })
  return row?.to === 'operators' && (row.is_addressed || row.sender_id === memberId)
    ? { memberId: row.sender_id }
    : undefined
}

export async function findDeliveries(db: Queryable, messageId: number) {
  return newestMails(db, [messageId]).execute()
}

export async function countDeliveries(db: Queryable, messageIds: readonly number[]) {
  if (messageIds.length === 0) return []
  return db
    .selectFrom(newestMails(db, messageIds).as('newest'))
    .select((row) => [
      'message_id',
      'status',
      row.fn.countAll<number>().as('count'),
      row.fn.min<number>('member_id').as('first_id'),
      sql<
        string | null
      >`(array_agg(last_error order by member_id) filter (where last_error is not null))[1]`.as(
        'last_error',
      ),
    ])
    .groupBy(['message_id', 'status'])
    .orderBy('first_id')
    .execute()
}

export type DeliveryCount = Awaited<ReturnType<typeof countDeliveries>>[number]
export type DeliveryRow = Awaited<ReturnType<typeof findDeliveries>>[number]

export async function findAddressed(
  db: Queryable,
  roomId: number,
  { messageId, memberId }: { messageId: number; memberId: number },
) {
  return db
    .withTables<MessageTables & MailTables>()
    .selectFrom('messages')
    .leftJoin('message_files', 'message_files.message_id', 'messages.id')
    .select([
      'messages.id',
      'messages.sender_id',
      'messages.recipients as to',
      'messages.sealed',
      'messages.created_at',
    ])
    .select([
      'message_files.content_uid',
      'message_files.blob_id',
      'message_files.size',
      'message_files.wrapped_key',
    ])
    .select(
      sql<boolean>`exists (select from mails where mails.message_id = messages.id and mails.member_id = ${memberId})`.as(
        'is_addressed',
      ),
    )
    .where('messages.id', '=', messageId)
    .where('messages.room_id', '=', roomId)
    .executeTakeFirst()
}

export type AddressedRow = NonNullable<Awaited<ReturnType<typeof findAddressed>>>

/** Sizes are bytes. */
export interface KeptFiles {
  readonly storageLimit: number
  readonly room: number
  readonly member: number
}

export async function findKeptFiles(
  db: Queryable,
  roomId: number,
  memberId: number,
): Promise<KeptFiles | undefined> {
  const { rows } = await sql<KeptFiles>`
    select storage_limit as "storageLimit", coalesce(sum(size), 0)::bigint as room,
      coalesce(sum(size) filter (where messages.sender_id = ${memberId}), 0)::bigint as member
    from rooms left join message_files on message_files.room_id = rooms.id left join messages on messages.id = message_files.message_id
    where rooms.id = ${roomId} group by rooms.id
  `.execute(db)
  return rows[0]
}

/** Concurrent message files wait. */
export async function holdKeptFiles(
  tx: Tx,
  roomId: number,
  memberId: number,
): Promise<KeptFiles | undefined> {
  await sql`select from rooms where id = ${roomId} for no key update`.execute(tx)
  return findKeptFiles(tx, roomId, memberId)
}

export async function findMessageBlobs(
  db: Queryable,
  blobIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .withTables<MessageTables>()
    .selectFrom('message_files')
    .select('blob_id')
    .where(sql<boolean>`blob_id = any(${[...blobIds]}::text[])`)
    .execute()
  return new Set(rows.map(({ blob_id }) => blob_id))
}
