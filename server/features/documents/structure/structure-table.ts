import { plainCell } from '../../../platform/csv/csv.ts'
import { bareHead, type Cells } from '../../../workers/sheet/index.ts'
import {
  entriesOfColumns,
  entriesOfRows,
  type ListedRow,
  type StructureEntry,
} from './structure-entries.ts'

const HEADS = {
  level: ['단계', '레벨', '수준', '깊이', 'level', 'lvl', 'depth', 'tier'],
  number: [
    '번호',
    '색인',
    '색인번호',
    '인덱스',
    'index',
    'indexno',
    'indexnumber',
    'no',
    'number',
    'ref',
  ],
  name: [
    '이름',
    '폴더',
    '폴더명',
    '폴더이름',
    '명칭',
    '항목',
    '항목명',
    '제목',
    'name',
    'folder',
    'foldername',
    'item',
    'title',
  ],
  type: ['종류', '유형', 'type', 'kind'],
} as const
const FIELDS = ['level', 'number', 'name', 'type'] as const
type StructureField = (typeof FIELDS)[number]

const LEVEL_HEAD =
  /^(?:제?[1-9]\d?(?:단계|차|레벨)|(?:단계|레벨|level|lvl|폴더|folder)[1-9]\d?|(?:대|중|소|세)분류)$/

const TYPES = {
  folder: ['', '폴더', 'folder', 'directory', 'dir'],
  document: ['문서', '파일', '자료', 'document', 'doc', 'file'],
} as const

const LOOKED_AT = 30

interface Head {
  readonly from: number
  readonly fields: Readonly<Partial<Record<StructureField, number>>>
  readonly levels: readonly number[]
}

function headIn(cells: readonly string[], at: number): Head | undefined {
  const heads = cells.map(bareHead)
  const levels = heads.flatMap((head, index) => (LEVEL_HEAD.test(head) ? [index] : []))
  const fields: Partial<Record<StructureField, number>> = {}
  for (const field of FIELDS) {
    const index = heads.findIndex((head) => (HEADS[field] as readonly string[]).includes(head))
    if (index >= 0) fields[field] = index
  }
  const isListed =
    fields.name !== undefined && (fields.level !== undefined || fields.number !== undefined)
  return isListed || levels.length > 1
    ? { from: at + 1, fields: isListed ? fields : {}, levels: isListed ? [] : levels }
    : undefined
}

function headOf(table: Cells): Head | undefined {
  for (const [at, cells] of table.slice(0, LOOKED_AT).entries()) {
    const head = headIn(cells, at)
    if (head) return head
  }
  return undefined
}

interface StructureSheetRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** Prefers sheets with headings, then with text. Is undefined if all are empty. */
export function entriesOfTables(
  tables: readonly Cells[],
  isCsv: boolean,
): StructureEntry[] | undefined {
  const read = tables.map((table) => ({ head: headOf(table), rows: filledRows(table, isCsv) }))
  const chosen = read.find(({ head }) => head) ?? read.find(({ rows }) => rows.length > 0)
  if (!chosen) return undefined
  const { head, rows } = chosen
  if (!head) return entriesWithoutHead(rows)
  const below = rows.filter(({ row }) => row > head.from)
  if (head.levels.length > 0)
    return entriesOfColumns(
      below.map(({ row, cells }) => ({
        row,
        cells: head.levels.map((index) => cells[index] ?? ''),
      })),
    )
  return entriesOfRows(listed(below, head.fields))
}

const filledRows = (table: Cells, isCsv: boolean): StructureSheetRow[] =>
  table.flatMap((cells, index) =>
    cells.some((cell) => cell.trim() !== '')
      ? [{ row: index + 1, cells: isCsv ? cells.map(plainCell) : cells }]
      : [],
  )

const LEVEL = /^(?:level|lvl?|단계|레벨)?\s*(\d{1,4})(?:\.0+)?\s*(?:단계|레벨)?$/i

function levelIn(text: string): number | undefined {
  const level = Number(LEVEL.exec(text.trim())?.[1] ?? 0)
  return level > 0 ? level : undefined
}

const NUMBER = /^\d{1,9}(?:[.-]\d{1,9})*[.)]?$/

function numberIn(text: string): number[] | undefined {
  const trimmed = text.trim()
  return NUMBER.test(trimmed) ? trimmed.replace(/[.)]$/, '').split(/[.-]/).map(Number) : undefined
}

function listed(rows: readonly StructureSheetRow[], fields: Head['fields']): ListedRow[] {
  const textOf = (cells: readonly string[], field: StructureField): string =>
    cells[fields[field] ?? -1] ?? ''
  const hasLevels = rows.some(({ cells }) => textOf(cells, 'level').trim() !== '')
  return rows.map(({ row, cells }) => {
    const place = textOf(cells, hasLevels ? 'level' : 'number').trim()
    const number = hasLevels ? undefined : numberIn(place)
    return {
      ...{ row, place, name: textOf(cells, 'name'), type: typeIn(textOf(cells, 'type')) },
      level: hasLevels ? levelIn(place) : number?.length,
      ...(number ? { number } : {}),
    }
  })
}

function typeIn(text: string): ListedRow['type'] {
  const bare = bareHead(text)
  for (const type of ['folder', 'document'] as const)
    if ((TYPES[type] as readonly string[]).includes(bare)) return type
  return { unknown: text.trim() }
}

const LEAST_COUNTED = 3

function entriesWithoutHead(rows: readonly StructureSheetRow[]): StructureEntry[] {
  const isPlaced = rows.every(({ cells }) => {
    const [place = '', name = '', ...rest] = cells
    return (
      numberIn(place) !== undefined &&
      name.trim() !== '' &&
      rest.every((cell) => cell.trim() === '')
    )
  })
  if (!isPlaced) return entriesOfColumns(rows)
  const places = rows.map(({ cells }) => numberIn(cells[0] ?? '') ?? [])
  // 1, 2, 3 is a numbered list, not nested levels.
  const isCounted =
    places.length >= LEAST_COUNTED && places.every(([first], index) => first === index + 1)
  const hasNumbers = isCounted || places.some(({ length }) => length > 1)
  return entriesOfRows(listed(rows, hasNumbers ? { number: 0, name: 1 } : { level: 0, name: 1 }))
}
