import * as contract from '../../../../contract/features/rooms/agreement.ts'
import type { Actor } from '../../../access/actor.ts'
import { DONE, ok } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import type { AgreementParts } from './agreement.parts.ts'
import { changeAgreement } from './change-agreement.ts'
import { agreementPage, shownAgreement } from './shown-agreement.ts'

export const agreementOperations = [contract.read, contract.pageOf, contract.update] as const

export function agreementHandlers(
  parts: AgreementParts,
): Handlers<typeof agreementOperations, Actor> {
  const { encryptor } = parts
  const { db } = parts.database
  return {
    'agreement.read': async ({ actor }) => ok(await shownAgreement(db, encryptor, actor.roomId)),
    'agreement.page': ({ actor: { roomId }, params: { version, page } }) =>
      agreementPage(db, encryptor, { roomId, version, page }),
    'agreement.update': async ({ actor, body: { id: _, seen, ...given }, signal }) => {
      await changeAgreement(parts, actor, seen, given, signal)
      return DONE
    },
  }
}
