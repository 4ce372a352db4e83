import type { Language } from '../../../../contract/core/errors.ts'
import type { AgreementForm } from '../../../../contract/features/rooms/agreement.ts'

export type AgreementTables = {
  agreements: {
    room_id: number
    version: number
    form: AgreementForm
    ko: Buffer | null
    en: Buffer | null
    pdf: Buffer | null
    signature: boolean
    created_at: Date
  }
  agreement_pages: {
    room_id: number
    version: number
    page: number
    sealed: Buffer
    width: number
    height: number
  }
  agreement_acceptances: {
    member_id: number
    version: number
    room_id: number
    language: Language
    address: string
    sealed: Buffer
    accepted_at: Date
  }
  rooms: { id: number; agreement_version: number | null }
}
