import { makePdf } from '../../fixtures/make-pdf.ts'
import type { WireAnswer, WireClient } from '../../harness/wire-client.ts'

export const AGREED_TEXT = {
  ko: '제1조 비밀유지\n\n받은 자료는 돌려 드립니다.',
  en: 'Article 1. Confidentiality',
}

/** @param seen the current version, 0 for none */
export const setAgreement = (
  client: WireClient,
  seen: number,
  fields: object,
): Promise<WireAnswer> =>
  client.call('PUT', '/room/api/room/update/agreement', {
    body: { id: client.me.roomId, seen, ...fields },
  })

export const setText = (
  client: WireClient,
  seen: number,
  fields: object = {},
): Promise<WireAnswer> => setAgreement(client, seen, { form: 'text', ...AGREED_TEXT, ...fields })

export const setPdf = (
  client: WireClient,
  seen: number,
  bytes: Uint8Array = makePdf(2),
  fields: object = {},
): Promise<WireAnswer> =>
  setAgreement(client, seen, { form: 'pdf', pdf: Buffer.from(bytes).toString('base64'), ...fields })

export const acceptOwn = (
  client: WireClient,
  version: number,
  fields: object = {},
): Promise<WireAnswer> =>
  client.call('POST', '/room/api/room/agreement/accept', {
    body: { roomId: client.me.roomId, version, language: 'ko', ...fields },
  })

export async function keepAgreements(operator: WireClient): Promise<void> {
  await setText(operator, 0, { signature: true })
  await acceptOwn(operator, 1, { name: '김운영', signs: true })
  await setPdf(operator, 1)
  await acceptOwn(operator, 2)
  await setAgreement(operator, 2, { form: 'product' })
  await operator.agree()
}
