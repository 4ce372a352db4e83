import { arrangeByHeader, TABLE_FIELDS, type TableField } from '../table/table-header.ts'
import {
  clean,
  emptyRow,
  type InviteeRow,
  isEmpty,
  problemOfRow,
  type RowProblem,
} from './invitee-rows.ts'
import type { OwnProblem } from './own-access.ts'
import { appendCells } from './paste-rows.ts'

export interface RefusedLine {
  readonly line: number
  readonly name: string
  readonly problem: RowProblem | OwnProblem | 'repeated'
}

interface Imported {
  readonly rows: readonly InviteeRow[]
  readonly taken: number
  readonly refused: readonly RefusedLine[]
  readonly beyond: readonly string[]
}

const normalizedEmail = (email: string): string => clean(email).toLowerCase()

const rowOf = (cells: readonly string[]): InviteeRow => ({
  ...emptyRow(0),
  ...Object.fromEntries(
    TABLE_FIELDS.map(
      (field, column) => [field, cells[column] ?? ''] satisfies [TableField, string],
    ),
  ),
})

export function importRows(
  rows: readonly InviteeRow[],
  table: readonly (readonly string[])[],
  problemOfOwn: (row: InviteeRow) => OwnProblem | undefined = () => undefined,
): Imported {
  const addresses = new Set(
    rows.filter((row) => !isEmpty(row)).map(({ email }) => normalizedEmail(email)),
  )
  const { cells, headerLines } = arrangeByHeader(table.map((line) => line.map(clean)))
  const refused: RefusedLine[] = []
  const fitting: (readonly string[])[] = []
  for (const [index, line] of cells.entries()) {
    const row = rowOf(line)
    if (isEmpty(row)) continue
    const found = problemOfRow(row)
    const problem =
      found?.kind === 'row'
        ? found.problem
        : addresses.has(normalizedEmail(row.email))
          ? 'repeated'
          : problemOfOwn(row)
    if (problem)
      refused.push({ line: index + headerLines + 1, name: row.name || row.email, problem })
    else {
      addresses.add(normalizedEmail(row.email))
      fitting.push(line)
    }
  }
  return { ...appendCells(rows, fitting), refused }
}
