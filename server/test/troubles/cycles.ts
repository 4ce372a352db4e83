/** What refers to itself. */
import { A4, fileOf, line, type PdfParts, pdfOf, stream, textPage } from '../pdf-file.ts'
import { drawn, fine, hopeless, pageless, pictured, type Trouble } from './trouble.ts'

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 595 842]'
const PATTERN = '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 50 50] /XStep 50 /YStep 50'
const WITH_FONT = '/Font << /F1 3 0 R >>'

/** A page of resources of its own, beside those objects from 4 on. */
const using = (resources: string, content: string, extra: readonly string[]): Buffer =>
  pdfOf([{ content: `${content} ${line('still here')}`, entries: `/Resources << ${WITH_FONT} ${resources} >>` }], { extra })

const annotated = (annotation: string, extra: readonly string[], parts: PdfParts = {}): Buffer =>
  pdfOf([textPage('still here', `${A4} /Annots [${annotation}]`)], { extra, ...parts })

const catalogued = (catalog: string, extra: readonly string[]): Buffer => pdfOf([textPage('still here')], { catalog, extra })

/** Nodes of a page tree, each of which has the next one ten times, down to one that has no page. */
function manyWaysDown(levels: number): Buffer {
  const nodes = Array.from({ length: levels }, (_, level) =>
    level === levels - 1 ? '<< /Type /Pages /Count 1 /Kids [] >>' : `<< /Type /Pages /Count 1 /Kids [${`${level + 3} 0 R `.repeat(10)}] >>`,
  )
  return fileOf([CATALOG, ...nodes])
}

export const TREE_TROUBLES: readonly Trouble[] = [
  pageless('a page tree that is its own only child', () => fileOf([CATALOG, '<< /Type /Pages /Count 1 /Kids [2 0 R] >>']), 'BROKEN'),
  fine(
    'a page tree that holds itself behind a page',
    () =>
      fileOf([
        CATALOG,
        `<< /Type /Pages /Count 1 /Kids [4 0 R 2 0 R] ${A4} /Resources << ${WITH_FONT} >> >>`,
        FONT,
        '<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>',
        stream('', line('still here')),
      ]),
    'still here',
  ),
  fine(
    'a page that is its own parent',
    () =>
      fileOf([
        CATALOG,
        `<< /Type /Pages /Count 1 /Kids [4 0 R] ${A4} /Resources << ${WITH_FONT} >> >>`,
        FONT,
        `<< /Type /Page /Parent 4 0 R /Contents 5 0 R ${A4} /Resources << ${WITH_FONT} >> >>`,
        stream('', line('still here')),
      ]),
    'still here',
  ),
  fine('parents in a ring, and no box', () =>
    fileOf([
      CATALOG,
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 4 0 R >>',
      '<< /Type /Pages /Parent 5 0 R >>',
      '<< /Type /Pages /Parent 4 0 R >>',
    ]),
  ),
  fine('a page that stands in the tree twice', () =>
    fileOf([
      CATALOG,
      `<< /Type /Pages /Count 2 /Kids [4 0 R 4 0 R] ${A4} /Resources << ${WITH_FONT} >> >>`,
      FONT,
      '<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>',
      stream('', line('still here')),
    ]),
  ),
  hopeless('ten ways down at each of twelve levels, and no page', () => manyWaysDown(12), 'TIMEOUT'),
  drawn('a tree of 80 levels', () =>
    fileOf([
      CATALOG,
      ...Array.from({ length: 80 }, (_, index) => `<< /Type /Pages /Count 1 /Kids [${index + 3} 0 R] >>`),
      `<< /Type /Page ${A4} >>`,
    ]),
  ),
  fine('a page that names itself as its resources', () =>
    pdfOf([{ content: line('still here'), entries: `/Resources 4 0 R ${WITH_FONT}` }]),
  ),
  fine('references that only lead to each other', () =>
    pdfOf([{ content: line('still here'), entries: '/Resources 4 0 R' }], { extra: ['5 0 R', '4 0 R'] }),
  ),
  fine(
    'a length that is the stream itself',
    () =>
      fileOf([
        CATALOG,
        `<< /Type /Pages /Count 1 /Kids [4 0 R] ${A4} /Resources << ${WITH_FONT} >> >>`,
        FONT,
        '<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>',
        `<< /Length 5 0 R >>\nstream\n${line('still here')}\nendstream`,
      ]),
    'still here',
  ),
]

