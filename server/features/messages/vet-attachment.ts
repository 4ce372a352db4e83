import type { Language } from '../../../contract/core/errors.ts'
import { attachmentLimit } from '../../../contract/core/limits.ts'
import type { Actor } from '../../access/actor.ts'
import {
  extensionOf,
  mediaTypeOf,
  type NewContent,
  refuseFiles,
  vetSource,
} from '../documents/index.ts'
import type { MessageParts } from './messages.parts.ts'
import type { IncomingFile } from './receive-message.ts'

interface Destined {
  readonly recipients: number
  readonly language: Language
}

interface About {
  readonly name: string
  readonly type: string
  readonly size: number
}

export type Attachment = About &
  (
    | { readonly by: 'mail'; readonly content: Buffer }
    | { readonly by: 'link'; readonly content: NewContent; readonly file: IncomingFile }
  )

/** @throws Refusal TYPE_REFUSED or TOO_LARGE with file and reason; SCANNER_DOWN */
export async function vetAttachment(
  parts: Pick<MessageParts, 'database' | 'activity' | 'content' | 'scanner'>,
  actor: Actor,
  file: IncomingFile,
  { recipients, language }: Destined,
): Promise<Attachment> {
  const { name, size, content } = file
  const ext = extensionOf(name)
  if (typeof content === 'string' || ext === undefined) {
    const code = typeof content === 'string' ? content : 'EXTENSION'
    throw refuseFiles([{ name, code }], language)
  }
  const reader = await parts.content.readNew(actor.roomId, content, 'message')
  const wrong = await vetSource(parts, actor, { name, ext }, reader)
  if (wrong !== undefined) throw refuseFiles([{ name, code: wrong }], language)
  const about = { name, type: mediaTypeOf(ext), size }
  if (size > attachmentLimit(recipients)) return { ...about, by: 'link', content, file }
  return { ...about, by: 'mail', content: Buffer.concat([...(await reader.load())]) }
}
