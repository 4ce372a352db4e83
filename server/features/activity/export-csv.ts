import { formatRoomTime } from '../../../contract/core/room-time.ts'
import { typeOfKind } from '../../../contract/features/activity-types.ts'
import { canonicalJson } from '../../../contract/proof/canonical-json.ts'
import type { Exported } from './export-format.ts'

/** By it Excel knows that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

const COLUMNS = {
  ko: ['순번', '일시', '이름', '직책', '이메일', '종류', '활동', '기록(JSON)', '증명'],
  en: ['No.', 'Date', 'Name', 'Role', 'E-mail', 'Type', 'Activity', 'Entry (JSON)', 'Proof'],
} as const

/** RFC 4180. What a spreadsheet would take for a formula is shown with an apostrophe before it. */
function cell(text: string): string {
  const shown = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

const line = (cells: readonly string[]): string => `${cells.map(cell).join()}\r\n`

/** A table with the signed checkpoint in its last rows. */
export async function* csvLines({ head, rows, language, zone }: Exported): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + line(COLUMNS[language])
  for await (const { at, seq, description, entry, proof } of rows) {
    const { name = '', position = '', email = '' } = entry?.doer ?? {}
    const type = typeOfKind(entry?.kind ?? '') ?? ''
    const written = entry ? canonicalJson(entry) : ''
    yield line([String(seq ?? ''), formatRoomTime(at, language, zone), name, position, email, type, description, written, proof.join(' ')])
  }
  yield line(['', '', '', '', '', 'checkpoint', '', head.checkpoint ?? '', head.publicKey])
}