export const DRAWING_CYCLES: readonly Trouble[] = [
  fine(
    'a form that draws itself',
    () => using('/XObject << /X 4 0 R >>', '/X Do', [stream(`${FORM} /Resources << /XObject << /X 4 0 R >> >>`, '/X Do')]),
    'still here',
  ),
  fine(
    'forms that draw each other',
    () =>
      using('/XObject << /X 4 0 R >>', '/X Do', [
        stream(`${FORM} /Resources << /XObject << /X 5 0 R >> >>`, '/X Do'),
        stream(`${FORM} /Resources << /XObject << /X 4 0 R >> >>`, '/X Do'),
      ]),
    'still here',
  ),
  fine(
    'a form whose resources are the page that draws it',
    () =>
      pdfOf([{ content: `/X Do ${line('still here')}`, entries: `/Resources << ${WITH_FONT} /XObject << /X 4 0 R >> >>` }], {
        extra: [stream(`${FORM} /Resources 5 0 R`, '/X Do')],
      }),
    'still here',
  ),
  pageless(
    'a pattern that is painted with itself',
    () =>
      using('/Pattern << /P 4 0 R >>', '/Pattern cs /P scn 0 0 300 300 re f', [
        stream(`${PATTERN} /Resources << /Pattern << /P 4 0 R >> >>`, '/Pattern cs /P scn 0 0 50 50 re f'),
      ]),
    'TIMEOUT',
  ),
  pageless(
    'forms that each draw the other twice',
    () =>
      using('/XObject << /X 4 0 R >>', '/X Do', [
        stream(`${FORM} /Resources << /XObject << /X 5 0 R >> >>`, '/X Do /X Do'),
        stream(`${FORM} /Resources << /XObject << /X 4 0 R >> >>`, '/X Do /X Do'),
      ]),
    'TIMEOUT',
  ),
  fine('a letter of Type 3 that is written in its own font', () =>
    using('/Font << /F1 3 0 R /T 4 0 R >>', 'BT /T 24 Tf 72 600 Td (aaa) Tj ET', [
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 97 /LastChar 97 /Widths [1000] /Encoding << /Differences [97 /a] >> /CharProcs << /a 5 0 R >> /Resources << /Font << /T 4 0 R >> >> >>',
      stream('', '1000 0 d0 0 0 500 500 re f BT /T 500 Tf (aa) Tj ET'),
    ]),
  ),
  fine('a soft mask that masks itself', () =>
    using('/ExtGState << /G 4 0 R >>', '/G gs 0 0 300 300 re f', [
      '<< /SMask << /S /Luminosity /G 5 0 R >> >>',
      stream(`${FORM} /Group << /S /Transparency /CS /DeviceGray >> /Resources << /ExtGState << /G 4 0 R >> >>`, '/G gs 0 0 99 99 re f'),
    ]),
  ),
  fine(
    'a colour space that is its own base',
    () => using('/ColorSpace << /C 4 0 R >>', '/C cs 0 sc 0 0 300 300 re f', ['[/Indexed 4 0 R 1 <000000ffffff>]']),
    'still here',
  ),
  fine(
    'a function made of itself',
    () =>
      using('/Shading << /S 4 0 R >>', '/S sh', [
        '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 500 500] /Function 5 0 R >>',
        '<< /FunctionType 3 /Domain [0 1] /Bounds [] /Encode [0 1] /Functions [5 0 R] >>',
      ]),
    'still here',
  ),
  fine(
    'a picture that is its own mask',
    () =>
      using('/XObject << /X 4 0 R >>', 'q 99 0 0 99 0 0 cm /X Do Q', [
        stream(
          '/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray /SMask 4 0 R /Mask 4 0 R',
          'abcd',
        ),
      ]),
    'still here',
  ),
  fine('fonts that descend from themselves', () =>
    using('/Font << /F1 3 0 R /T 4 0 R >>', 'BT /T 24 Tf 72 600 Td (aaa) Tj ET', [
      '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding 5 0 R /DescendantFonts [4 0 R] /ToUnicode 5 0 R >>',
      stream('/Type /CMap /CMapName /X /UseCMap 5 0 R', 'begincmap /X usecmap endcmap'),
    ]),
  ),
]

