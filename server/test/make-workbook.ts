import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument'

/** A sheet of a workbook. Rows and columns count from 1. */
export interface SheetToMake {
  readonly name: string
  readonly state?: 'hidden' | 'veryHidden'
  /** Values of cells by their places, such as `B2`. */
  readonly cells: Readonly<Record<string, string | number>>
  /** Widths of columns in characters. */
  readonly widths?: Readonly<Record<number, number>>
  readonly hiddenColumns?: readonly number[]
  readonly hiddenRows?: readonly number[]
  /** XML behind the cells, such as page setup or protection. */
  readonly more?: string
  /** A chart of A1:B3 whose upper left corner lies in this column and row, with its size in millimetres. */
  readonly chart?: { readonly column: number; readonly row: number; readonly width: number; readonly height: number }
}

export interface WorkbookToMake {
  readonly sheets: readonly SheetToMake[]
  /** XML of `definedNames`, such as print areas and titles. */
  readonly names?: string
}

/** The name of a column: A for 1, XFD for 16,384. */
export const columnName = (number: number): string =>
  number > 26 ? columnName(Math.floor((number - 1) / 26)) + columnName(((number - 1) % 26) + 1) : String.fromCharCode(64 + number)

const escaped = (text: string): string => text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`)

const relations = (entries: readonly (readonly [kind: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${entries
    .map(([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`

