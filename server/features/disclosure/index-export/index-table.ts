import type { Language } from '../../../../contract/core/errors.ts'
import { formatMinute } from '../../../../contract/core/room-time.ts'
import { csvLine } from '../../../platform/csv/csv.ts'
import type { Cell, Row } from '../../../platform/xlsx/xlsx-stream.ts'
import type { IndexedItem } from '../../documents/index.ts'
import { INDEX_COLUMNS, type IndexColumn, WORDS } from './index-words.ts'

export interface Shown {
  readonly language: Language
  readonly zone: string
  /** Where the room is, without a slash at the end. */
  readonly publicUrl: string
  /** Those who publish see what is not. */
  readonly hasStates: boolean
  readonly hasNumbers: boolean
}

type Items = AsyncIterable<IndexedItem>

/** In characters. */
const WIDTHS: Readonly<Record<IndexColumn, number>> = {
  ...{ number: 10, level: 8, type: 10, name: 60, location: 50, size: 14, pages: 8, date: 18, state: 10, link: 10 },
}

const columnsOf = ({ hasStates, hasNumbers }: Shown): IndexColumn[] =>
  INDEX_COLUMNS.filter((column) => (column === 'state' ? hasStates : column === 'number' ? hasNumbers : true))

export const headingsOf = (shown: Shown): string[] => columnsOf(shown).map((column) => WORDS[shown.language].columns[column])
export const widthsOf = (shown: Shown): number[] => columnsOf(shown).map((column) => WIDTHS[column])

/** Opens the item in the room, after a login. */
export const addressOf = ({ id, parentId, isFolder }: IndexedItem, publicUrl: string): string => {
  if (isFolder) return `${publicUrl}/?folder=${id}`
  return parentId === 0 ? `${publicUrl}/?doc=${id}` : `${publicUrl}/?folder=${parentId}&doc=${id}`
}

function cellsOf(item: IndexedItem, { language, zone, publicUrl }: Shown): Readonly<Record<IndexColumn, Cell>> {
  const words = WORDS[language]
  return {
    number: item.number ?? '',
    level: item.depth,
    type: item.isFolder ? words.folder : words.document,
    name: item.name,
    location: item.location.join(' / '),
    size: item.isFolder ? '' : item.size,
    pages: item.pages ?? '',
    date: item.isFolder ? '' : formatMinute(item.storedAt, zone),
    state: item.isStaged ? words.staged : words.published,
    link: { url: addressOf(item, publicUrl), text: words.open },
  }
}

export async function* sheetRows(items: Items, shown: Shown): AsyncGenerator<Row> {
  const columns = columnsOf(shown)
  for await (const item of items) {
    const cells = cellsOf(item, shown)
    yield { cells: columns.map((column) => cells[column]), isBold: item.isFolder, level: item.depth - 1 }
  }
}

export async function* csvRows(items: Items, shown: Shown): AsyncGenerator<string> {
  for await (const { cells } of sheetRows(items, shown))
    yield csvLine(cells.map((cell) => (typeof cell === 'object' ? cell.url : String(cell))))
}
