import type { ExportedEntry } from '../../../contract/proof/history-export.ts'
import type { Exported } from './export-format.ts'

/** The head on the first line, and each entry on one of its own, so that it can be read line by line. */
export async function* jsonTexts({ head, rows }: Exported): AsyncGenerator<string[]> {
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

/** Base64 needs no escapes. */
const proofOf = ({ proof }: ExportedEntry): string => (proof.length === 0 ? '[]}' : `["${proof.join('","')}"]}`)