const rowOf = (place: string): number => Number(place.replace(/\D/g, ''))
const columnOf = (place: string): number => [...place.replace(/\d/g, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

function rowsXml({ cells, hiddenRows = [] }: SheetToMake): string {
  const rows = new Map<number, [string, string | number][]>(hiddenRows.map((row) => [row, []]))
  for (const entry of Object.entries(cells)) rows.set(rowOf(entry[0]), [...(rows.get(rowOf(entry[0])) ?? []), entry])
  const inOrder = [...rows].toSorted(([a], [b]) => a - b)
  return inOrder
    .map(([row, entries]) => `<row r="${row}"${hiddenRows.includes(row) ? ' hidden="1"' : ''}>${cellsXml(entries)}</row>`)
    .join('')
}

const cellsXml = (entries: readonly (readonly [string, string | number])[]): string =>
  entries
    .toSorted(([a], [b]) => columnOf(a) - columnOf(b))
    .map(([place, value]) =>
      typeof value === 'number'
        ? `<c r="${place}"><v>${value}</v></c>`
        : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`,
    )
    .join('')

function columnsXml({ widths = {}, hiddenColumns = [] }: SheetToMake): string {
  const numbers = [...new Set([...Object.keys(widths).map(Number), ...hiddenColumns])].toSorted((a, b) => a - b)
  const columns = numbers.map((number) => {
    const hidden = hiddenColumns.includes(number) ? ' hidden="1"' : ''
    return `<col min="${number}" max="${number}" width="${widths[number] ?? 9}" customWidth="1"${hidden}/>`
  })
  return columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`
}

const sheetXml = (sheet: SheetToMake): string =>
  `${HEAD}<worksheet ${SPACE} xmlns:r="${OFFICE}">${columnsXml(sheet)}<sheetData>${rowsXml(sheet)}</sheetData>${sheet.more ?? ''}${sheet.chart ? '<drawing r:id="rId1"/>' : ''}</worksheet>`

const drawingXml = ({ column, row, width, height }: NonNullable<SheetToMake['chart']>): string =>
  `${HEAD}<wsDr xmlns="${DRAWING}/spreadsheetDrawing"><oneCellAnchor><from><col>${column - 1}</col><colOff>0</colOff><row>${row - 1}</row><rowOff>0</rowOff></from><ext cx="${width * 36_000}" cy="${height * 36_000}"/><graphicFrame><nvGraphicFramePr><cNvPr id="1" name="Chart"/><cNvGraphicFramePr/></nvGraphicFramePr><xfrm/><a:graphic xmlns:a="${DRAWING}/main"><a:graphicData uri="${DRAWING}/chart"><c:chart xmlns:c="${DRAWING}/chart" xmlns:r="${OFFICE}" r:id="rId1"/></a:graphicData></a:graphic></graphicFrame><clientData/></oneCellAnchor></wsDr>`

const chartXml = (name: string): string =>
  `${HEAD}<chartSpace xmlns="${DRAWING}/chart" xmlns:a="${DRAWING}/main"><chart><title><tx><rich><a:bodyPr/><a:p><a:r><a:t>CHARTHEAD</a:t></a:r></a:p></rich></tx><overlay val="0"/></title><plotArea><barChart><barDir val="col"/><grouping val="clustered"/><ser><idx val="0"/><order val="0"/><cat><strRef><f>'${name}'!$A$1:$A$3</f></strRef></cat><val><numRef><f>'${name}'!$B$1:$B$3</f></numRef></val></ser><axId val="10"/><axId val="100"/></barChart><catAx><axId val="10"/><scaling><orientation val="minMax"/></scaling><axPos val="b"/><title><tx><rich><a:bodyPr/><a:p><a:r><a:t>CHARTFOOT</a:t></a:r></a:p></rich></tx><overlay val="0"/></title><crossAx val="100"/></catAx><valAx><axId val="100"/><scaling><orientation val="minMax"/></scaling><axPos val="l"/><crossAx val="10"/></valAx></plotArea></chart></chartSpace>`

function partsOf(sheet: SheetToMake, number: number): [name: string, type: string | undefined, xml: string][] {
  const parts: [string, string | undefined, string][] = [
    [`xl/worksheets/sheet${number}.xml`, `${TYPES}.spreadsheetml.worksheet+xml`, sheetXml(sheet)],
  ]
  if (!sheet.chart) return parts
  return [
    ...parts,
    [`xl/worksheets/_rels/sheet${number}.xml.rels`, undefined, relations([['drawing', `/xl/drawings/drawing${number}.xml`]])],
    [`xl/drawings/drawing${number}.xml`, `${TYPES}.drawing+xml`, drawingXml(sheet.chart)],
    [`xl/drawings/_rels/drawing${number}.xml.rels`, undefined, relations([['chart', `/xl/charts/chart${number}.xml`]])],
    [`xl/charts/chart${number}.xml`, `${TYPES}.drawingml.chart+xml`, chartXml(sheet.name)],
  ]
}

/** A workbook as Excel writes it, without styles. */
export async function makeWorkbook({ sheets, names }: WorkbookToMake): Promise<Uint8Array<ArrayBuffer>> {
  const list = sheets.map(({ name, state }, index) => {
    const shown = state === undefined ? '' : ` state="${state}"`
    return `<sheet name="${escaped(name)}" sheetId="${index + 1}"${shown} r:id="rId${index + 1}"/>`
  })
  const defined = names === undefined ? '' : `<definedNames>${names}</definedNames>`
  const book = `${HEAD}<workbook ${SPACE} xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets>${defined}</workbook>`
  const parts: [string, string | undefined, string][] = [
    ['xl/workbook.xml', `${TYPES}.spreadsheetml.sheet.main+xml`, book],
    ['xl/_rels/workbook.xml.rels', undefined, relations(sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`]))],
    ...sheets.flatMap((sheet, index) => partsOf(sheet, index + 1)),
    ['_rels/.rels', undefined, relations([['officeDocument', 'xl/workbook.xml']])],
  ]
  const types = parts.flatMap(([name, type]) => (type === undefined ? [] : [`<Override PartName="/${name}" ContentType="${type}"/>`]))
  const zip = new ZipFile()
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
  zip.addBuffer(Buffer.from(`${HEAD}<Types xmlns="${PACKAGE}/content-types">${defaults}${types.join('')}</Types>`), '[Content_Types].xml')
  for (const [name, , xml] of parts) zip.addBuffer(Buffer.from(xml), name)
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream))
}
