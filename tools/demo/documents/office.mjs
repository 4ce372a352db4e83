import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { chance } from './chance.mjs'
import { COMPANY, NAMES, prose, sentences } from './words.mjs'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument'
/** Packages are reproducible. */
const MADE = new Date(2026, 0, 15, 9, 0, 0)

const escapeXml = (text) =>
  String(text).replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`)

const relations = (entries) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${Object.entries(entries)
    .map(
      ([id, [kind, target]]) =>
        `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** `types` omits plain XML. */
async function pack(main, types, parts) {
  const overrides = Object.entries(types).map(
    ([part, type]) => `<Override PartName="/${part}" ContentType="${TYPES}.${type}+xml"/>`,
  )
  const zip = new ZipFile()
  const add = (name, text) =>
    zip.addBuffer(Buffer.from(text), name, { mtime: MADE, mode: 0o100644 })
  add(
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
  )
  add('_rels/.rels', relations({ rId1: ['officeDocument', main] }))
  for (const [name, text] of Object.entries(parts)) add(name, text)
  zip.end()
  return buffer(zip.outputStream)
}

const columnName = (index) => String.fromCharCode(65 + index)

function cell(value, column, row) {
  const place = `${columnName(column)}${row}`
  const style = row === 1 ? 1 : typeof value === 'number' ? 2 : 0
  return typeof value === 'number'
    ? `<c r="${place}" s="${style}"><v>${value}</v></c>`
    : `<c r="${place}" s="${style}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`
}

const STYLES = `${HEAD}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="2"><font><sz val="10"/><name val="Malgun Gothic"/></font><font><b/><sz val="10"/><name val="Malgun Gothic"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE6ECF4"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf numFmtId="3" applyNumberFormat="1"/></cellXfs></styleSheet>`

