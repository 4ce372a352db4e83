import type { Language } from '../../../../contract/core/errors.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { Encryptor } from '../../../platform/encryption/encryptor.ts'
import { sha256 } from '../../../platform/encryption/node-crypto.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Outbox } from '../../../platform/mail/outbox.ts'
import type { ActivityLog } from '../../audit/index.ts'
import { roomOf } from '../find-room.ts'
import { agreementMail } from './agreement.mails.ts'
import { findCurrent, findLastAccepted } from './agreement.read.ts'
import { insertAccepted } from './agreement.store.ts'
import { type AcceptanceProof, purposes } from './agreement-columns.ts'
import { agreementVersions, openAgreement } from './kept-agreements.ts'

interface AcceptAgreementParts {
  readonly encryptor: Encryptor
  readonly outbox: Outbox
}

interface AgreeingPerson {
  readonly roomId: number
  readonly memberId: number
  readonly name: string
  readonly email: string
}

interface AcceptAgreementInput {
  readonly version: number
  readonly language: Language
  readonly name: string | undefined
  readonly signs: boolean | undefined
  readonly at: Date
}

export interface LastAccepted {
  readonly at: Date
  mailAgain(tx: Tx, to: AgreeingPerson): Promise<void>
}

/** PDFs have an empty text; the other language may replace this one. */
async function acceptedOf(
  db: Queryable,
  encryptor: Encryptor,
  roomId: number,
  version: number,
  language: Language,
) {
  const other = language === 'ko' ? 'en' : 'ko'
  const [kept] = await agreementVersions(db, roomId, version)
  const part =
    (['pdf', language, other] as const).find((one) => kept?.parts.includes(one)) ?? language
  const content = await openAgreement(db, encryptor, roomId, { version, part })
  return {
    text: part === 'pdf' ? '' : content.toString(),
    sha256: Buffer.from(sha256(content)).toString('hex'),
  }
}

/** @throws Refusal NOTICE_CHANGED, SIGNATURE_NEEDED */
export async function acceptOwnAgreement(
  tx: Tx,
  { activity, ...parts }: AcceptAgreementParts & { readonly activity: ActivityLog },
  person: AgreeingPerson & Parameters<ActivityLog['record']>[1] & { readonly address: string },
  { version, language, name, signs, at }: AcceptAgreementInput,
): Promise<void> {
  const { roomId, memberId, address } = person
  const current = await findCurrent(tx, roomId)
  if (current?.version !== version) throw new Refusal('NOTICE_CHANGED')
  const signed = current.signature ? name : undefined
  if (current.signature && !(signed && signs === true)) throw new Refusal('SIGNATURE_NEEDED')
  const accepted = await acceptedOf(tx, parts.encryptor, roomId, version, language)
  const proof: AcceptanceProof = { sha256: accepted.sha256, ...(signed && { signed }) }
  const encrypted = await parts.encryptor.encrypt(
    tx,
    roomId,
    purposes.acceptance(memberId, version),
    Buffer.from(JSON.stringify(proof)),
  )
  const isFirst = await insertAccepted(tx, {
    roomId,
    memberId,
    version,
    language,
    address,
    sealed: encrypted,
    at,
  })
  if (isFirst)
    await mailCopy(tx, parts, person, {
      version,
      language,
      address,
      at,
      proof,
      text: accepted.text,
    })
  await activity.record(tx, person, 'session.accepted', { version, language, ...proof })
}

interface Copy {
  readonly version: number
  readonly language: Language
  readonly address: string
  readonly at: Date
  readonly proof: AcceptanceProof
  readonly text: string
}

async function mailCopy(
  tx: Tx,
  { outbox }: Pick<AcceptAgreementParts, 'outbox'>,
  to: AgreeingPerson,
  { proof, ...copy }: Copy,
): Promise<void> {
  const { roomId, memberId } = to
  const room = await roomOf(tx, roomId)
  await outbox.queue(tx, {
    roomId,
    memberId,
    kind: 'acceptance',
    mail: agreementMail(room, to, { ...copy, ...proof }),
  })
}

export async function lastAccepted(
  db: Queryable,
  parts: AcceptAgreementParts,
  roomId: number,
  memberId: number,
): Promise<LastAccepted | undefined> {
  const last = await findLastAccepted(db, memberId)
  if (!last) return undefined
  const { sealed: encrypted, ...acceptance } = last
  return {
    at: last.at,
    async mailAgain(tx, to) {
      const opened = await parts.encryptor.open(
        tx,
        roomId,
        purposes.acceptance(memberId, last.version),
        encrypted,
      )
      const proof = JSON.parse(opened.toString()) as AcceptanceProof
      const { text } = await acceptedOf(tx, parts.encryptor, roomId, last.version, last.language)
      await mailCopy(tx, parts, to, { ...acceptance, proof, text })
    },
  }
}
