/** By it Excel knows that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Some spreadsheets read the wide forms of Korean and Japanese keyboards as the others, and pass over what is blank before them. */
const FORMULA = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/

/** RFC 4180. What a spreadsheet would take for a formula is shown with an apostrophe before it. */
function cell(text: string): string {
  const shown = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/** A row of a table. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join()}\r\n`
