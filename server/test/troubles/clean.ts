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
]
