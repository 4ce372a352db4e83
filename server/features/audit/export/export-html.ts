import type { Language } from '../../../../contract/core/errors.ts'
import { formatRoomTime } from '../../../../contract/core/room-time.ts'
import { escapeHtml } from '../../../platform/html/escape-html.ts'
import { pageHead, pageTail } from '../../../platform/html/plain-page.ts'
import type { Exported, ExportedRow } from './export-format.ts'

interface ExportHtmlWords {
  readonly title: string
  readonly columns: readonly [string, string, string, string, string]
  readonly made: (when: string) => string
  readonly unread: string
  readonly checkpoint: string
  readonly none: string
  readonly proof: string
}

const WORDS: Record<Language, ExportHtmlWords> = {
  ko: {
    title: '활동 내역',
    columns: ['일시', '이름', '직책', '이메일', '활동'],
    made: (when) => `${when}에 내보냄`,
    unread: '읽을 수 없음',
    checkpoint: '서명된 확인점',
    none: '확인점이 없습니다. 이 목록은 증명되지 않습니다.',
    proof:
      '이 문서는 읽기 위한 것입니다. 기록을 증명하려면 같은 목록을 JSON으로 다운로드해, 데이터룸의 /verify 또는 다운로드한 verify.html에서 확인해 주세요.',
  },
  en: {
    title: 'Activity log',
    columns: ['Date', 'Name', 'Role', 'E-mail', 'Activity'],
    made: (when) => `Exported ${when}`,
    unread: 'unreadable',
    checkpoint: 'Signed checkpoint',
    none: 'There is no checkpoint, so this list is not proven.',
    proof:
      'This document is for reading only. To verify the entries, download the same list as JSON and check it on the data room’s /verify page or in a downloaded verify.html.',
  },
}

/** The page is self-contained and allows only its own style. */
export async function* htmlTexts({
  head,
  rows,
  language,
  zone,
}: Exported): AsyncGenerator<string[]> {
  const words = WORDS[language]
  const room = escapeHtml(`${head.roomName} (${head.roomNo})`)
  yield [
    `${pageHead({ language, title: `${words.title} · ${room}` })}<h1>${words.title}</h1>
<p>${room} · ${escapeHtml(words.made(formatRoomTime(new Date(head.exportedAt), language, zone)))}</p>
<table>
<thead><tr>${words.columns.map((column) => `<th scope="col">${column}</th>`).join('')}</tr></thead>
<tbody>
`,
  ]
  const lineOf = ({ at, description, entry }: ExportedRow): string => {
    const { name = '', position = '', email = '' } = entry?.doer ?? { name: words.unread }
    const cells = [formatRoomTime(at, language, zone), name, position, email, description]
    return `<tr>${cells.map((text) => `<td>${escapeHtml(text)}</td>`).join('')}</tr>\n`
  }
  for await (const batch of rows) yield batch.map(lineOf)
  yield [
    `</tbody>
</table>
${head.checkpoint === null ? `<p>${words.none}</p>` : `<h2>${words.checkpoint}</h2>\n<pre>${escapeHtml(head.checkpoint)}\n${escapeHtml(head.publicKey)}</pre>\n<p>${words.proof}</p>`}
${pageTail}`,
  ]
}
