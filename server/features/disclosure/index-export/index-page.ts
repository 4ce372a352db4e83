import { formatSize } from '../../../../contract/core/format-size.ts'
import { escapeHtml } from '../../../platform/html/escape-html.ts'
import { pageHead, pageTail } from '../../../platform/html/plain-page.ts'
import {
  dateOf,
  type IndexTableOptions,
  type ListedItem,
  linkToItem,
  stateOf,
} from './index-table.ts'
import { WORDS } from './index-words.ts'

export interface Titled {
  readonly roomName: string
  readonly facts: readonly string[]
}

const INDENT = '\u2003'

export async function* indexPage(
  items: AsyncIterable<ListedItem>,
  shown: IndexTableOptions,
  { roomName, facts }: Titled,
): AsyncGenerator<string> {
  const { language, hasNumbers, hasStates } = shown
  const { title, columns, none, shortSize } = WORDS[language]
  const room = escapeHtml(roomName)
  const headings = [
    hasNumbers && columns.number,
    columns.name,
    columns.pages,
    shortSize,
    columns.date,
    hasStates && columns.state,
  ]
  yield `${pageHead({ language, title: `${title} · ${room}` })}<main><h1>${title}</h1>
<p>${[room, ...facts.map(escapeHtml)].join(' · ')}</p>
<table>
<thead><tr>${headings.map((heading) => (heading === false ? '' : `<th scope="col">${heading}</th>`)).join('')}</tr></thead>
<tbody>
`
  let isEmpty = true
  for await (const item of items) {
    isEmpty = false
    yield rowOf(item, shown)
  }
  yield `</tbody>\n</table>\n${isEmpty ? `<p>${none}</p>\n` : ''}</main>\n${pageTail}`
}

function rowOf(item: ListedItem, shown: IndexTableOptions): string {
  const { language, zone, hasNumbers, hasStates } = shown
  const words = WORDS[language]
  const { number = '', depth, isFolder, name, size, pages } = item
  const link = item.isExpected
    ? escapeHtml(name)
    : `<a href="${escapeHtml(linkToItem(item, shown))}">${escapeHtml(name)}</a>`
  const cells = [
    hasNumbers && number,
    `${INDENT.repeat(depth - 1)}${isFolder ? `<b>${link}</b>` : link}`,
    String(pages ?? ''),
    isFolder || size === undefined ? '' : formatSize(size),
    dateOf(item, zone),
    hasStates && stateOf(item, words),
  ]
  return `<tr>${cells.map((cell) => (cell === false ? '' : `<td>${cell}</td>`)).join('')}</tr>\n`
}
