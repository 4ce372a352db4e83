import { Readable } from 'node:stream'
import type { Language } from '../../../contract/core/errors.ts'
import { attachmentLimit } from '../../../contract/core/limits.ts'
import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { MailAttachment } from '../../platform/mail/mail.ts'
import { extensionOf, mediaTypeOf, refusedName, refuseFiles, vetSource } from '../documents/index.ts'
import type { MessageParts } from './messages.parts.ts'
import type { ReceivedAttachment } from './receive-message.ts'

interface Destined {
  readonly recipients: number
  readonly language: Language
}

/**
 * The file as mails carry it, once it has passed what an upload passes: name and extension, content, virus scanner.
 * @throws Refusal ATTACHMENT_TOO_LARGE for so many recipients; TYPE_REFUSED with the file and what is wrong with it; SCANNER_DOWN.
 */
export async function vetAttachment(
  parts: MessageParts,
  actor: Actor,
  { name, size, content }: ReceivedAttachment,
  { recipients, language }: Destined,
): Promise<MailAttachment> {
  const limit = attachmentLimit(recipients)
  if (size > limit) throw new Refusal('ATTACHMENT_TOO_LARGE', { variables: { limit: inUnits(limit) } })
  const early = refusedName([], name)
  const ext = extensionOf(name)
  if (early !== undefined || ext === undefined) throw refuseFiles([{ name, code: early ?? 'EXTENSION' }], language)
  const source = {
    size,
    read: async (offset: number, length: number) => content.subarray(offset, offset + length),
    stream: () => Readable.from([content]),
  }
  const wrong = await vetSource(parts, actor, { name, ext }, source)
  if (wrong !== undefined) throw refuseFiles([{ name, code: wrong }], language)
  return { name, type: mediaTypeOf(ext), content }
}

const inUnits = (bytes: number): string => (bytes >= 1_000_000 ? `${Math.floor(bytes / 1_000_000)}MB` : `${Math.floor(bytes / 1_000)}KB`)
