/** Excel recognises UTF-8 by this mark. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Some spreadsheets accept full-width characters and leading blanks before a formula. */
const FORMULA = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/

/** Quotes as in RFC 4180, and prevents formulas with an apostrophe. */
function cell(text: string): string {
  const shown = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/** Removes the apostrophe that prevents a formula, so that an exported text is read back unchanged. */
export const plainCell = (text: string): string => (text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text)

export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join()}\r\n`
