import { LANGUAGES } from '../../../../contract/core/language.ts'
import type { AgreementForm } from '../../../../contract/features/rooms/agreement.ts'
import type { Actor } from '../../../access/actor.ts'
import { relyOn } from '../../../access/rules-in-use.store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { lockTree } from '../change-content.ts'
import type { AgreementParts } from './agreement.parts.ts'
import { findCurrent, findLastVersion } from './agreement.read.ts'
import { insertAgreement, insertPage, requireVersion } from './agreement.store.ts'
import { purposes } from './agreement-columns.ts'
import { type DrawnPage, drawPages } from './draw-pages.ts'

export interface GivenAgreement {
  readonly form: AgreementForm | 'product'
  readonly ko?: string | undefined
  readonly en?: string | undefined
  readonly pdf?: string | undefined
  readonly signature?: boolean | undefined
}

interface WrittenAgreement {
  readonly form: AgreementForm
  readonly ko: string
  readonly en: string
  readonly pdf: Buffer | undefined
  readonly pages: readonly DrawnPage[]
  readonly signature: boolean
}

/**
 * Open sessions must accept the version.
 * @param seen version that the operator saw, 0 for none
 * @throws Refusal AGREEMENT_EMPTY, AGREEMENT_PDF, AGREEMENT_ELSEWHERE, UPGRADE_RUNNING, BUSY
 */
export async function changeAgreement(
  parts: AgreementParts,
  actor: Actor,
  seen: number,
  given: GivenAgreement,
  signal: AbortSignal,
): Promise<void> {
  const written =
    given.form === 'product' ? undefined : await writtenOf(parts, actor, given, signal)
  await parts.database.transaction(async (tx) => {
    const { roomId } = await parts.confirm(tx, actor, 'room.configure')
    await lockTree(tx, roomId)
    const before = await findCurrent(tx, roomId)
    if ((before?.version ?? 0) !== seen) throw new Refusal('AGREEMENT_ELSEWHERE')
    if (!written && !before) return
    if (written) await relyOn(tx, RELEASE_RULES.ownAgreement)
    const version = written ? (await findLastVersion(tx, roomId)) + 1 : seen
    if (written) await keep(parts, tx, { roomId, version }, written)
    await requireVersion(tx, roomId, written ? version : null)
    await parts.activity.record(tx, actor, 'room.agreement', {
      ...{
        version,
        form: given.form,
        pages: written?.pages.length ?? 0,
        signature: written?.signature ?? false,
      },
      languages: LANGUAGES.filter((language) => written?.[language]),
    })
    await parts.bus.publish(tx, { room: roomId, kind: 'room' })
  })
}

async function writtenOf(
  parts: AgreementParts,
  actor: Actor,
  given: GivenAgreement,
  signal: AbortSignal,
): Promise<WrittenAgreement> {
  const signature = given.signature ?? false
  if (given.form === 'pdf') {
    const pdf = Buffer.from(given.pdf ?? '', 'base64')
    return {
      form: 'pdf',
      ko: '',
      en: '',
      pdf,
      pages: await drawPages(parts, actor, pdf, signal),
      signature,
    }
  }
  const [ko, en] = [given.ko?.trim() ?? '', given.en?.trim() ?? '']
  if (!ko && !en) throw new Refusal('AGREEMENT_EMPTY')
  return { form: 'text', ko, en, pdf: undefined, pages: [], signature }
}

async function keep(
  { encryptor, clock }: AgreementParts,
  tx: Tx,
  { roomId, version }: { readonly roomId: number; readonly version: number },
  { form, ko, en, pdf, pages, signature }: WrittenAgreement,
): Promise<void> {
  const encrypted = (
    purpose: string,
    content: string | Buffer | undefined,
  ): Promise<Buffer> | null =>
    content ? encryptor.encrypt(tx, roomId, purpose, Buffer.from(content)) : null
  await insertAgreement(tx, {
    ...{ roomId, version, form, signature, at: clock.now() },
    ko: await encrypted(purposes.ko(roomId, version), ko),
    en: await encrypted(purposes.en(roomId, version), en),
    pdf: await encrypted(purposes.pdf(roomId, version), pdf),
  })
  for (const [index, { jpeg, width, height }] of pages.entries()) {
    const page = index + 1
    const encryptedPage = await encryptor.encrypt(
      tx,
      roomId,
      purposes.page(roomId, version, page),
      jpeg,
    )
    await insertPage(tx, roomId, version, { page, sealed: encryptedPage, width, height })
  }
}
