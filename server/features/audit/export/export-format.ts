import type { Language } from '../../../../contract/core/errors.ts'
import type { ExportedEntry, ExportHead } from '../../../../contract/proof/history-export.ts'

export interface Exported {
  readonly head: ExportHead
  readonly rows: AsyncIterable<readonly ExportedRow[]>
  readonly language: Language
  readonly zone: string
}

export interface ExportedRow extends ExportedEntry {
  readonly at: Date
}
