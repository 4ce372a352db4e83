import { LIMITS } from '../../../contract/core/limits.ts'
import { clean, emptyRow, INVITEE_FIELDS, type InviteeField, type InviteeRow, isEmpty, nextKey, type Place } from './invitee-rows.ts'
import { arrangeByHeader } from './table-header.ts'

type Cells = readonly (readonly string[])[]

/** The cells of a block copied from a spreadsheet, empty lines left out; undefined for a single cell, which a field takes as it is. */
export function cellsOf(text: string): Cells | undefined {
  const lines = text.split(/\r\n?|\n/).map((line) => line.split('\t').map(clean))
  const filled = lines.filter((cells) => cells.some((cell) => cell !== ''))
  return filled.length > 1 || filled.some((cells) => cells.length > 1) ? filled : undefined
}

interface Filled {
  readonly rows: readonly InviteeRow[]
  /** How many people the cells brought. */
  readonly taken: number
  /** How each of those is called for whom there is no room. */
  readonly beyond: readonly string[]
}

/** Fills rows from one on downwards, with new ones as needed. An empty cell leaves a field as it is. */
function fillRows(rows: readonly InviteeRow[], from: number, fields: readonly InviteeField[], cells: Cells): Filled {
  const fitting = cells.slice(0, Math.max(0, LIMITS.inviteesPerCall - from))
  const result = [...rows]
  for (const [index, line] of fitting.entries()) {
    const row = result[from + index] ?? emptyRow(nextKey(result))
    const found = fields.map((field, column) => [field, line[column] ?? ''] as const).filter(([, text]) => text !== '')
    result[from + index] = { ...row, ...Object.fromEntries(found) }
  }
  return { rows: result, taken: fitting.length, beyond: cells.slice(fitting.length).map((line) => line.find((cell) => cell !== '') ?? '') }
}

/** Fills the fields from a place on to the right and downwards; a block whose first line names its columns fills whole rows by those names. */
export function pasteCells(rows: readonly InviteeRow[], at: Place, block: Cells): Filled {
  const { cells, headerLines } = arrangeByHeader(block)
  const fields = headerLines > 0 ? INVITEE_FIELDS : INVITEE_FIELDS.slice(INVITEE_FIELDS.indexOf(at.field))
  const from = rows.findIndex(({ key }) => key === at.key)
  return fillRows(rows, from, fields, cells)
}

/** Adds whole rows below those that hold something. */
export function appendCells(rows: readonly InviteeRow[], cells: Cells): Filled {
  const last = rows.findLastIndex((row) => !isEmpty(row))
  return fillRows(rows, last + 1, INVITEE_FIELDS, cells)
}
