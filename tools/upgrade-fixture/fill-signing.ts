import { readOutbox } from '../../server/platform/mail/read-outbox.ts'
import { makeEncryptedPdf } from '../../server/test/fixtures/make-encrypted-pdf.ts'
import { until } from '../../server/test/harness/server-process.ts'
import type { WireClient } from '../../server/test/harness/wire-client.ts'
import { boxOf, compose, given, uploadPdf } from '../../server/test/scenarios/composing.ts'
import { SignerClient } from '../../server/test/scenarios/signing.ts'

const SIGNER = 'signer@law.example'
const LINK = /\/sign#([A-Za-z0-9_-]{32})(?![A-Za-z0-9_-])/
export const WITHIN_MS = 120_000

export interface SentTemplate {
  readonly templateId: number
  readonly link: string
}

export async function newDraft(operator: WireClient, name: string): Promise<number> {
  // The PDF is stored decrypted with its upload's digest.
  const pdf = makeEncryptedPdf({
    by: 'AESV3',
    user: '',
    owner: 'owner',
    words: 'agreement',
    uri: 'https://firm.example/',
  })
  const { templateId } = given<{ templateId: number }>(
    await uploadPdf(operator, new Uint8Array(pdf), name, { notice: '읽고 서명해 주세요' }),
  )
  const participants = [{ name: '서명자', email: SIGNER, order: 1 }]
  given(await compose(operator, 'addDocInfo', { templateId, type: 'SIGNER', participants }))
  given(
    await compose(operator, 'updateUpload', {
      templateId,
      boxes: [boxOf({ id: 'box-0', typeName: 'SIGN', participant: SIGNER })],
    }),
  )
  return templateId
}

export async function stateOf(operator: WireClient, templateId: number): Promise<string> {
  const answer = await operator.call('GET', '/esign/api/compose/get', { query: { templateId } })
  return given<{ status: string }>(answer).status
}

/** Sends a draft and waits for its mail. */
export async function send(
  dataDir: string,
  operator: WireClient,
  name: string,
): Promise<SentTemplate> {
  const known = new Set(await linksOf(dataDir))
  const templateId = await newDraft(operator, name)
  given(await compose(operator, 'addInvite', { templateId, members: [] }))
  const fresh: string[] = []
  await until(
    async () => fresh.push(...(await linksOf(dataDir)).filter((link) => !known.has(link))) > 0,
    'a link to sign',
    WITHIN_MS,
  )
  return { templateId, link: fresh[0] ?? '' }
}

async function linksOf(dataDir: string): Promise<string[]> {
  const mails = await readOutbox(`${dataDir}/outbox`, { last: 1_000, to: SIGNER })
  return mails.flatMap(({ text }) => LINK.exec(text)?.[1] ?? [])
}

export async function sign(base: string, { link }: SentTemplate): Promise<void> {
  const signer = new SignerClient(base, link)
  await signer.open()
  const done = await signer.sign()
  if (done.http !== 200) throw new Error(`not signed: ${done.text}`)
}

export async function decline(base: string, { link }: SentTemplate): Promise<void> {
  const signer = new SignerClient(base, link)
  await signer.open()
  await signer.decline('조건이 다릅니다')
}
