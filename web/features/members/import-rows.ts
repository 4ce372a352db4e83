import {
  clean,
  emptyRow,
  INVITEE_FIELDS,
  type InviteeField,
  type InviteeRow,
  isEmpty,
  problemOfRow,
  type RowProblem,
} from './invitee-rows.ts'
import { appendCells } from './paste-rows.ts'
import { arrangeByHeader } from './table-header.ts'

/** A line that is not taken. */
export interface RefusedLine {
  /** From 1, as the spreadsheet counts rows. */
  readonly line: number
  readonly name: string
  readonly problem: RowProblem | 'repeated'
}

interface Imported {
  readonly rows: readonly InviteeRow[]
  readonly taken: number
  readonly refused: readonly RefusedLine[]
  /** How each of those is called for whom there is no room. */
  readonly beyond: readonly string[]
}

const addressOf = (email: string): string => clean(email).toLowerCase()

const rowOf = (cells: readonly string[]): InviteeRow => ({
  ...emptyRow(0),
  ...Object.fromEntries(INVITEE_FIELDS.map((field, column) => [field, cells[column] ?? ''] satisfies [InviteeField, string])),
})

/** Adds the people of a table to the rows: lines with a problem stay out, and none is added twice. */
export function importRows(rows: readonly InviteeRow[], table: readonly (readonly string[])[]): Imported {
  const addresses = new Set(rows.filter((row) => !isEmpty(row)).map(({ email }) => addressOf(email)))
  const { cells, headerLines } = arrangeByHeader(table.map((line) => line.map(clean)))
  const refused: RefusedLine[] = []
  const fitting: (readonly string[])[] = []
  for (const [index, line] of cells.entries()) {
    const row = rowOf(line)
    if (isEmpty(row)) continue
    const found = problemOfRow(row)
    const problem = found?.kind === 'row' ? found.problem : addresses.has(addressOf(row.email)) ? 'repeated' : undefined
    if (problem) refused.push({ line: index + headerLines + 1, name: row.name || row.email, problem })
    else {
      addresses.add(addressOf(row.email))
      fitting.push(line)
    }
  }
  return { ...appendCells(rows, fitting), refused }
}
