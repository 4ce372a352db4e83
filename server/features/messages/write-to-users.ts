import type { Permission } from '../../../contract/core/permissions.ts'
import { type sendByManager, toUsers } from '../../../contract/features/messages.ts'
import type { Actor } from '../../access/actor.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findReachable, identityOf } from '../members/index.ts'
import type { MessageParts } from './messages.parts.ts'
import { receiveMessage } from './receive-message.ts'
import { checkSender, checkTexts, type Reachable, sendMessage } from './send-message.ts'
import { vetAttachment } from './vet-attachment.ts'

type Asked = Pick<Call<typeof sendByManager, Actor>, 'actor' | 'request' | 'signal' | 'language'>

interface Outcome {
  readonly sent: number
  /** Recipients without an address. */
  readonly dropped: number
}

/**
 * Mails a message to people of the room, one mail each, in which nobody else is named. One recipient who is no member, or may not enter,
 * and nobody is written to.
 * @throws Refusal TOO_MANY, NOT_FOUND, TITLE_MISSING, CONTENT_MISSING, NO_RECIPIENTS, BAD_REQUEST for one who is named twice; those of the
 * attachment.
 */
export async function writeToUsers(parts: MessageParts, call: Asked, permission: Permission): Promise<Outcome> {
  const { actor, language, signal } = call
  await parts.throttle.count('message', String(actor.memberId))
  return receiveMessage(parts, call, toUsers, async (data, file) => {
    checkSender(actor, data.sender)
    checkTexts({ title: data.subject, content: data.content })
    const addresses = data.recipients.map(({ email }) => identityOf(email.trim())).filter((email) => email !== '')
    if (addresses.length === 0) throw new Refusal('NO_RECIPIENTS')
    if (new Set(addresses).size < addresses.length) throw new Refusal('BAD_REQUEST')
    const chosen = (db: Queryable) => findRecipients(db, actor, addresses)
    await chosen(parts.database.db)
    const attachment = file && (await vetAttachment(parts, actor, file, { recipients: addresses.length, language }))
    signal.throwIfAborted()
    const message = { to: 'users', title: data.subject, content: data.content, attachment, itemId: data.itemId, language } as const
    const sent = await sendMessage(parts, { actor, permission }, message, chosen)
    return { sent, dropped: data.recipients.length - addresses.length }
  })
}

/** @throws Refusal NOT_FOUND where one of them is none to whom the actor can write. */
async function findRecipients(db: Queryable, actor: Actor, addresses: readonly string[]): Promise<Reachable[]> {
  const reachable = new Map((await findReachable(db, actor.roomId)).map((member) => [identityOf(member.email), member]))
  return addresses.map((address) => {
    const member = reachable.get(address)
    if (!member || member.id === actor.memberId) throw new Refusal('NOT_FOUND')
    return member
  })
}
