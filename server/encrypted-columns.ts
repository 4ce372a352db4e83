import { archiveColumns } from './features/archive/index.ts'
import { encryptedDisclosureColumns } from './features/disclosure/index.ts'
import { encryptedDocumentColumns } from './features/documents/index.ts'
import { encryptedDraftColumns } from './features/drafts/index.ts'
import { esignFileColumns, esignValueColumns } from './features/esign/index.ts'
import { encryptedMessageColumns } from './features/messages/index.ts'
import {
  encryptedAgreementColumns,
  encryptedBrandColumns,
  encryptedMailTextColumns,
} from './features/rooms/index.ts'
import { encryptedTextColumns } from './features/search/index.ts'
import { encryptedAppColumns } from './features/session/index.ts'
import { encryptedThreadColumns } from './features/threads/index.ts'
import type { EncryptedColumn } from './platform/encryption/encrypted-column.ts'
import { encryptedMailColumns } from './platform/mail/outbox.ts'

/** A key rotation encrypts these again. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  ...encryptedDocumentColumns,
  ...encryptedTextColumns,
  ...encryptedMailColumns,
  ...encryptedMessageColumns,
  ...encryptedDraftColumns,
  ...esignFileColumns,
  ...esignValueColumns,
  ...archiveColumns,
  ...encryptedThreadColumns,
  ...encryptedDisclosureColumns,
  ...encryptedBrandColumns,
  ...encryptedAgreementColumns,
  ...encryptedMailTextColumns,
  ...encryptedAppColumns,
]
