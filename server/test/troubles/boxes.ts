/** Pages of strange sizes, cut and turned in all ways, and what they inherit. */
import { A4, fileOf, line, type PdfPage, pdfOf, stream } from '../pdf-file.ts'
import { drawn, fine, pictured, type Trouble } from './trouble.ts'

const page = (entries: string, at: readonly [number, number] = [72, 700]): PdfPage => ({ content: line('still here', at), entries })
const boxed = (box: string, beside = ''): Buffer => pdfOf([page(`${beside} /MediaBox ${box}`)], { tree: '' })

/** All four turns of a page that shows only a part of itself. */
const cropped = (crop: string, media = '[0 0 595 842]'): Buffer =>
  pdfOf(
    [0, 90, 180, 270].map((turn) => page(`/MediaBox ${media} /CropBox ${crop} /Rotate ${turn}`, [120, 320])),
    { tree: '' },
  )

/** Of these the mark would be too small, or readers do not agree on them: their copies are page images. */
const UNSURE: ReadonlySet<string> = new Set(['elsewhere', 'of five numbers', '99999999999', '1e9'])
/** Sizes at which no letter of the mark is seen in the copy. */
const ILLEGIBLE: ReadonlySet<string> = new Set(['that is as high as a tower'])
const judged = (shape: string, name: string, pdf: Trouble['pdf']): Trouble =>
  (ILLEGIBLE.has(shape) ? pictured : UNSURE.has(shape) ? drawn : fine)(name, pdf)

const CROPS: readonly (readonly [name: string, crop: string, media?: string])[] = [
  ['within', '[100 200 500 600]'],
  ['beyond each side', '[-100 -100 700 1000]'],
  ['across a corner', '[-100 -100 400 500]'],
  ['elsewhere', '[2000 2000 2400 2600]'],
  ['the other way round', '[500 600 100 200]'],
  ['of nothing', '[100 200 100 200]'],
  ['on a page far from the origin', '[-450 -400 -100 0]', '[-500 -500 95 342]'],
  ['a strip', '[100 300 500 330]'],
]

const BOXES: readonly (readonly [name: string, box: string])[] = [
  ['of 200 inches', '[0 0 14400 14400]'],
  ['of 10,000 inches', '[0 0 720000 720000]'],
  ['that is as high as a tower', '[0 0 100 14400]'],
  ['of a few points', '[0 0 8 5]'],
  ['with its corners the other way round', '[595 842 0 0]'],
  ['below the origin', '[-595 -842 0 0]'],
  ['of parts of points', '[0.4 0.6 595.27 841.89]'],
  ['of nothing', '[0 0 0 0]'],
  ['of three numbers', '[0 0 595]'],
  ['of five numbers', '[0 0 595 842 7]'],
  ['of words', '[(a) /b true null]'],
  ['that is no box', '(box)'],
  ['of what is no number', '[nan inf -inf 1e5]'],
  ['of references to nowhere', '[0 0 99 0 R 98 0 R]'],
]

const TURNS = ['45', '-90', '450', '99999999999', '90.5', '(90)', 'null', '/R90']
const UNITS = ['0', '-1', '10', '0.001', '1e9', '(x)']

export const BOXES_AND_TURNS: readonly Trouble[] = [
  ...BOXES.map(([name, box]) => judged(name, `a page ${name}`, () => boxed(box))),
  ...CROPS.map(([name, crop, media]) => judged(name, `a part ${name}, at each turn`, () => cropped(crop, media))),
  ...TURNS.map((turn) => judged(turn, `a turn of ${turn}`, () => boxed('[0 0 595 842]', `/Rotate ${turn}`))),
  ...UNITS.map((unit) => judged(unit, `a unit of ${unit}`, () => boxed('[0 0 595 842]', `/UserUnit ${unit}`))),
  fine('pages of each size in one document', () =>
    pdfOf([page(A4), page('/MediaBox [0 0 14400 14400]'), page('/MediaBox [0 0 20 30]'), page('/MediaBox [0 0 842 595] /Rotate 270')]),
  ),
]

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const RESOURCES = '/Resources << /Font << /F1 3 0 R >> >>'
const CONTENT = stream('', line('still here', [120, 320]))

export const INHERITANCE: readonly Trouble[] = [
  fine(
    'all of a page from three levels above it',
    () =>
      fileOf([
        CATALOG,
        `<< /Type /Pages /Count 1 /Kids [4 0 R] ${RESOURCES} /MediaBox [0 0 595 842] >>`,
        FONT,
        '<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [5 0 R] /CropBox [100 200 500 600] >>',
        '<< /Type /Pages /Parent 4 0 R /Count 1 /Kids [6 0 R] /Rotate 90 >>',
        '<< /Type /Page /Parent 5 0 R /Contents 7 0 R >>',
        CONTENT,
      ]),
    'still here',
  ),
  fine(
    'nearer boxes and turns before farther ones',
    () =>
      fileOf([
        CATALOG,
        `<< /Type /Pages /Count 2 /Kids [4 0 R 5 0 R] ${RESOURCES} /MediaBox [0 0 100 100] /CropBox [0 0 50 50] /Rotate 180 >>`,
        FONT,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 900] /CropBox [100 200 500 600] /Rotate 0 /Contents 6 0 R >>`,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 900] /CropBox [0 0 600 900] /Rotate 270 /Contents 6 0 R >>`,
        CONTENT,
      ]),
    'still here',
  ),
  fine(
    'boxes, turn and resources that are references',
    () =>
      fileOf([
        CATALOG,
        '<< /Type /Pages /Count 1 /Kids [4 0 R] /Resources 8 0 R /MediaBox 6 0 R /Rotate 7 0 R >>',
        FONT,
        '<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>',
        CONTENT,
        '[0 0 9 0 R 9 0 R]',
        '90',
        '<< /Font << /F1 3 0 R >> >>',
        '600',
      ]),
    'still here',
  ),
  drawn('a page that stands in the tree itself', () =>
    fileOf([CATALOG, `<< /Type /Pages /Count 1 /Kids [<< /Type /Page /Contents 4 0 R >>] ${RESOURCES} ${A4} >>`, FONT, CONTENT]),
  ),
  drawn('a page under a parent that does not name it', () =>
    fileOf([
      CATALOG,
      `<< /Type /Pages /Count 1 /Kids [4 0 R] ${RESOURCES} ${A4} >>`,
      FONT,
      '<< /Type /Page /Parent 6 0 R /Contents 5 0 R >>',
      CONTENT,
      `<< /Type /Pages /Count 0 /Kids [] /MediaBox [0 0 200 200] >>`,
    ]),
  ),
]
