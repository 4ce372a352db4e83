import { LIMITS } from '../../../contract/core/limits.ts'
import { clean, emptyRow, INVITEE_FIELDS, type InviteeRow, nextKey, type Place } from './invitee-rows.ts'

/** The cells of a block copied from a spreadsheet, empty lines left out; undefined for a single cell, which a field takes as it is. */
export function cellsOf(text: string): readonly (readonly string[])[] | undefined {
  const lines = text.split(/\r\n?|\n/).map((line) => line.split('\t').map(clean))
  const filled = lines.filter((cells) => cells.some((cell) => cell !== ''))
  return filled.length > 1 || filled.some((cells) => cells.length > 1) ? filled : undefined
}

interface Pasted {
  readonly rows: readonly InviteeRow[]
  /** How many people the block brought. */
  readonly taken: number
  /** How each of those is called for whom there is no room. */
  readonly beyond: readonly string[]
}

/** Fills the fields from a place on to the right and downwards, with new rows as needed. An empty cell leaves a field as it is. */
export function pasteCells(rows: readonly InviteeRow[], at: Place, cells: readonly (readonly string[])[]): Pasted {
  const firstRow = rows.findIndex(({ key }) => key === at.key)
  const fields = INVITEE_FIELDS.slice(INVITEE_FIELDS.indexOf(at.field))
  const fitting = cells.slice(0, LIMITS.inviteesPerCall - firstRow)

  const result = [...rows]
  for (const [index, line] of fitting.entries()) {
    const row = result[firstRow + index] ?? emptyRow(nextKey(result))
    const found = fields.map((field, column) => [field, line[column] ?? ''] as const).filter(([, text]) => text !== '')
    result[firstRow + index] = { ...row, ...Object.fromEntries(found) }
  }
  return { rows: result, taken: fitting.length, beyond: cells.slice(fitting.length).map((line) => line.find((cell) => cell !== '') ?? '') }
}
