import type { Language } from '../../../../contract/core/errors.ts'
import type { AgreementForm } from '../../../../contract/features/rooms/agreement.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { AgreementTables } from './agreement.tables.ts'

interface NewAgreement {
  readonly roomId: number
  readonly version: number
  readonly form: AgreementForm
  readonly ko: Buffer | null
  readonly en: Buffer | null
  readonly pdf: Buffer | null
  readonly signature: boolean
  readonly at: Date
}

export async function insertAgreement(
  tx: Tx,
  { roomId, at, ...agreement }: NewAgreement,
): Promise<void> {
  await tx
    .withTables<AgreementTables>()
    .insertInto('agreements')
    .values({ room_id: roomId, created_at: at, ...agreement })
    .execute()
}

interface NewPage {
  readonly page: number
  readonly sealed: Buffer
  readonly width: number
  readonly height: number
}

export async function insertPage(
  tx: Tx,
  roomId: number,
  version: number,
  page: NewPage,
): Promise<void> {
  await tx
    .withTables<AgreementTables>()
    .insertInto('agreement_pages')
    .values({ room_id: roomId, version, ...page })
    .execute()
}

/** A null `version` means the product's notice. */
export async function requireVersion(
  tx: Tx,
  roomId: number,
  version: number | null,
): Promise<void> {
  await tx
    .withTables<AgreementTables>()
    .updateTable('rooms')
    .set({ agreement_version: version })
    .where('id', '=', roomId)
    .execute()
}

export interface NewAcceptance {
  readonly roomId: number
  readonly memberId: number
  readonly version: number
  readonly language: Language
  readonly address: string
  readonly sealed: Buffer
  readonly at: Date
}

/** @returns false if accepted before */
export async function insertAccepted(
  tx: Tx,
  { roomId, memberId, at, ...acceptance }: NewAcceptance,
): Promise<boolean> {
  const inserted = await tx
    .withTables<AgreementTables>()
    .insertInto('agreement_acceptances')
    .values({ room_id: roomId, member_id: memberId, accepted_at: at, ...acceptance })
    .onConflict((conflict) => conflict.columns(['member_id', 'version']).doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}
