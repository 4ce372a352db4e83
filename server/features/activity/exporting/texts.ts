import type { ExportFormat } from '../../../../contract/proof/history-export.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { csvTexts } from '../export-csv.ts'
import type { Exported } from '../export-format.ts'
import { htmlTexts } from '../export-html.ts'
import { jsonTexts } from '../export-json.ts'
import type { ExportTask } from './protocol.ts'
import { type EntryOpener, rowsOf } from './rows.ts'

const WRITERS: Record<ExportFormat, (exported: Exported) => AsyncIterable<string[]>> = { html: htmlTexts, csv: csvTexts, json: jsonTexts }

/** An export as the texts of which its file consists, in batches. */
export function textsOf(db: Queryable, opener: EntryOpener, { format, head, ...task }: Omit<ExportTask, 'key'>): AsyncIterable<string[]> {
  const isProven = format !== 'html'
  return WRITERS[format]({ head, rows: rowsOf(db, opener, task, { isProven }), language: task.language, zone: task.zone })
}