export const CATALOG_CYCLES: readonly Trouble[] = [
  fine(
    'outlines in a ring',
    () =>
      catalogued('/Outlines 4 0 R', [
        '<< /Type /Outlines /First 5 0 R /Last 5 0 R /Count 9 >>',
        '<< /Title (a) /Parent 4 0 R /Next 5 0 R /Prev 5 0 R /First 4 0 R /Last 5 0 R /Dest [6 0 R /Fit] >>',
      ]),
    'still here',
  ),
  fine(
    'labels and tags in a ring',
    () =>
      catalogued('/PageLabels 4 0 R /StructTreeRoot 5 0 R /MarkInfo << /Marked true >>', [
        '<< /Kids [4 0 R] /Limits [0 9] >>',
        '<< /Type /StructTreeRoot /K [6 0 R 5 0 R] /ParentTree << /Kids [5 0 R] >> >>',
        '<< /Type /StructElem /S /P /P 6 0 R /K [6 0 R] >>',
      ]),
    'still here',
  ),
  fine(
    'names in a ring, and a link to them',
    () =>
      annotated(
        '<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /Dest (x) >> << /Type /Annot /Subtype /Link /Rect [0 100 99 199] /A 5 0 R >>',
        ['<< /Kids [4 0 R] /Limits [(a) (z)] >>', '<< /S /GoTo /D /y /Next 5 0 R >>'],
        { catalog: '/Names << /Dests 4 0 R >> /Dests << /y /y >>' },
      ),
    'still here',
  ),
  fine(
    'an annotation whose appearance draws itself',
    () =>
      annotated('<< /Type /Annot /Subtype /Stamp /Rect [0 0 99 99] /AP << /N 4 0 R >> >>', [
        stream(`${FORM} /Resources << /XObject << /X 4 0 R >> >>`, '1 0 0 rg 0 0 50 50 re f /X Do'),
      ]),
    'still here',
  ),
  fine(
    'an annotation whose appearance is the annotation',
    () => annotated('4 0 R', ['<< /Type /Annot /Subtype /Stamp /Rect [0 0 99 99] /AS /N /AP 4 0 R /N 4 0 R /Parent 4 0 R /Popup 4 0 R >>']),
    'still here',
  ),
  fine(
    'form fields in a ring',
    () =>
      annotated('4 0 R', ['<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 99 99] /Parent 4 0 R /Kids [4 0 R] >>'], {
        catalog: '/AcroForm << /Fields [4 0 R 4 0 R] /DA (/F1 0 Tf) /DR << /Font << /F1 3 0 R >> >> >>',
      }),
    'still here',
  ),
  pictured('layers that depend on themselves, of which one may stay open', () =>
    pdfOf([{ content: `/OC /L BDC ${line('still here')}`, entries: `/Resources << ${WITH_FONT} /Properties << /L 4 0 R >> >>` }], {
      extra: ['<< /Type /OCMD /OCGs [4 0 R] /VE [/Not 5 0 R] >>', '[/And 5 0 R]'],
      catalog: '/OCProperties << /OCGs [4 0 R] /D << /Order [5 0 R] /AS [] >> >>',
    }),
  ),
  fine('layers that depend on themselves', () =>
    pdfOf([{ content: `/OC /L BDC ${line('still here')} EMC`, entries: `/Resources << ${WITH_FONT} /Properties << /L 4 0 R >> >>` }], {
      extra: ['<< /Type /OCMD /OCGs [4 0 R] /VE [/Not 5 0 R] >>', '[/And 5 0 R]'],
      catalog: '/OCProperties << /OCGs [4 0 R] /D << /Order [5 0 R] /AS [] >> >>',
    }),
  ),
]
