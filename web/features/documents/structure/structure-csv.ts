/** Excel needs the byte order mark to recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

const FORMULA = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/

/** An apostrophe prevents formulas; the server removes it again. */
const cell = (text: string): string => {
  const shown = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

export function structureCsv(
  heads: readonly string[],
  rows: readonly (readonly [level: number, name: string])[],
  name: string,
): File {
  const lines = [heads, ...rows.map(([level, text]) => [String(level), text])]
  const text = lines.map((cells) => `${cells.map(cell).join()}\r\n`).join('')
  return new File([BYTE_ORDER_MARK, text], `${name}.csv`, { type: 'text/csv' })
}
