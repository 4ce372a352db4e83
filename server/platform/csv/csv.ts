/** Excel recognizes UTF-8 by this mark. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Some spreadsheets accept full-width characters and leading blanks. */
const FORMULA = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/

/** Quotes as in RFC 4180; an apostrophe prevents formulas. */
function cell(text: string): string {
  const shown = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

export const plainCell = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text

export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join()}\r\n`
