import type { sendByUser } from '../../../contract/features/messages.ts'
import { toOperators } from '../../../contract/features/messages.ts'
import type { Actor } from '../../access/actor.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { OperationCall } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { reachableOperators } from '../members/index.ts'
import type { MessageParts } from './messages.parts.ts'
import { receiveMessage } from './receive-message.ts'
import { checkSender, checkTexts, sendMessage } from './send-message.ts'
import { vetAttachment } from './vet-attachment.ts'

type WriteToOperatorsInput = Pick<
  OperationCall<typeof sendByUser, Actor>,
  'actor' | 'request' | 'signal' | 'language'
>

/** Excludes the sender. @throws Refusal TOO_MANY, NOT_FOUND, TITLE_MISSING, CONTENT_MISSING, NO_RECIPIENTS; as `vetAttachment` */
export async function writeToOperators(
  parts: MessageParts,
  call: WriteToOperatorsInput,
): Promise<void> {
  const { actor, language, signal } = call
  await parts.throttle.count('message', String(actor.memberId))
  await receiveMessage(parts, call, toOperators, async (data, file) => {
    checkSender(actor, data.sender)
    checkTexts(data)
    const operators = async (db: Queryable) =>
      (await reachableOperators(db, actor.roomId)).filter(({ id }) => id !== actor.memberId)
    const { length: recipients } = await operators(parts.database.db)
    if (recipients === 0) throw new Refusal('NO_RECIPIENTS')
    const attachment = file && (await vetAttachment(parts, actor, file, { recipients, language }))
    signal.throwIfAborted()
    const message = {
      to: 'operators',
      title: data.title,
      content: data.content,
      attachment,
      itemId: data.itemId,
      language,
    } as const
    await sendMessage(parts, { actor, permission: 'messages.toOperators' }, message, operators)
  })
}
