import type { Permission } from '../../../contract/core/permissions.ts'
import { type sendByManager, toUsers } from '../../../contract/features/messages.ts'
import type { Actor } from '../../access/actor.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { OperationCall } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { identityOf, reachableMembers } from '../members/index.ts'
import type { MessageParts } from './messages.parts.ts'
import { receiveMessage } from './receive-message.ts'
import { checkSender, checkTexts, type Reachable, sendMessage } from './send-message.ts'
import { vetAttachment } from './vet-attachment.ts'

type WriteToUsersInput = Pick<
  OperationCall<typeof sendByManager, Actor>,
  'actor' | 'request' | 'signal' | 'language'
>

interface WriteToUsersOutcome {
  readonly sent: number
  readonly dropped: number
}

/**
 * Sends separate mails, or none if a recipient lacks access.
 * @throws Refusal TOO_MANY, NOT_FOUND, TITLE_MISSING, CONTENT_MISSING, NO_RECIPIENTS, BAD_REQUEST for a repeated recipient; as
 * `vetAttachment`
 */
export async function writeToUsers(
  parts: MessageParts,
  call: WriteToUsersInput,
  permission: Permission,
): Promise<WriteToUsersOutcome> {
  const { actor, language, signal } = call
  await parts.throttle.count('message', String(actor.memberId))
  return receiveMessage(parts, call, toUsers, async (data, file) => {
    checkSender(actor, data.sender)
    checkTexts({ title: data.subject, content: data.content })
    const addresses = data.recipients
      .map(({ email }) => identityOf(email.trim()))
      .filter((email) => email !== '')
    if (addresses.length === 0) throw new Refusal('NO_RECIPIENTS')
    if (new Set(addresses).size < addresses.length) throw new Refusal('BAD_REQUEST')
    const chosen = (db: Queryable) => findRecipients(db, actor, addresses, parts.clock.now())
    await chosen(parts.database.db)
    const attachment =
      file && (await vetAttachment(parts, actor, file, { recipients: addresses.length, language }))
    signal.throwIfAborted()
    const message = {
      to: 'users',
      title: data.subject,
      content: data.content,
      attachment,
      itemId: data.itemId,
      language,
    } as const
    const sent = await sendMessage(parts, { actor, permission }, message, chosen)
    return { sent, dropped: data.recipients.length - addresses.length }
  })
}

async function findRecipients(
  db: Queryable,
  actor: Actor,
  addresses: readonly string[],
  at: Date,
): Promise<Reachable[]> {
  const reachable = new Map(
    (await reachableMembers(db, actor.roomId, at)).map((member) => [
      identityOf(member.email),
      member,
    ]),
  )
  return addresses.map((address) => {
    const member = reachable.get(address)
    if (!member || member.id === actor.memberId) throw new Refusal('NOT_FOUND')
    return member
  })
}