export function workbook({ name, sheet, head, rows }) {
  const random = chance(name)
  const lines = [head, ...rows(random)]
  const cells = lines.map(
    (line, row) =>
      `<row r="${row + 1}">${line.map((value, column) => cell(value, column, row + 1)).join('')}</row>`,
  )
  const columns = head.map(
    (_, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${index === 0 ? 24 : 16}" customWidth="1"/>`,
  )
  const space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  return pack(
    'xl/workbook.xml',
    {
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
      'xl/styles.xml': 'spreadsheetml.styles',
    },
    {
      'xl/workbook.xml': `${HEAD}<workbook ${space} xmlns:r="${OFFICE}"><sheets><sheet name="${escapeXml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations({
        rId1: ['worksheet', 'worksheets/sheet1.xml'],
        rId2: ['styles', 'styles.xml'],
      }),
      'xl/worksheets/sheet1.xml': `${HEAD}<worksheet ${space}><cols>${columns.join('')}</cols><sheetData>${cells.join('')}</sheetData></worksheet>`,
      'xl/styles.xml': STYLES,
    },
  )
}

const run = (text, bold) =>
  `<w:r><w:rPr>${bold ? '<w:b/><w:sz w:val="28"/>' : '<w:sz w:val="21"/>'}</w:rPr><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`
const wordParagraph = (text, bold = false) => `<w:p>${run(text, bold)}</w:p>`

export function letter({ name, heading, field, sections }) {
  const random = chance(name)
  const body = sections.flatMap((section, index) => [
    wordParagraph(`${index + 1}. ${section}`, true),
    wordParagraph(prose(field, random)),
    wordParagraph(prose(field, random)),
  ])
  return pack(
    'word/document.xml',
    { 'word/document.xml': 'wordprocessingml.document.main' },
    {
      'word/document.xml': `${HEAD}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${wordParagraph(heading, true)}${wordParagraph(COMPANY)}${body.join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
    },
  )
}

const SPACES = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`
const TREE =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
const COLOR_MAP =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'

function textBox(id, { y, height, size, bold = false }, lines) {
  const paragraphs = lines.map(
    (text) =>
      `<a:p><a:r><a:rPr lang="ko-KR" sz="${size * 100}"${bold ? ' b="1"' : ''}/><a:t>${escapeXml(text)}</a:t></a:r></a:p>`,
  )
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="640000" y="${y}"/><a:ext cx="10900000" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr wrap="square"/><a:lstStyle/>${paragraphs.join('')}</p:txBody></p:sp>`
}

const slide = (heading, lines) =>
  `${HEAD}<p:sld ${SPACES}><p:cSld><p:spTree>${TREE}${textBox(2, { y: 480_000, height: 1_000_000, size: 32, bold: true }, [heading])}${textBox(3, { y: 1_800_000, height: 4_200_000, size: 18 }, lines)}</p:spTree></p:cSld></p:sld>`

function theme() {
  const colors = {
    dk1: '1C2230',
    lt1: 'FFFFFF',
    dk2: '1F3F6E',
    lt2: 'EEF1F5',
    accent1: '1F3F6E',
    accent2: 'C4302B',
    accent3: '5A6272',
    accent4: '7FA9D6',
    accent5: 'A8A297',
    accent6: '4D6479',
    hlink: '1F3F6E',
    folHlink: '5A6272',
  }
  const scheme = Object.entries(colors).map(
    ([slot, value]) => `<a:${slot}><a:srgbClr val="${value}"/></a:${slot}>`,
  )
  const font =
    '<a:latin typeface="Malgun Gothic"/><a:ea typeface="Malgun Gothic"/><a:cs typeface=""/>'
  const thrice = (part) => part.repeat(3)
  const solid = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
  return `${HEAD}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Demo"><a:themeElements><a:clrScheme name="Demo">${scheme.join('')}</a:clrScheme><a:fontScheme name="Demo"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Demo"><a:fillStyleLst>${thrice(solid)}</a:fillStyleLst><a:lnStyleLst>${thrice(`<a:ln w="9525">${solid}</a:ln>`)}</a:lnStyleLst><a:effectStyleLst>${thrice('<a:effectStyle><a:effectLst/></a:effectStyle>')}</a:effectStyleLst><a:bgFillStyleLst>${thrice(solid)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`
}

export function slides({ name, heading, field, sections }) {
  const random = chance(name)
  const pages = [
    slide(heading, [COMPANY, '2026년 1월 · 대외비']),
    ...sections.map((section) =>
      slide(
        section,
        sentences(field, random, 3)
          .map((sentence) => `• ${sentence}`)
          .concat(`담당: ${random.pick(NAMES.departments)}`),
      ),
    ),
  ]
  const numbers = pages.map((_, index) => index + 1)
  const tree = `<p:cSld><p:spTree>${TREE}</p:spTree></p:cSld>`
  return pack(
    'ppt/presentation.xml',
    {
      'ppt/presentation.xml': 'presentationml.presentation.main',
      'ppt/slideMasters/slideMaster1.xml': 'presentationml.slideMaster',
      'ppt/slideLayouts/slideLayout1.xml': 'presentationml.slideLayout',
      'ppt/theme/theme1.xml': 'theme',
      ...Object.fromEntries(
        numbers.map((number) => [`ppt/slides/slide${number}.xml`, 'presentationml.slide']),
      ),
    },
    {
      'ppt/presentation.xml': `${HEAD}<p:presentation ${SPACES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${numbers.map((number) => `<p:sldId id="${255 + number}" r:id="rId${number + 1}"/>`).join('')}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relations({
        rId1: ['slideMaster', 'slideMasters/slideMaster1.xml'],
        ...Object.fromEntries(
          numbers.map((number) => [`rId${number + 1}`, ['slide', `slides/slide${number}.xml`]]),
        ),
      }),
      'ppt/slideMasters/slideMaster1.xml': `${HEAD}<p:sldMaster ${SPACES}>${tree}${COLOR_MAP}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
      'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations({
        rId1: ['slideLayout', '../slideLayouts/slideLayout1.xml'],
        rId2: ['theme', '../theme/theme1.xml'],
      }),
      'ppt/slideLayouts/slideLayout1.xml': `${HEAD}<p:sldLayout ${SPACES} type="blank">${tree}</p:sldLayout>`,
      'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations({
        rId1: ['slideMaster', '../slideMasters/slideMaster1.xml'],
      }),
      'ppt/theme/theme1.xml': theme(),
      ...Object.fromEntries(pages.map((page, index) => [`ppt/slides/slide${index + 1}.xml`, page])),
      ...Object.fromEntries(
        numbers.map((number) => [
          `ppt/slides/_rels/slide${number}.xml.rels`,
          relations({ rId1: ['slideLayout', '../slideLayouts/slideLayout1.xml'] }),
        ]),
      ),
    },
  )
}
