import {
  LEVEL_NAMES,
  LEVELS,
  type Level,
  readLevel,
} from '../../../../contract/features/groups/levels.ts'
import { changeTo, type Grant, NO_PERIOD } from '../../../room/grants.ts'
import type { StagedKey } from '../../../room/staged-mark.tsx'
import { type Group, isSameGrant, type MadeChanges } from '../cells.ts'

export interface MatrixRow {
  readonly itemId: number
  readonly name: string
  readonly isFolder: boolean
  readonly staged?: StagedKey | undefined
  /** The path omits the root. */
  readonly path: readonly { readonly id: number; readonly name: string }[]
}

export interface Gap {
  readonly folder: number
  readonly isFailed: boolean
}

/** `children` is undefined if the line cannot open. */
export type Line =
  | { readonly row: MatrixRow; readonly children?: number | undefined; readonly isOpen?: boolean }
  | { readonly gap: Gap }

export const rowOf = (line: Line | undefined): MatrixRow | undefined =>
  line && 'row' in line ? line.row : undefined

type CellKey = `${number} ${number}`

export const cellKey = (groupId: number, itemId: number): CellKey => `${groupId} ${itemId}`

export type Grants = ReadonlyMap<CellKey, Grant>

interface Edit {
  readonly groupId: number
  readonly row: MatrixRow
  readonly to: Grant | undefined
}

export type Edits = ReadonlyMap<CellKey, Edit>

export interface MatrixCell {
  readonly groupId: number
  readonly row: MatrixRow
}

const grantAt = (grants: Grants, edits: Edits, key: CellKey): Grant | undefined => {
  const edit = edits.get(key)
  return edit ? edit.to : grants.get(key)
}

interface ShownCell {
  readonly level: Level
  readonly isOwn: boolean
  readonly isEdited: boolean
  readonly grant: Grant | undefined
}

export function shownCell(
  grants: Grants,
  edits: Edits,
  { groupId, row }: MatrixCell,
  now: number,
): ShownCell {
  const own = cellKey(groupId, row.itemId)
  const isEdited = edits.has(own)
  const ids = [row.itemId, ...row.path.map(({ id }) => id).toReversed(), 0]
  for (const id of ids) {
    const grant = grantAt(grants, edits, cellKey(groupId, id))
    if (!grant) continue
    const isOver = grant.until !== null && Date.parse(grant.until) <= now
    if (isOver && grant.after === 'inherit') continue
    const isAhead = grant.from !== null && Date.parse(grant.from) > now
    return {
      level: isOver || isAhead ? 'none' : grant.level,
      isOwn: id === row.itemId,
      isEdited,
      grant,
    }
  }
  return { level: 'none', isOwn: false, isEdited, grant: undefined }
}

/** @param level null follows the folder above */
export function withLevel(
  grants: Grants,
  edits: Edits,
  cells: readonly MatrixCell[],
  level: Level | null,
): Edits {
  const next = new Map(edits)
  for (const { groupId, row } of cells) {
    const key = cellKey(groupId, row.itemId)
    const own = grants.get(key)
    const period = grantAt(grants, edits, key) ?? own ?? NO_PERIOD
    const to = level === null ? undefined : { ...period, level }
    if (level === null && row.itemId === 0) continue
    if (isSameGrant(own, to)) next.delete(key)
    else next.set(key, { groupId, row, to })
  }
  return next
}

export function changesIn(grants: Grants, edits: Edits): MadeChanges {
  const all = [...edits.values()].map(({ groupId, row, to }) => ({
    groupId,
    itemId: row.itemId,
    to,
    own: grants.get(cellKey(groupId, row.itemId)),
  }))
  const differing = all.filter(({ to, own }) => !isSameGrant(own, to))
  return {
    changes: differing.map(({ groupId, itemId, to, own }) => changeTo(groupId, itemId, to, own)),
    undo: differing.map(({ groupId, itemId, to, own }) => changeTo(groupId, itemId, own, to)),
  }
}

/** Returns the groups that newly get the file unwatermarked. */
export const gainingOriginal = (
  grants: Grants,
  edits: Edits,
  groups: readonly Group[],
  now: number,
): readonly Group[] =>
  groups.filter(({ id }) =>
    [...edits.values()].some(
      ({ groupId, row, to }) =>
        groupId === id &&
        to?.level === 'original' &&
        shownCell(grants, new Map(), { groupId, row }, now).level !== 'original',
    ),
  )

const nameOfLevel = (level: Level, language: 'ko' | 'en'): string =>
  LEVEL_NAMES[language][LEVELS.indexOf(level)] ?? level

/** Writes tab-separated text with inherited levels in brackets. */
export const toText = (
  cells: readonly (readonly Pick<ShownCell, 'level' | 'isOwn'>[])[],
  language: 'ko' | 'en',
): string =>
  cells
    .map((row) =>
      row
        .map(({ level, isOwn }) =>
          isOwn ? nameOfLevel(level, language) : `(${nameOfLevel(level, language)})`,
        )
        .join('\t'),
    )
    .join('\n')

/** Null follows the folder above; undefined is no level. */
export const fromText = (text: string): (Level | null | undefined)[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) =>
      line
        .split('\t')
        .map((cell) => (/^\s*(\(.*)?$/.test(cell) ? null : readLevel(cell.split(';')[0] ?? ''))),
    )
