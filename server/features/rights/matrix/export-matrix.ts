import type { Language } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { formatMinute } from '../../../../contract/core/room-time.ts'
import { LEVEL_NAMES, levelNamed } from '../../../../contract/features/groups/levels.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type SheetContent, SheetError } from '../../../workers/sheet/index.ts'
import { cellKey, type Grants, grantsByCell } from '../cells.ts'
import { findAllGrants, findMatrixItems, type GrantRow, type MatrixItem } from '../grants.read.ts'
import { findGroups } from '../groups.store.ts'
import type { RightsParts } from '../rights.parts.ts'
import { inTreeOrder, levelAt, type MatrixRow } from './matrix-table.ts'
import { BRACKET, HIDDEN_SHEET, MATRIX_FORMAT, WORDS, wordOf } from './matrix-words.ts'
import {
  findGrantsAt,
  findGroupsAt,
  findItemsAt,
  findMembersAt,
  pastSince,
} from './past-rights.read.ts'
import { peopleSheets } from './people-sheets.ts'

/** The limit applies to each sheet. */
const CELLS_MAX = 1_000_000
const NAME_WIDTH = 60
const LEVEL_WIDTH = 16

export const tooLarge = (): Refusal =>
  new Refusal('MATRIX_TOO_LARGE', {
    variables: {
      rows: LIMITS.matrixRows.toLocaleString('en'),
      changes: LIMITS.matrixChanges.toLocaleString('en'),
    },
  })

type ExportMatrixParts = Pick<RightsParts, 'database' | 'clock' | 'sheets'>

interface ExportMatrixInput {
  readonly at: Date | undefined
  readonly language: Language
  readonly signal: AbortSignal
}

/** @throws Refusal MATRIX_TOO_LARGE, BUSY; BAD_REQUEST for a future moment */
export async function exportMatrix(
  parts: ExportMatrixParts,
  { roomId, zone }: Actor,
  { at, language, signal }: ExportMatrixInput,
): Promise<Buffer> {
  const now = parts.clock.now()
  if (at !== undefined && at > now) throw new Refusal('BAD_REQUEST')
  const sheets = await (at === undefined
    ? sheetsOfNow(parts, roomId, { at: now, language, zone })
    : sheetsOfPast(parts, roomId, { at, language, zone }))
  try {
    return await parts.sheets.write(sheets, { roomId, signal })
  } catch (error) {
    if (error instanceof SheetError)
      throw error.code === 'BUSY' ? new Refusal('BUSY', { retryAfter: 5 }) : tooLarge()
    throw error
  }
}

interface MatrixSheetOptions {
  readonly at: Date
  readonly language: Language
  readonly zone: string
}

async function sheetsOfNow(
  { database: { db } }: ExportMatrixParts,
  roomId: number,
  shown: MatrixSheetOptions,
): Promise<SheetContent[]> {
  const [groups, grants, items] = await Promise.all([
    findGroups(db, roomId),
    findAllGrants(db, roomId),
    findMatrixItems(db, roomId, LIMITS.matrixRows + 1),
  ])
  const table = tableOf(items, groups, grants, shown)
  return [shownSheet(table, WORDS[shown.language].sheet), hiddenSheet(table, roomId)]
}

/** Imports cannot compare past rights. */
async function sheetsOfPast(
  { database: { db } }: ExportMatrixParts,
  roomId: number,
  shown: MatrixSheetOptions,
): Promise<SheetContent[]> {
  const { at, language, zone } = shown
  const [groups, grants, items, members, since] = await Promise.all([
    findGroupsAt(db, roomId, at),
    findGrantsAt(db, roomId, at),
    findItemsAt(db, roomId, at, LIMITS.matrixRows + 1),
    findMembersAt(db, roomId, at),
    pastSince(db),
  ])
  // Sheet names cannot contain a colon.
  const name = `${WORDS[language].sheet} ${formatMinute(at, zone).replace(':', '.')}`
  const people = peopleSheets({ groups, members, since, shown })
  return [shownSheet(tableOf(items, groups, grants, shown), name), ...people]
}

function tableOf(
  items: readonly MatrixItem[],
  groups: Table['groups'],
  grants: readonly GrantRow[],
  shown: MatrixSheetOptions,
): Table {
  if (items.length > LIMITS.matrixRows || items.length * groups.length > CELLS_MAX) throw tooLarge()
  return { ...shown, rows: inTreeOrder(items), groups, grants: grantsByCell(grants) }
}

interface Table extends MatrixSheetOptions {
  readonly rows: readonly MatrixRow[]
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  readonly grants: Grants
}

const shownSheet = (table: Table, name: string): SheetContent => ({
  layout: {
    name,
    widths: [0, NAME_WIDTH, ...table.groups.map(() => LEVEL_WIDTH)],
    fixedColumns: 2,
    choices: { from: 2, values: LEVEL_NAMES[table.language] },
    paleFrom: BRACKET,
  },
  rows: shownRows(table),
})

function* shownRows({ rows, groups, grants, at, language, zone }: Table): Generator<string[]> {
  const words = WORDS[language]
  yield ['ID', words.item, ...groups.map(({ name }) => name)]
  for (const row of rows)
    yield [
      String(row.id),
      row.id === 0 ? words.root : row.path.join('/'),
      ...groups.map(({ id }) => {
        const own = grants.get(cellKey(id, row.id))
        if (!own) return `${BRACKET}${wordOf(levelNamed(levelAt(grants, id, row, at)), language)})`
        return `${wordOf(levelNamed(own.level), language)}${periodText(own, language, zone)}`
      }),
    ]
}

function periodText({ starts_at, ends_at }: GrantRow, language: Language, zone: string): string {
  const day = (date: Date): string => formatMinute(date, zone)
  const words = WORDS[language]
  const limits = [
    ...(starts_at
      ? [language === 'ko' ? `${day(starts_at)}${words.since}` : `${words.since} ${day(starts_at)}`]
      : []),
    ...(ends_at
      ? [language === 'ko' ? `${day(ends_at)}${words.until}` : `${words.until} ${day(ends_at)}`]
      : []),
  ]
  return limits.length === 0 ? '' : `; ${limits.join(' ')}`
}

/** An import detects later changes by others. */
const hiddenSheet = (table: Table, roomId: number): SheetContent => ({
  layout: { name: HIDDEN_SHEET, isHidden: true },
  rows: hiddenRows(table, roomId),
})

function* hiddenRows({ rows, groups, grants, at }: Table, roomId: number): Generator<string[]> {
  yield [MATRIX_FORMAT, String(roomId), at.toISOString()]
  yield ['', ...groups.map(({ id }) => String(id))]
  yield ['', ...groups.map(({ name }) => name)]
  for (const { id } of rows)
    yield [String(id), ...groups.map((group) => codeOf(grants.get(cellKey(group.id, id))))]
}

const codeOf = (grant: GrantRow | undefined): string =>
  grant
    ? [
        levelNamed(grant.level),
        grant.starts_at?.toISOString() ?? '',
        grant.ends_at?.toISOString() ?? '',
      ].join('|')
    : ''
