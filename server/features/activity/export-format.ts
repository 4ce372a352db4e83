import type { Language } from '../../../contract/core/errors.ts'
import type { ExportedEntry, ExportHead } from '../../../contract/proof/history-export.ts'

/** What a format is written from: the head, and the entries as they come. */
export interface Exported {
  readonly head: ExportHead
  readonly rows: AsyncIterable<ExportedRow>
  readonly language: Language
  readonly zone: string
}

export interface ExportedRow extends ExportedEntry {
  readonly at: Date
}
