/** Full-width characters take two columns. */
const WIDE = /[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7af\uff00-\uff60]/

const columnsOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0)

const pad = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsOf(text)))

function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.map((row) => columnsOf(row[index] ?? ''))),
  )
  return rows.map((row) => row.map((text, index) => pad(text, widths[index] ?? 0)).join('   '))
}

export function framed(parts: readonly (string | readonly (readonly string[])[])[]): string[] {
  const lines = parts.flatMap((part, index) => [
    ...(index > 0 ? [''] : []),
    ...(typeof part === 'string' ? [part] : inColumns(part)),
  ])
  const columns = Math.max(...lines.map(columnsOf))
  const rule = '─'.repeat(columns + 2)
  return [`┌${rule}┐`, ...lines.map((line) => `│ ${pad(line, columns)} │`), `└${rule}┘`]
}
