import type { ErrorCode } from '../../../contract/core/errors.ts'
import type { ViewStatus } from '../../../contract/features/documents.ts'

/** Why there is no preview, for the states that are final. */
export const PREVIEW_REASONS: Partial<Record<ViewStatus, ErrorCode>> = {
  LOCKED: 'DOCUMENT_LOCKED',
  BROKEN: 'DOCUMENT_BROKEN',
  TOO_LARGE: 'DOCUMENT_TOO_LARGE',
  SLOW: 'DOCUMENT_SLOW',
  NO_PREVIEW: 'NO_PREVIEW',
  NO_CONVERTER: 'NO_CONVERTER',
}
