import * as contract from '../../../../contract/features/rooms/mail-texts.ts'
import type { Actor } from '../../../access/actor.ts'
import { DONE, ok } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { changeMailTexts, type MailTextParts } from './change-mail-texts.ts'
import { mailTextsOf } from './mail-texts.ts'

export const mailTextOperations = [contract.read, contract.update] as const

export function mailTextHandlers(parts: MailTextParts): Handlers<typeof mailTextOperations, Actor> {
  return {
    'introductions.read': async ({ actor: { roomId } }) =>
      ok(await mailTextsOf(parts.database.db, parts.encryptor, roomId)),
    'introductions.update': async ({ actor, body: { texts } }) => {
      await changeMailTexts(parts, actor, texts)
      return DONE
    },
  }
}
