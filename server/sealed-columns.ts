import { archiveColumns } from './features/archive/index.ts'
import { composeFileColumns, composeValueColumns } from './features/compose/index.ts'
import { sealedDocumentColumns } from './features/documents/index.ts'
import { sealedDraftColumns } from './features/drafts/index.ts'
import { sealedMessageColumns } from './features/messages/index.ts'
import { sealedTextColumns } from './features/search/index.ts'
import type { SealedColumn } from './platform/crypto/sealed-column.ts'
import { sealedMailColumns } from './platform/mail/outbox.ts'

/** Everything in the database that is sealed under room keys: what has to be sealed anew where such a key is replaced. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...sealedDocumentColumns,
  ...sealedTextColumns,
  ...sealedMailColumns,
  ...sealedMessageColumns,
  ...sealedDraftColumns,
  ...composeFileColumns,
  ...composeValueColumns,
  ...archiveColumns,
]
