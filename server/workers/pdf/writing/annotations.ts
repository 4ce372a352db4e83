import {
  isRef,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  type PdfRef,
  PdfStream,
  PdfString,
} from '../libpdf.ts'
import { pdfNumber } from '../mark/numbers.ts'
import { numbersOf, type PdfDocument } from '../pdf-document.ts'
import { arrayOf, chosen, keyOf, quietAction } from './prune.ts'

/** ISO 32000-1, table 165, defines these. */
const HIDDEN = 2
const NO_VIEW = 32
/** A wider border could cover the page. */
const WIDEST_BORDER = 2
const LINK_KEYS = [
  'Type',
  'Subtype',
  'Rect',
  'QuadPoints',
  'F',
  'C',
  'H',
  'Dest',
  'A',
  'StructParent',
  'Contents',
]

export interface FlatAnnotations {
  readonly links: readonly PdfDict[]
  readonly references: readonly PdfObject[]
  readonly drawings: readonly { readonly form: PdfRef; readonly placement: string }[]
  readonly replaced: readonly (readonly [key: number, object: PdfObject | null])[]
  readonly isUnsure: boolean
  readonly hasOthers: boolean
  readonly isLost: boolean
}

/** Viewers would draw annotations above the watermark. Their look and links remain. */
export function flattenAnnotations(
  document: PdfDocument,
  page: PdfDict,
): FlatAnnotations | undefined {
  const annotations = document.resolve(page.get('Annots'))
  if (!(annotations instanceof PdfArray) || annotations.length === 0) return undefined
  const links: PdfDict[] = []
  const references: PdfObject[] = []
  const drawings: { form: PdfRef; placement: string }[] = []
  const replaced: [number, PdfObject | null][] = []
  let isUnsure = false
  let hasOthers = false
  let isLost = false
  const rewritesFields = needsAppearances(document)
  for (const item of annotations) {
    const annotation = document.dict(item)
    if (!annotation) continue
    const link = linkOf(document, annotation)
    if (isRef(item)) replaced.push([keyOf(item), link ?? null])
    const isSeen = isShown(document, annotation)
    const drawing = isSeen ? drawingOf(document, annotation) : undefined
    if (link) {
      links.push(link)
      references.push(isRef(item) ? item : link)
      if (drawing) {
        drawings.push(drawing)
        link.set('Border', borderOf(0))
      }
      continue
    }
    hasOthers = true
    if (isSeen) {
      if (drawing) drawings.push(drawing)
      else isUnsure = true
      isLost ||= showsItself(document, annotation, rewritesFields)
    }
  }
  return { links, references, drawings, replaced, isUnsure, hasOthers, isLost }
}

export function hasBareAnnotations(document: PdfDocument, page: PdfDict): boolean {
  const annotations = document.resolve(page.get('Annots'))
  if (!(annotations instanceof PdfArray)) return false
  return [...annotations].some((item) => {
    const annotation = document.dict(item)
    if (
      !annotation ||
      !isShown(document, annotation) ||
      nameOf(document.resolve(annotation.get('Subtype'))) === 'Link'
    )
      return false
    return appearanceOf(document, annotation) === undefined
  })
}

function linkOf({ resolve, dict }: PdfDocument, annotation: PdfDict): PdfDict | undefined {
  if (nameOf(resolve(annotation.get('Subtype'))) !== 'Link') return undefined
  const link = chosen(annotation, LINK_KEYS)
  const action = dict(annotation.get('A'))
  const quiet = action && quietAction(action)
  if (quiet) link.set('A', quiet)
  else link.delete('A')
  link.set('Border', borderOf(borderWidth({ resolve, dict }, annotation)))
  return link
}

const borderOf = (width: number): PdfArray =>
  arrayOf([0, 0, width].map((value) => PdfNumber.of(value)))

function borderWidth(
  { resolve, dict }: Pick<PdfDocument, 'resolve' | 'dict'>,
  annotation: PdfDict,
): number {
  const styled = resolve(dict(annotation.get('BS'))?.get('W'))
  if (styled instanceof PdfNumber) return between(styled.value)
  const border = resolve(annotation.get('Border'))
  return border instanceof PdfArray ? between(numbersOf(resolve, border)[2] ?? 1) : 1
}

const between = (width: number): number => Math.min(Math.max(width, 0), WIDEST_BORDER)

function isShown({ resolve }: PdfDocument, annotation: PdfDict): boolean {
  const flags = resolve(annotation.get('F'))
  const hides = flags instanceof PdfNumber && (flags.value & (HIDDEN | NO_VIEW)) !== 0
  return !hides && nameOf(resolve(annotation.get('Subtype'))) !== 'Popup'
}

