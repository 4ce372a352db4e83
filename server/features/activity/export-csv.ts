import { formatRoomTime } from '../../../contract/core/room-time.ts'
import { typeOfKind } from '../../../contract/features/activity-types.ts'
import { canonicalJson } from '../../../contract/proof/canonical-json.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../platform/csv/csv.ts'
import type { Exported } from './export-format.ts'

const COLUMNS = {
  ko: ['순번', '일시', '이름', '직책', '이메일', '종류', '활동', '기록(JSON)', '증명'],
  en: ['No.', 'Date', 'Name', 'Role', 'E-mail', 'Type', 'Activity', 'Entry (JSON)', 'Proof'],
} as const

/** A table with the signed checkpoint in its last rows. */
export async function* csvLines({ head, rows, language, zone }: Exported): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS[language])
  for await (const { at, seq, description, entry, proof } of rows) {
    const { name = '', position = '', email = '' } = entry?.doer ?? {}
    const type = typeOfKind(entry?.kind ?? '') ?? ''
    const written = entry ? canonicalJson(entry) : ''
    yield csvLine([
      String(seq ?? ''),
      formatRoomTime(at, language, zone),
      name,
      position,
      email,
      type,
      description,
      written,
      proof.join(' '),
    ])
  }
  yield csvLine(['', '', '', '', '', 'checkpoint', '', head.checkpoint ?? '', head.publicKey])
}
