import { formatSize } from '../../../../contract/core/format-size.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../../platform/csv/csv.ts'
import { escapeHtml } from '../../../platform/html/escape-html.ts'
import { pageHead, pageTail } from '../../../platform/html/plain-page.ts'
import { COLUMNS, cellsOf, type IndexRow, notesOf } from './index-rows.ts'

export interface Titled {
  readonly roomName: string
  readonly roomNo: string
  readonly at: string
  readonly person: string | undefined
  readonly group: string | undefined
}

type Rows = AsyncIterable<IndexRow>

const hrefOf = (path: string): string =>
  escapeHtml(path.split('/').map(encodeURIComponent).join('/'))

const HEADINGS = ['번호 · No.', '이름 · Name', '크기 · Size', '날짜 · Date', 'SHA-256']

const COVERS = {
  room: '데이터룸의 모든 문서 원본이 들어 있습니다. <span lang="en">Contains the originals of all documents in the data room.</span>',
  person:
    '이 사용자가 볼 수 있는 문서만 들어 있습니다. <span lang="en">Contains only the documents this person may see.</span>',
  group:
    '이 그룹이 볼 수 있는 문서의 원본만 들어 있습니다. <span lang="en">Contains only the originals of the documents this group may see.</span>',
}

export async function* indexHtml(
  rows: Rows,
  { roomName, roomNo, at, person, group }: Titled,
): AsyncGenerator<string> {
  const room = escapeHtml(`${roomName} (${roomNo})`)
  const subject = person ?? group
  yield `${pageHead({ language: 'ko', title: `문서 목록 · Index · ${room}` })}<main><h1>문서 목록 <small lang="en">Index of documents</small></h1>
<p>${room} · ${escapeHtml(at)}${subject === undefined ? '' : ` · ${escapeHtml(subject)}`}</p>
<p>${COVERS[person !== undefined ? 'person' : group !== undefined ? 'group' : 'room']}
파일이 바뀌지 않았는지는 <a href="verify.html">verify.html</a>에서 확인할 수 있습니다. <span lang="en">Use verify.html to check whether any file was changed.</span></p>
<table>
<thead><tr>${HEADINGS.map((heading) => `<th scope="col">${heading}</th>`).join('')}</tr></thead>
<tbody>
`
  for await (const row of rows) yield htmlRow(row)
  yield `</tbody>\n</table>\n</main>\n${pageTail}`
}

function htmlRow(row: IndexRow): string {
  const { number, isFolder, name, path, size, at, sha256 } = row
  const shown = escapeHtml(name)
  const linked = path === undefined || isFolder ? shown : `<a href="${hrefOf(path)}">${shown}</a>`
  const named = isFolder ? `<b>${shown}</b>` : linked
  const note = notesOf(row)
    .map(
      ({ ko, en }) =>
        `<br><small>${escapeHtml(ko)} <span lang="en">${escapeHtml(en)}</span></small>`,
    )
    .join('')
  const cells = [
    escapeHtml(number),
    `${named}${note}`,
    size === undefined ? '' : formatSize(size),
    isFolder ? '' : at,
    sha256,
  ]
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`
}

export async function* indexCsv(rows: Rows): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS)
  for await (const row of rows) yield csvLine(cellsOf(row).map(String))
}
