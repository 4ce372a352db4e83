import {
  type EncryptedColumn,
  encryptedField,
} from '../../../platform/encryption/encrypted-column.ts'

export type AgreementPart = 'ko' | 'en' | 'pdf'

export const purposes = {
  ko: (roomId: number, version: number) => `agreement-ko:${roomId}:${version}`,
  en: (roomId: number, version: number) => `agreement-en:${roomId}:${version}`,
  pdf: (roomId: number, version: number) => `agreement-pdf:${roomId}:${version}`,
  page: (roomId: number, version: number, page: number) =>
    `agreement-page:${roomId}:${version}:${page}`,
  acceptance: (memberId: number, version: number) => `agreement-acceptance:${memberId}:${version}`,
}

export const encryptedAgreementColumns: readonly EncryptedColumn[] = [
  encryptedField('agreements', 'ko', purposes.ko, ['room_id', 'version']),
  encryptedField('agreements', 'en', purposes.en, ['room_id', 'version']),
  encryptedField('agreements', 'pdf', purposes.pdf, ['room_id', 'version']),
  encryptedField('agreement_pages', 'sealed', purposes.page, ['room_id', 'version', 'page']),
  encryptedField('agreement_acceptances', 'sealed', purposes.acceptance, ['member_id', 'version']),
]

export interface AcceptanceProof {
  /** The hexadecimal hash covers the text in UTF-8 or the PDF. */
  readonly sha256: string
  readonly signed?: string
}
