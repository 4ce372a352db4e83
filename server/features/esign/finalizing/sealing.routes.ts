import * as contract from '../../../../contract/features/compose.ts'
import type { Actor } from '../../../access/actor.ts'
import { ok } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { SigningError } from '../../../workers/esign/index.ts'
import { showTemplate } from '../drafting/templates.present.ts'
import type { EsignParts } from '../esign.parts.ts'
import { sealAgain } from './seal-again.ts'
import type { SealingParts } from './sealing.parts.ts'

export const sealingOperations = [contract.sealAgain, contract.certificate] as const

export function sealingHandlers(
  parts: SealingParts & EsignParts,
): Handlers<typeof sealingOperations, Actor> {
  return {
    'compose.sealAgain': async ({ actor, body, language }) => {
      await sealAgain(parts, actor, body.templateId)
      return ok(await showTemplate(parts, actor, body.templateId, language))
    },
    'compose.certificate': async () => {
      const { subject, fingerprint, notAfter, isSelfSigned, pem } = await parts.sealKeys
        .describe()
        .catch((error: unknown) => {
          throw error instanceof SigningError ? new Refusal('SEAL_CERTIFICATE') : error
        })
      return ok({
        subject,
        fingerprint,
        notAfter: notAfter.toISOString(),
        selfSigned: isSelfSigned,
        pem,
      })
    },
  }
}
