import { z } from 'zod'
import { LIMITS, ROLE } from '../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../contract/core/operation.ts'
import type { sent, sentOne } from '../../../contract/features/messages.ts'
import type { Actor } from '../../access/actor.ts'
import { visibleItems } from '../../access/items.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Reply } from '../../platform/http/envelope.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { addresseesOf, mailReasonOf } from '../members/index.ts'
import { type DeliveryStatus, wholeOf } from './delivery.rules.ts'
import { type MessageTexts, openTexts } from './encrypted-message.ts'
import type { MessageParts } from './messages.parts.ts'
import {
  countDeliveries,
  type DeliveryCount,
  findDeliveries,
  findSenderOf,
  findSent,
  findSentOne,
  type SentRow,
} from './messages.read.ts'
import { keptUntil } from './messages.rules.ts'
import { documentNumber } from './named-document.ts'

export const findMessageSender = (
  db: Queryable,
  of: Parameters<typeof findSenderOf>[1],
): ReturnType<typeof findSenderOf> => findSenderOf(db, of)

type ListSentParts = Pick<MessageParts, 'database' | 'encryptor'>

const place = z.tuple([z.int().positive()]).transform(([messageId]) => messageId)

/** Only operators see whom a message reached. */
export async function listSent(
  parts: ListSentParts,
  actor: Actor,
  query: z.output<(typeof sent)['query']>,
): Promise<Reply<PayloadIn<typeof sent>>> {
  const { db } = parts.database
  const limit = query.limit ?? LIMITS.listDefault
  const before = query.cursor === undefined ? undefined : decodeCursor(query.cursor, place)
  const found = await findSent(db, actor.memberId, { before, limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, ({ id }) => encodeCursor([id]))
  const deliveries = await deliveriesOf(parts, rows)
  const firstIds = [...deliveries.values()].flatMap(([first]) => first?.first_id ?? [])
  const people = await peopleOf(parts, actor, firstIds)
  const payload: PayloadIn<typeof sent> = []
  for (const row of rows) {
    const statuses = deliveries.get(row.id) ?? []
    const texts = await openTexts(
      parts.encryptor,
      { db, roomId: actor.roomId, messageId: row.id },
      row.sealed,
    )
    const count = statuses.reduce((sum, policy) => sum + policy.count, 0)
    const failed = statuses.find(({ status }) => status === 'failed')?.count ?? 0
    const first = people?.get(statuses[0]?.first_id ?? 0)?.name ?? ''
    payload.push({
      ...presentSent(row, texts, statuses),
      recipients: people && { first, count, failed },
    })
  }
  return { payload, nextCursor }
}

/** @throws Refusal NOT_FOUND for another sender's message. */
export async function showSent(
  parts: ListSentParts,
  actor: Actor,
  messageId: number,
): Promise<PayloadIn<typeof sentOne>> {
  const { db } = parts.database
  const row = await findSentOne(db, actor.memberId, messageId)
  if (!row) throw new Refusal('NOT_FOUND')
  const statuses = await findDeliveries(db, messageId)
  const people = await peopleOf(
    parts,
    actor,
    statuses.map(({ member_id }) => member_id),
  )
  const texts = await openTexts(
    parts.encryptor,
    { db, roomId: actor.roomId, messageId },
    row.sealed,
  )
  const { content, document, attachment } = texts
  const index = document && (await documentNumber(db, visibleItems(actor), document.id))
  return {
    ...presentSent(row, texts, statuses),
    content,
    document: document?.name ?? null,
    ...(index === undefined ? {} : { documentIndex: index }),
    attachment: attachment
      ? {
          name: attachment.name,
          size: attachment.size,
          keptUntil: attachment.linked ? keptUntil(row.created_at).toISOString() : null,
        }
      : null,
    recipients:
      people &&
      statuses.map((policy) => {
        const { name = '', email = '' } = people.get(policy.member_id) ?? {}
        return { name, email, status: policy.status, reason: mailReasonOf(policy.last_error) }
      }),
  }
}

async function deliveriesOf(
  { database }: ListSentParts,
  rows: readonly SentRow[],
): Promise<Map<number, DeliveryCount[]>> {
  const deliveries = new Map<number, DeliveryCount[]>(rows.map(({ id }) => [id, []]))
  const counts = await countDeliveries(database.db, [...deliveries.keys()])
  for (const row of counts) deliveries.get(row.message_id)?.push(row)
  return deliveries
}

async function peopleOf(
  { database }: ListSentParts,
  { roomId, roleId }: Actor,
  memberIds: readonly number[],
) {
  if (roleId !== ROLE.operator) return null
  return addresseesOf(database.db, roomId, memberIds)
}

function presentSent(
  { id, to, created_at: at, has_file: hasFile }: SentRow,
  texts: MessageTexts,
  statuses: readonly DeliveryStatus[],
) {
  const { status, last_error: noted } = wholeOf(to, statuses)
  return {
    id,
    to,
    title: texts.title,
    sentAt: at.toISOString(),
    status,
    reason: mailReasonOf(noted),
    resendable: status === 'failed' && (texts.attachment === undefined || hasFile),
  }
}
