import type { ExportedEntry, ExportFormat } from '../../../../contract/proof/history-export.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { csvTexts } from './export-csv.ts'
import type { Exported } from './export-format.ts'
import { htmlTexts } from './export-html.ts'
import type { ExportTask } from './protocol.ts'
import { type EntryOpener, rowsOf } from './rows.ts'

async function* jsonTexts({ head, rows }: Exported): AsyncGenerator<string[]> {
  yield [`${JSON.stringify(head).slice(0, -1)},"entries":[`]
  let separator = '\n'
  for await (const batch of rows) {
    yield batch.flatMap((row, at) => [(at === 0 ? separator : ',\n') + entryOf(row), proofOf(row)])
    separator = ',\n'
  }
  yield ['\n]}\n']
}

const entryOf = ({ seq, description, entry }: ExportedEntry): string =>
  `{"seq":${seq},"description":${JSON.stringify(description)},"entry":${JSON.stringify(entry)},"proof":`

const proofOf = ({ proof }: ExportedEntry): string =>
  proof.length === 0 ? '[]}' : `["${proof.join('","')}"]}`

const WRITERS: Record<ExportFormat, (exported: Exported) => AsyncIterable<string[]>> = {
  html: htmlTexts,
  csv: csvTexts,
  json: jsonTexts,
}

export function textsOf(
  db: Queryable,
  opener: EntryOpener,
  { format, head, ...task }: Omit<ExportTask, 'key'>,
): AsyncIterable<string[]> {
  const isProven = format !== 'html'
  return WRITERS[format]({
    head,
    rows: rowsOf(db, opener, task, { isProven }),
    language: task.language,
    zone: task.zone,
  })
}
