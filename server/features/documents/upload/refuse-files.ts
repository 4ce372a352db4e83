import { REJECTIONS } from '../../../../contract/core/errors/rejections.ts'
import type { Language } from '../../../../contract/core/errors.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { RejectedFile } from './receive-upload.ts'

export const presentRejected = (rejected: readonly RejectedFile[], language: Language) =>
  rejected.map(({ name, code }) => ({ name, reason: REJECTIONS[code][language], code }))

export function refuseFiles(rejected: readonly RejectedFile[], language: Language): Refusal {
  const onlyTooLarge = rejected.every(({ code }) => code === 'SIZE')
  return new Refusal(onlyTooLarge ? 'TOO_LARGE' : 'TYPE_REFUSED', {
    extra: { rejected: presentRejected(rejected, language) },
  })
}
