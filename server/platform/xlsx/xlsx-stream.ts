import { escapeHtml } from '../html/escape-html.ts'
import { type ZipEntry, zipStream } from '../zip/zip-stream.ts'
import { utf8 } from './utf8-pieces.ts'

// The format is Office Open XML (ECMA-376, 5th edition).

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = (sheets: readonly unknown[]): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`
const ROOT = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
const bookRelations = (sheets: readonly unknown[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${sheets.map((_, at) => `<Relationship Id="r${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="styles" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="3"><font><sz val="11"/><name val="Malgun Gothic"/></font><font><b/><sz val="11"/><name val="Malgun Gothic"/></font><font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Malgun Gothic"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`

/** XML 1.0 excludes these and unpaired surrogates. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
const text = (value: string): string => escapeHtml(value.replace(UNWRITABLE, '\u{FFFD}'))

/** Both have at most 255 characters. */
export interface CellLink {
  readonly url: string
  readonly text: string
}

export type Cell = string | number | CellLink

export interface SheetRow {
  readonly cells: readonly Cell[]
  readonly isBold: boolean
  /** Levels count from 0; programs know seven. */
  readonly level: number
}

const LEVELS = 7

/** Text is never a formula. Links are: sheets allow 65,530 others. */
function cell(value: Cell, isBold: boolean): string {
  const style = isBold ? ' s="1"' : ''
  if (typeof value === 'number') return `<c${style}><v>${value}</v></c>`
  if (typeof value === 'string')
    return `<c t="inlineStr"${style}><is><t xml:space="preserve">${text(value)}</t></is></c>`
  const [url, shown] = [value.url, value.text].map((part) => text(part.replaceAll('"', '""')))
  return `<c t="str" s="2"><f>HYPERLINK("${url}","${shown}")</f><v>${text(value.text)}</v></c>`
}

function row(content: readonly Cell[] | SheetRow): string {
  const { cells, isBold, level } =
    'cells' in content ? content : { cells: content, isBold: false, level: 0 }
  const outline = level > 0 ? ` outlineLevel="${Math.min(level, LEVELS)}"` : ''
  return `<row${outline}>${cells.map((value) => cell(value, isBold)).join('')}</row>`
}

export interface Sheet {
  readonly name: string
  readonly headings: readonly string[]
  /** The unit is a character. */
  readonly widths: readonly number[]
  readonly rows: AsyncIterable<readonly Cell[] | SheetRow>
}

async function* sheetXml({ headings, widths, rows }: Sheet): AsyncGenerator<string> {
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetPr><outlinePr summaryBelow="0"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>${row({ cells: headings, isBold: true, level: 0 })}`
  for await (const content of rows) yield row(content)
  yield '</sheetData></worksheet>'
}

export async function* xlsx(
  sheets: Sheet | readonly Sheet[],
  modified: Date,
): AsyncGenerator<Uint8Array> {
  const all = 'rows' in sheets ? [sheets] : sheets
  const names = all.map(
    ({ name }, at) => `<sheet name="${text(name)}" sheetId="${at + 1}" r:id="r${at + 1}"/>`,
  )
  const book = `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${names.join('')}</sheets></workbook>`
  const part = (name: string, content: Iterable<string> | AsyncIterable<string>): ZipEntry => ({
    name,
    modified,
    content: utf8(content),
  })
  const parts = async function* (): AsyncGenerator<ZipEntry> {
    yield part('[Content_Types].xml', [contentTypes(all)])
    yield part('_rels/.rels', [ROOT])
    yield part('xl/workbook.xml', [book])
    yield part('xl/_rels/workbook.xml.rels', [bookRelations(all)])
    yield part('xl/styles.xml', [STYLES])
    for (const [at, sheet] of all.entries())
      yield part(`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet))
  }
  yield* zipStream(parts(), 'UTC')
}
