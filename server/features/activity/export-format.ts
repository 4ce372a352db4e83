import type { Language } from '../../../contract/core/errors.ts'
import type { ExportedEntry, ExportHead } from '../../../contract/proof/history-export.ts'

/** What a format is written from: the head, and the entries in batches as they come. */
export interface Exported {
  readonly head: ExportHead
  readonly rows: AsyncIterable<readonly ExportedRow[]>
  readonly language: Language
  readonly zone: string
}

export interface ExportedRow extends ExportedEntry {
  readonly at: Date
}
