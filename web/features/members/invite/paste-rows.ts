import { LIMITS } from '../../../../contract/core/limits.ts'
import { arrangeByHeader, TABLE_FIELDS, type TableField } from '../table/table-header.ts'
import {
  clean,
  emptyRow,
  INVITEE_FIELDS,
  type InviteeFieldPosition,
  type InviteeRow,
  isEmpty,
  nextKey,
} from './invitee-rows.ts'

type Cells = readonly (readonly string[])[]

export function cellsOf(text: string): Cells | undefined {
  const lines = text.split(/\r\n?|\n/).map((line) => line.split('\t').map(clean))
  const filled = lines.filter((cells) => cells.some((cell) => cell !== ''))
  return filled.length > 1 || filled.some((cells) => cells.length > 1) ? filled : undefined
}

interface Filled {
  readonly rows: readonly InviteeRow[]
  readonly taken: number
  readonly beyond: readonly string[]
}

function fillRows(
  rows: readonly InviteeRow[],
  from: number,
  fields: readonly TableField[],
  cells: Cells,
): Filled {
  const fitting = cells.slice(0, Math.max(0, LIMITS.inviteesPerCall - from))
  const result = [...rows]
  for (const [index, line] of fitting.entries()) {
    const row = result[from + index] ?? emptyRow(nextKey(result))
    const found = fields
      .map((field, column) => [field, line[column] ?? ''] as const)
      .filter(([, text]) => text !== '')
    result[from + index] = { ...row, ...Object.fromEntries(found) }
  }
  return {
    rows: result,
    taken: fitting.length,
    beyond: cells.slice(fitting.length).map((line) => line.find((cell) => cell !== '') ?? ''),
  }
}

export function pasteCells(
  rows: readonly InviteeRow[],
  at: InviteeFieldPosition,
  block: Cells,
): Filled {
  const { cells, headerLines } = arrangeByHeader(block)
  const fields: readonly TableField[] =
    headerLines > 0 ? TABLE_FIELDS : INVITEE_FIELDS.slice(INVITEE_FIELDS.indexOf(at.field))
  const from = rows.findIndex(({ key }) => key === at.key)
  return fillRows(rows, from, fields, cells)
}

export function appendCells(rows: readonly InviteeRow[], cells: Cells): Filled {
  const last = rows.findLastIndex((row) => !isEmpty(row))
  return fillRows(rows, last + 1, TABLE_FIELDS, cells)
}
