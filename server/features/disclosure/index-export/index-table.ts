import type { Language } from '../../../../contract/core/errors.ts'
import { formatMinute } from '../../../../contract/core/room-time.ts'
import { LEVEL_NAMES } from '../../../../contract/features/groups/levels.ts'
import { csvLine } from '../../../platform/csv/csv.ts'
import { linkIntoRoom } from '../../../platform/mail/mail-links.ts'
import type { Cell, SheetRow } from '../../../platform/xlsx/xlsx-stream.ts'
import type { IndexedItem } from '../../documents/index.ts'
import { INDEX_COLUMNS, type IndexColumn, WORDS } from './index-words.ts'

export interface IndexTableOptions {
  readonly language: Language
  readonly zone: string
  /** The address has no trailing slash. */
  readonly publicUrl: string
  readonly roomNo: string
  readonly hasStates: boolean
  readonly hasNumbers: boolean
  /** Records state only provable facts. */
  readonly isRecord: boolean
}

export interface Proof {
  /** Destroyed content has no version. */
  readonly version: number | undefined
  readonly sha256: string | undefined
  readonly level: number
}

export type ListedItem = Omit<
  IndexedItem,
  'isStaged' | 'size' | 'storedAt' | 'level' | 'versionId'
> & {
  readonly size: number | undefined
  readonly isStaged?: boolean
  readonly storedAt: Date | undefined
  readonly isExpected?: boolean
  readonly proof?: Proof
}

type Items = AsyncIterable<ListedItem> | Iterable<ListedItem>

const WIDTHS: Readonly<Record<IndexColumn, number>> = {
  ...{
    number: 10,
    level: 8,
    type: 10,
    name: 60,
    location: 50,
    version: 8,
    size: 14,
    pages: 8,
    date: 18,
  },
  ...{ state: 10, access: 12, sha256: 66, link: 10 },
}

const OF_RECORDS: ReadonlySet<IndexColumn> = new Set(['version', 'access', 'sha256'])

function columnsOf({ hasStates, hasNumbers, isRecord }: IndexTableOptions): IndexColumn[] {
  const isThere = (column: IndexColumn): boolean => {
    if (column === 'state') return hasStates
    if (column === 'number') return hasNumbers
    if (column === 'link') return !isRecord
    return isRecord || !OF_RECORDS.has(column)
  }
  return INDEX_COLUMNS.filter(isThere)
}

export const headingsOf = (shown: IndexTableOptions): string[] =>
  columnsOf(shown).map((column) => WORDS[shown.language].columns[column])
export const widthsOf = (shown: IndexTableOptions): number[] =>
  columnsOf(shown).map((column) => WIDTHS[column])

export const linkToItem = (
  { id, parentId, isFolder }: ListedItem,
  { publicUrl, roomNo }: Pick<IndexTableOptions, 'publicUrl' | 'roomNo'>,
): string =>
  linkIntoRoom(
    publicUrl,
    roomNo,
    isFolder ? `/?folder=${id}` : parentId === 0 ? `/?doc=${id}` : `/?folder=${parentId}&doc=${id}`,
  )

function cellsOf(item: ListedItem, shown: IndexTableOptions): Readonly<Record<IndexColumn, Cell>> {
  const { language, zone } = shown
  const words = WORDS[language]
  return {
    number: item.number ?? '',
    level: item.depth,
    type: item.isFolder ? words.folder : words.document,
    name: item.name,
    location: item.location.join(' / '),
    size: item.isFolder ? '' : (item.size ?? ''),
    pages: item.pages ?? '',
    version: item.proof?.version ?? '',
    date: dateOf(item, zone),
    state: stateOf(item, words),
    access: item.proof && !item.isFolder ? (LEVEL_NAMES[language][item.proof.level] ?? '') : '',
    sha256: item.proof?.sha256 ?? (isUnknown(item) ? words.unknownVersion : ''),
    link: item.isExpected ? '' : { url: linkToItem(item, shown), text: words.open },
  }
}

export const stateOf = (
  { isStaged, isExpected }: ListedItem,
  words: (typeof WORDS)[Language],
): string => (isExpected ? words.missing : isStaged ? words.staged : words.published)

export const dateOf = ({ isFolder, storedAt }: ListedItem, zone: string): string =>
  isFolder || !storedAt ? '' : formatMinute(storedAt, zone)

const isUnknown = ({ isFolder, proof }: ListedItem): boolean =>
  !isFolder && proof !== undefined && proof.sha256 === undefined

export async function* sheetRows(items: Items, shown: IndexTableOptions): AsyncGenerator<SheetRow> {
  const columns = columnsOf(shown)
  for await (const item of items) {
    const cells = cellsOf(item, shown)
    yield {
      cells: columns.map((column) => cells[column]),
      isBold: item.isFolder,
      level: item.depth - 1,
    }
  }
}

export async function* csvRows(items: Items, shown: IndexTableOptions): AsyncGenerator<string> {
  for await (const { cells } of sheetRows(items, shown))
    yield csvLine(cells.map((cell) => (typeof cell === 'object' ? cell.url : String(cell))))
}