/** Readers draw at most an icon for these. */
const SIGNS_ONLY: ReadonlySet<string> = new Set([
  'Text',
  'FileAttachment',
  'Sound',
  'Movie',
  'Screen',
  'PrinterMark',
  'TrapNet',
])
const MAX_FIELDS = 32

function needsAppearances({ resolve, dict, catalog }: PdfDocument): boolean {
  const needed = resolve(dict(catalog.get('AcroForm'))?.get('NeedAppearances'))
  return needed instanceof PdfBool && needed.value
}

function showsItself(document: PdfDocument, annotation: PdfDict, rewritesFields: boolean): boolean {
  const { resolve, dict } = document
  const [x1, y1, x2, y2] = corners(document, annotation.get('Rect')) ?? [0, 0, 0, 0]
  if (x1 === x2 || y1 === y2) return false
  const kind = nameOf(resolve(annotation.get('Subtype')))
  const hasAppearance = resolve(dict(annotation.get('AP'))?.get('N')) instanceof PdfDict
  if (kind !== 'Widget') return !hasAppearance && (kind === undefined || !SIGNS_ONLY.has(kind))
  const field = nameOf(inherited(document, annotation, 'FT'))
  // A signature without appearance is not part of a page.
  if (field === 'Sig' || (hasAppearance && (field === 'Btn' || !rewritesFields))) return false
  return isFilled(inherited(document, annotation, 'V'))
}

function inherited(
  { resolve, dict }: PdfDocument,
  annotation: PdfDict,
  key: string,
): PdfObject | undefined {
  let field: PdfDict | undefined = annotation
  for (let depth = 0; field && depth < MAX_FIELDS; depth += 1) {
    const value = resolve(field.get(key))
    if (value !== undefined) return value
    field = dict(field.get('Parent'))
  }
  return undefined
}

function isFilled(value: PdfObject | undefined): boolean {
  if (value === undefined || value instanceof PdfNull) return false
  if (value instanceof PdfString) return value.bytes.length > 0
  if (value instanceof PdfArray) return value.length > 0
  return nameOf(value) !== 'Off'
}

/** ISO 32000-1, 12.5.5, defines algorithm 8.1. */
function drawingOf(
  document: PdfDocument,
  annotation: PdfDict,
): { form: PdfRef; placement: string } | undefined {
  const { resolve } = document
  const appearance = appearanceOf(document, annotation)
  const rectangle = corners(document, annotation.get('Rect'))
  const box = appearance && corners(document, appearance.get('BBox'))
  if (!appearance || !rectangle || !box) return undefined
  const given = resolve(appearance.get('Matrix'))
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] =
    given instanceof PdfArray && given.length === 6 ? numbersOf(resolve, given) : []
  const xs = [
    a * box[0] + c * box[1],
    a * box[2] + c * box[1],
    a * box[0] + c * box[3],
    a * box[2] + c * box[3],
  ].map((x) => x + e)
  const ys = [
    b * box[0] + d * box[1],
    b * box[2] + d * box[1],
    b * box[0] + d * box[3],
    b * box[2] + d * box[3],
  ].map((y) => y + f)
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom]
  if (!(width > 0 && height > 0)) return undefined
  const [across, up] = [
    (rectangle[2] - rectangle[0]) / width,
    (rectangle[3] - rectangle[1]) / height,
  ]
  const placement = [across, 0, 0, up, rectangle[0] - across * left, rectangle[1] - up * bottom]
    .map(pdfNumber)
    .join(' ')
  return { form: document.add(asForm(appearance, annotation.get('OC'))), placement }
}

function appearanceOf({ resolve, dict }: PdfDocument, annotation: PdfDict): PdfStream | undefined {
  const normal = resolve(dict(annotation.get('AP'))?.get('N'))
  if (normal instanceof PdfStream) return normal
  const state = nameOf(resolve(annotation.get('AS')))
  const chosenState =
    normal instanceof PdfDict && state !== undefined ? resolve(normal.get(state)) : undefined
  return chosenState instanceof PdfStream ? chosenState : undefined
}

function asForm(appearance: PdfStream, layer: PdfObject | undefined): PdfStream {
  const form = new PdfStream(appearance, appearance.data)
  form.set('Type', PdfName.of('XObject'))
  form.set('Subtype', PdfName.of('Form'))
  if (layer) form.set('OC', layer)
  return form
}

function corners(
  { resolve }: PdfDocument,
  object: PdfObject | undefined,
): readonly [number, number, number, number] | undefined {
  const array = resolve(object)
  if (!(array instanceof PdfArray) || array.length < 4) return undefined
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbersOf(resolve, array)
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}

const nameOf = (object: PdfObject | undefined): string | undefined =>
  object instanceof PdfName ? object.value : undefined
