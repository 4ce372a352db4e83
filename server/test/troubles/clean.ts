/** Files that hold more than their pages: what no copy may have. All of it carries SECRET. */
import { A4, fileOf, line, pdfOf, revised, stream, textPage } from '../pdf-file.ts'
import { fine, pageless, SECRET, type Trouble } from './trouble.ts'

const CATALOG = '<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>'
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const RESOURCES = '/Resources << /Font << /F1 3 0 R >> >>'
const hidden = (words = ''): string => stream(words, `${SECRET} `.repeat(40))
/** An outline that leads to what stands at this reference. */
const outline = (target: string): readonly string[] => [
  '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
  `<< /Title (chapter) /Parent 6 0 R /Dest [${target} /Fit] >>`,
]

/** A page that stands under a number of its own, and an outline that names it in another way. */
const otherwiseNamed = (kid: string, target: string, ...further: readonly string[]): Buffer =>
  fileOf([
    CATALOG,
    `<< /Type /Pages /Count 1 /Kids [${kid}] ${A4} ${RESOURCES} >>`,
    FONT,
    `<< /Type /Page /Parent 2 0 R /Contents 5 0 R /PieceInfo << /X (${SECRET}) >> >>`,
    stream('', line('still here')),
    ...outline(target),
    ...further,
  ])

/** The same, and which streams are pages without the mark is told by their content, which no other page has. */
const leftOver = (...objects: readonly string[]): Buffer =>
  fileOf([
    CATALOG,
    `<< /Type /Pages /Count 1 /Kids [4 0 R] ${A4} ${RESOURCES} >>`,
    FONT,
    '<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>',
    stream('', line('still here')),
    ...outline('8 0 R'),
    ...objects,
  ])

const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 595 842]'
/** What a page drew that was deleted, as a form. */
const formerPage = (entries = ''): string => hidden(`${FORM} ${entries}`)

/** A page that shares its resources with pages that were deleted; objects from 4 on stand beside. */
const shared = (resources: string, objects: readonly string[], content = line('still here')): Buffer =>
  pdfOf([{ content }], { tree: `${A4} /Resources << /Font << /F1 3 0 R >> ${resources} >>`, extra: objects })

/** A document with tags; 4 is their root, 5 their first one, 6 and the following are further objects. */
const tagged = (tag: string, ...further: readonly string[]): Buffer =>
  pdfOf([textPage('still here')], {
    catalog: '/StructTreeRoot 4 0 R /MarkInfo << /Marked true >>',
    extra: [
      '<< /Type /StructTreeRoot /K 5 0 R /ParentTree << /Nums [0 [5 0 R]] >> >>',
      `<< /Type /StructElem /S /P /P 4 0 R ${tag} >>`,
      ...further,
    ],
  })

export const CLEAN_COPIES_WITHIN: readonly Trouble[] = [
  fine('an earlier revision', () => revised(pdfOf([textPage(SECRET)]), 5, stream('', line('still here')), 6), 'still here'),
  fine('a page that is in no tree, to which an outline leads', () => leftOver(`<< /Type /Page /Parent 2 0 R /Contents 9 0 R >>`, hidden())),
  fine('such a page without a type', () => leftOver('<< /Parent 2 0 R /Contents [9 0 R] >>', hidden())),
  fine('such a page that is a template', () => leftOver('<< /Type /Template /Contents 9 0 R >>', hidden())),
  fine('an earlier page tree, to which an outline leads', () =>
    leftOver('<< /Type /Pages /Count 1 /Kids [<< /Type /Page /Contents 9 0 R >>] >>', hidden()),
  ),
  fine('an attached file, to which an outline leads', () => leftOver(hidden('/Type /EmbeddedFile'))),
  fine('a page that is named by way of another number', () => otherwiseNamed('4 0 R', '8 0 R', '4 0 R'), 'still here'),
  pageless('a page that stands in the tree by way of another number', () => otherwiseNamed('8 0 R', '4 0 R', '4 0 R'), 'BROKEN'),
  fine('a page that is named in another generation', () => otherwiseNamed('4 0 R', '4 7 R'), 'still here'),
  fine('a page in another generation', () => otherwiseNamed('4 7 R', '4 0 R')),
  fine('an annotation on no page, to which a tag leads', () =>
    tagged(
      '/K << /Type /OBJR /Obj 6 0 R >>',
      `<< /Type /Annot /Subtype /Stamp /Rect [0 0 595 842] /Contents (${SECRET}) /AP << /N 7 0 R >> >>`,
      formerPage(),
    ),
  ),
  fine('such an annotation in the tag itself, without a type', () =>
    tagged(`/K << /Type /OBJR /Obj << /Contents (${SECRET}) /AP << /N << /On 6 0 R >> >> /AS /On >> >>`, formerPage()),
  ),
  fine('a drawing to which a tag leads', () => tagged('/K << /Type /OBJR /Obj 6 0 R >>', formerPage('/StructParent 0'))),
  fine('attributes of a tag that are a stream', () => tagged('/A 6 0 R', hidden('/O /Layout'))),
  fine('the words of a tag whose page is in no tree', () =>
    tagged(`/K << /S /Span /ActualText (${SECRET}) /Pg 6 0 R /K 0 >>`, '<< /Type /Page /Parent 2 0 R /Contents 7 0 R >>', hidden()),
  ),
  ...[
    ['a drawing', formerPage()],
    ['a drawing of no known kind', hidden('/Type /XObject')],
    ['a picture', hidden('/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 8 /ColorSpace /DeviceGray')],
  ].map(([name, object = '']) =>
    fine(`${name} that only deleted pages used`, () => shared('/XObject << /X 4 0 R >>', [object]), 'still here'),
  ),
  fine('a pattern that only deleted pages used', () =>
    shared('/Pattern << /X 4 0 R >>', [
      hidden('/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9'),
    ]),
  ),
  fine('a soft mask that only deleted pages used', () =>
    shared('/ExtGState << /X 4 0 R >>', [
      '<< /Type /ExtGState /SMask << /S /Luminosity /G 5 0 R >> >>',
      formerPage('/Group << /S /Transparency >>'),
    ]),
  ),
  fine('letters of Type 3 that only deleted pages used', () =>
    shared('/Font << /F1 3 0 R /X 4 0 R >>', [
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [9] /CharProcs << /a 5 0 R >> >>',
      hidden(),
    ]),
  ),
  fine('a drawing that only deleted pages used, behind one that is still used', () =>
    shared(
      '/XObject << /U 4 0 R >>',
      [
        stream(`${FORM} /Resources << /XObject << /V 5 0 R /X 6 0 R >> >> /Former 6 0 R`, '/V Do'),
        stream(`${FORM} /Resources << /XObject << /X 6 0 R >> >>`, '0 0 9 9 re f'),
        formerPage(),
      ],
      `/U Do ${line('still here')}`,
    ),
  ),
  fine('a drawing in the properties of content', () =>
    shared('/Properties << /M 4 0 R >>', ['<< /Former 5 0 R >>', formerPage()], `/P /M BDC ${line('still here')} EMC`),
  ),
  fine('a drawing among the colours and fonts that are used', () =>
    shared(
      '/ColorSpace << /C [/Indexed /DeviceRGB 0 4 0 R] >> /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Former 4 0 R >> >>',
      [formerPage()],
      `/C cs ${line('still here')}`,
    ),
  ),
]
