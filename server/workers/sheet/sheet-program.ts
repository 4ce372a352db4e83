/** Workbooks are untrusted, large ones slow. `read` writes JSON lines, `write` reads them. */
import { buffer } from 'node:stream/consumers'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { SHEET_EXIT, type SheetHead, type SheetLayout } from './protocol.ts'

const CELLS_MAX = 2_200_000
const LETTERS = 26
const EXCEL_ROWS = 1_048_576

const columnName = (index: number): string =>
  (index >= LETTERS ? columnName(Math.floor(index / LETTERS) - 1) : '') +
  String.fromCharCode(65 + (index % LETTERS))

const textOf = (value: unknown): string =>
  value == null ? '' : value instanceof Date ? value.toISOString().slice(0, 10) : String(value)

async function read(bytes: Uint8Array): Promise<string | undefined> {
  const { sheets } = await readXlsx(bytes)
  const cells = sheets.reduce(
    (sum, { rows }) => sum + rows.reduce((row, { length }) => row + length, 0),
    0,
  )
  if (cells > CELLS_MAX) return undefined
  const lines = sheets.flatMap(({ name, rows }) => [
    JSON.stringify({ name }),
    ...rows.map((row) => JSON.stringify(row.map(textOf))),
  ])
  return lines.join('\n')
}

interface Laid extends SheetLayout {
  readonly rows: string[][]
}

function sheetsIn(text: string): Laid[] {
  const laid: Laid[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    const value = JSON.parse(line) as SheetHead | string[]
    if (Array.isArray(value)) laid.at(-1)?.rows.push(value)
    else laid.push({ ...value.layout, rows: [] })
  }
  return laid
}

const write = (layouts: readonly Laid[]): Promise<Uint8Array> =>
  writeXlsx({
    sheets: layouts.map(
      ({ name, rows, isHidden = false, widths = [], fixedColumns = 0, choices, paleFrom }) => {
        const last = columnName(Math.max(0, (rows[0]?.length ?? 1) - 1))
        return {
          name,
          rows,
          columns: widths.map((width) => (width === 0 ? { hidden: true } : { width })),
          freezePane: { rows: 1, columns: fixedColumns },
          ...(isHidden ? { hidden: true } : {}),
          ...(choices
            ? {
                dataValidations: [
                  {
                    type: 'list' as const,
                    values: [...choices.values],
                    range: `${columnName(choices.from)}2:${last}${EXCEL_ROWS}`,
                    allowBlank: true,
                    showErrorMessage: false,
                  },
                ],
              }
            : {}),
          ...(paleFrom === undefined
            ? {}
            : {
                conditionalRules: [
                  {
                    type: 'expression' as const,
                    priority: 1,
                    formula: `LEFT(A2,${paleFrom.length})="${paleFrom}"`,
                    style: { font: { color: { rgb: '8A8F98' } } },
                    range: `A2:${last}${Math.max(2, rows.length)}`,
                  },
                ],
              }),
        }
      },
    ),
  })

try {
  const input = await buffer(process.stdin)
  const output =
    process.argv[2] === 'write' ? await write(sheetsIn(input.toString())) : await read(input)
  if (output === undefined) process.exitCode = SHEET_EXIT.tooLarge
  else process.stdout.write(output)
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exitCode = SHEET_EXIT.broken
}
