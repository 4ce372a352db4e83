import { z } from 'zod'
import { MAIL_TEXT_MAX } from '../../core/mails/mail-texts.ts'
import { operation } from '../../core/operation.ts'
import { done, id, pathId } from '../../core/schemas.ts'

/** The use case refuses forbidden content with the reason. */
const introduction = z
  .string()
  .max(MAIL_TEXT_MAX * 4)
  .transform((text) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim())
  .pipe(z.string().max(MAIL_TEXT_MAX))

/** An empty introduction means the standard text. */
const pair = z.strictObject({ ko: introduction, en: introduction })

const mailTexts = z.strictObject({
  invitation: pair,
  documents: pair,
  questions: pair,
  closing: pair,
})
export type MailTexts = z.output<typeof mailTexts>

export const read = operation({
  name: 'introductions.read',
  method: 'GET',
  path: '/room/api/room/mailTexts/:roomId',
  summary:
    'Returns the room’s own mail introductions, by kind and language. Empty ones are those of the product.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: mailTexts },
})

export const update = operation({
  name: 'introductions.update',
  method: 'PUT',
  path: '/room/api/room/update/mailTexts',
  summary:
    'Sets the room’s own mail introductions, plain text with {name}, {room} and {firm}. They stand above the standard text, only in mails to participants. Links, addresses, markup, header-like lines and unknown placeholders are refused.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  body: z.strictObject({ id, texts: mailTexts }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})
