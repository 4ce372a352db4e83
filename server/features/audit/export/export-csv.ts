import { formatRoomTime } from '../../../../contract/core/room-time.ts'
import { typeOfKind } from '../../../../contract/features/activity/activity-types.ts'
import { canonicalJson } from '../../../../contract/proof/canonical-json.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../../platform/csv/csv.ts'
import type { Exported, ExportedRow } from './export-format.ts'

const COLUMNS = {
  ko: ['순번', '일시', '이름', '직책', '이메일', '종류', '활동', '기록(JSON)', '증명'],
  en: ['No.', 'Date', 'Name', 'Role', 'E-mail', 'Type', 'Activity', 'Entry (JSON)', 'Proof'],
} as const

export async function* csvTexts({
  head,
  rows,
  language,
  zone,
}: Exported): AsyncGenerator<string[]> {
  yield [BYTE_ORDER_MARK + csvLine(COLUMNS[language])]
  const lineOf = ({ at, seq, description, entry, proof }: ExportedRow): string => {
    const { name = '', position = '', email = '' } = entry?.doer ?? {}
    const type = typeOfKind(entry?.kind ?? '') ?? ''
    const written = entry ? canonicalJson(entry) : ''
    return csvLine([
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
  for await (const batch of rows) yield batch.map(lineOf)
  yield [csvLine(['', '', '', '', '', 'checkpoint', '', head.checkpoint ?? '', head.publicKey])]
}
