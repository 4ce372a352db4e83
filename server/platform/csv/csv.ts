/** Excel needs it for UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Some spreadsheets accept full-width forms and leading blanks. */
const FORMULA = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/

/** RFC 4180. An apostrophe prevents formulas. */
function cell(text: string): string {
  const shown = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/** Without the apostrophe that prevents a formula, so that exported texts are read as they were. */
export const plainCell = (text: string): string => (text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text)

export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join()}\r\n`
