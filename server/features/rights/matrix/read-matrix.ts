import { setImmediate as immediate } from 'node:timers/promises'
import { z } from 'zod'
import { LEVELS, type Level } from '../../../../contract/features/groups/levels.ts'
import type { Sheet } from '../../../workers/sheet/index.ts'
import { cellKey } from '../cells.ts'
import { HIDDEN_SHEET, MATRIX_FORMAT, readCell } from './matrix-words.ts'

const ROWS_AT_ONCE = 200

export interface Exported {
  readonly level: Level | null
  readonly from: string | null
  readonly until: string | null
}

export interface Unmatched {
  readonly kind: 'row' | 'column' | 'cell'
  readonly row: number
  readonly text: string
}

interface ReadCell {
  readonly row: number
  readonly groupId: number
  readonly itemId: number
  readonly level: Level | null
  readonly was: Exported | undefined
}

export interface ReadMatrix {
  readonly cells: readonly ReadCell[]
  readonly unmatched: readonly Unmatched[]
}

interface KnownMatrixSubjects {
  readonly roomId: number
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  readonly itemIds: ReadonlySet<number>
  /** Paths contain slashes; the root has its own words. */
  readonly byPath: ReadonlyMap<string, number>
}

/** @returns undefined for other sheets or another room's matrix */
export async function readMatrix(
  sheets: readonly Sheet[],
  known: KnownMatrixSubjects,
): Promise<ReadMatrix | undefined> {
  const hidden = sheets.find(({ name }) => name === HIDDEN_SHEET)
  const shown = sheets.find(({ name }) => name !== HIDDEN_SHEET)
  const [head, ...rows] = shown?.rows ?? []
  if (!head || head.length < 3) return undefined
  const memory = hidden
    ? await readHidden(hidden, known.roomId)
    : { groups: new Map<string, number>(), cells: new Map<string, Exported>() }
  if (!memory) return undefined
  const unmatched: Unmatched[] = []
  const columns = columnsOf(head, memory.groups, known, unmatched)
  const cells: ReadCell[] = []
  for (const [index, texts] of rows.entries()) {
    if (index % ROWS_AT_ONCE === 0) await immediate()
    const row = index + 2
    const [id = '', path = ''] = texts
    if (texts.every((text) => text.trim() === '')) continue
    const itemId = itemOf(id, path, known)
    if (itemId === undefined) {
      unmatched.push({ kind: 'row', row, text: path === '' ? id : path })
      continue
    }
    for (const { groupId, column } of columns) {
      const text = texts[column] ?? ''
      const level = readCell(text)
      const isOfRoot = level === null && itemId === 0
      if (level === undefined || (isOfRoot && text.trim() !== ''))
        unmatched.push({ kind: 'cell', row, text })
      const was = memory.cells.get(cellKey(groupId, itemId))
      // An unchanged cell changes nothing, even if the current level differs.
      if (level !== undefined && !isOfRoot && level !== was?.level)
        cells.push({ row, groupId, itemId, level, was })
    }
  }
  return { cells, unmatched }
}

function columnsOf(
  head: readonly string[],
  exported: ReadonlyMap<string, number>,
  { groups }: KnownMatrixSubjects,
  unmatched: Unmatched[],
) {
  return head.slice(2).flatMap((text, index) => {
    const name = text.trim()
    if (name === '') return []
    const wanted = exported.get(name)
    const group =
      groups.find(({ id }) => id === wanted) ?? groups.find((each) => each.name === name)
    if (!group) unmatched.push({ kind: 'column', row: 1, text: name })
    return group ? [{ groupId: group.id, column: index + 2 }] : []
  })
}

/** The id precedes the path: rows can move. */
function itemOf(
  id: string,
  path: string,
  { itemIds, byPath }: KnownMatrixSubjects,
): number | undefined {
  if (!/^\d{1,15}$/.test(id.trim())) return byPath.get(path.trim())
  const itemId = Number(id)
  return itemId === 0 || itemIds.has(itemId) ? itemId : undefined
}

const code = z.tuple([
  z.enum(LEVELS),
  z.union([z.literal(''), z.iso.datetime()]),
  z.union([z.literal(''), z.iso.datetime()]),
])

const INHERITED: Exported = { level: null, from: null, until: null }

function exportedCell(text: string): Exported | undefined {
  if (text === '') return INHERITED
  const { data } = code.safeParse(text.split('|'))
  return data && { level: data[0], from: data[1] || null, until: data[2] || null }
}

async function readHidden({ rows }: Sheet, roomId: number) {
  const [[format = '', room = ''] = [], ids = [], names = [], ...items] = rows
  if (format !== MATRIX_FORMAT || Number(room) !== roomId) return undefined
  const cells = new Map<string, Exported>()
  for (const [place, [itemId = '', ...texts]] of items.entries()) {
    if (place % ROWS_AT_ONCE === 0) await immediate()
    for (const [index, text] of texts.entries()) {
      const exported = exportedCell(text)
      if (exported) cells.set(cellKey(Number(ids[index + 1]), Number(itemId)), exported)
    }
  }
  const groups = new Map(
    names.flatMap((name, index) =>
      index === 0 ? [] : [[name.trim(), Number(ids[index])] as const],
    ),
  )
  return { groups, cells }
}
