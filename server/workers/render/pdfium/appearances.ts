import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { type Color, needsFonts, type WrittenText, writtenTexts } from '../text/written-text.ts'
import { Annotation, type Bounds, boundsOf, KINDS, wideText } from './pdfium-annotation.ts'
import { allocate, type Runtime, withScratch } from './pdfium-runtime.ts'

const DRAWABLE: ReadonlySet<number> = new Set(
  Object.values(KINDS).filter((kind) => kind !== KINDS.link && kind !== KINDS.popup),
)
const MAX_ANNOTATIONS = 20_000
const WIDEST_LINK_BORDER = 2
/** FPDF_FORMFIELD_* has these values. */
const COMBO_BOX = 4
const TEXT_FIELD = 6
const SIGNATURE = 7
/** ISO 32000-1, table 228, defines these. */
const MULTILINE = 1 << 12
const PASSWORD = 1 << 13
/** Shapes may exceed rectangles by these points. */
const TOLERANCE = 1
const LINE_END = 9
/** The value is FPDF_ANNOT_BS_SOLID. */
const SOLID = 1
/** EPDFAnnot_GetMKColor has these indices. */
const BORDER = 0
const GROUND = 1
/** The value is FPDFANNOT_COLORTYPE_Color. */
const COLOR = 0
const BLACK: Color = [0, 0, 0]
const ALIGNED = ['left', 'center', 'right'] as const

interface WrittenAppearance {
  readonly at: number
  readonly text: WrittenText
}

/** In-memory appearances make drawing, reading and copying agree. */
export class Appearances {
  readonly #pdfium: WrappedPdfiumModule
  readonly #runtime: Runtime
  readonly #document: number
  #form: { readonly info: number; readonly handle: number } | undefined

  constructor(pdfium: WrappedPdfiumModule, runtime: Runtime, document: number) {
    this.#pdfium = pdfium
    this.#runtime = runtime
    this.#document = document
  }

  has(index: number): boolean {
    return this.#pdfium.EPDFPage_GetAnnotCountRaw(this.#document, index) > 0
  }

  each(index: number, look: (annotation: Annotation, at: number) => void): void {
    const count = Math.min(
      this.#pdfium.EPDFPage_GetAnnotCountRaw(this.#document, index),
      MAX_ANNOTATIONS,
    )
    for (let at = 0; at < count; at += 1) this.#at(index, at, (annotation) => look(annotation, at))
  }

  /** The page must not be loaded. */
  give(index: number): void {
    const written: WrittenAppearance[] = []
    this.each(index, (annotation, at) => {
      if (!annotation.isShown) return
      if (annotation.kind === KINDS.link) this.#narrow(annotation)
      else if (!annotation.hasAppearance && DRAWABLE.has(annotation.kind)) {
        const text = this.#draw(annotation)
        if (text) written.push({ at, text })
      }
    })
    if (written.length > 0) this.#write(index, written)
  }

  /** This precedes closing. */
  close(): void {
    if (!this.#form) return
    this.#pdfium.PDFiumExt_ExitFormFillEnvironment(this.#form.handle)
    this.#pdfium.PDFiumExt_CloseFormFillInfo(this.#form.info)
  }

  #at(index: number, at: number, use: (annotation: Annotation) => void): void {
    const handle = this.#pdfium.EPDFPage_GetAnnotRaw(this.#document, index, at)
    if (handle === 0) return
    try {
      use(new Annotation(this.#pdfium, this.#runtime, handle))
    } finally {
      this.#pdfium.FPDFPage_CloseAnnot(handle)
    }
  }

  #narrow(link: Annotation): void {
    if ((link.borderWidth ?? 0) <= WIDEST_LINK_BORDER) return
    if (link.has('BS'))
      this.#pdfium.EPDFAnnot_SetBorderStyle(link.handle, SOLID, WIDEST_LINK_BORDER)
    else this.#pdfium.FPDFAnnot_SetBorder(link.handle, 0, 0, WIDEST_LINK_BORDER)
  }

  #draw(annotation: Annotation): WrittenText | undefined {
    const { handle, kind } = annotation
    if (kind === KINDS.widget) return this.#drawField(annotation)
    if (kind === KINDS.freeText) {
      const words = annotation.words('Contents')
      if (needsFonts(words)) return this.#freeText(annotation, words)
      if (annotation.borderWidth === 0) this.#pdfium.EPDFAnnot_SetBorderStyle(handle, SOLID, 0)
    }
    fitRect(annotation)
    this.#pdfium.EPDFAnnot_GenerateAppearance(handle)
    return undefined
  }

  #drawField(annotation: Annotation): WrittenText | undefined {
    const form = this.#formHandle()
    const type = this.#pdfium.FPDFAnnot_GetFormFieldType(form, annotation.handle)
    const flags = this.#pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation.handle)
    const isSecret = type === TEXT_FIELD && (flags & PASSWORD) !== 0
    if (type === SIGNATURE || isSecret) return undefined
    if (type === TEXT_FIELD || type === COMBO_BOX) {
      const words = wideText(this.#runtime, (address, size) =>
        this.#pdfium.EPDFAnnot_GetFormFieldRawValue(form, annotation.handle, address, size),
      )
      if (needsFonts(words))
        return this.#fieldText(annotation, words, type === TEXT_FIELD && (flags & MULTILINE) !== 0)
    }
    this.#pdfium.EPDFAnnot_GenerateFormFieldAP(annotation.handle)
    return undefined
  }

  #formHandle(): number {
    if (!this.#form) {
      const info = this.#pdfium.PDFiumExt_OpenFormFillInfo()
      this.#form = {
        info,
        handle: this.#pdfium.PDFiumExt_InitFormFillEnvironment(this.#document, info),
      }
    }
    return this.#form.handle
  }

  #fieldText(annotation: Annotation, words: string, hasLines: boolean): WrittenText | undefined {
    const colorOf = (which: number) =>
      this.#color((r, g, b) => this.#pdfium.EPDFAnnot_GetMKColor(annotation.handle, which, r, g, b))
    const [ground, border] = [colorOf(GROUND), colorOf(BORDER)]
    return this.#text(annotation, { words, hasLines, ground, border })
  }

  #freeText(annotation: Annotation, words: string): WrittenText | undefined {
    const ground = this.#color((r, g, b) =>
      this.#pdfium.EPDFAnnot_GetColor(annotation.handle, COLOR, r, g, b),
    )
    return this.#text(annotation, { words, hasLines: true, ground, border: BLACK })
  }

  #text(
    annotation: Annotation,
    {
      words,
      hasLines,
      ground,
      border,
    }: { words: string; hasLines: boolean; ground: Color | undefined; border: Color | undefined },
  ): WrittenText | undefined {
    const { left, bottom, right, top } = annotation.rect
    const [width, height] = [right - left, top - bottom]
    if (!(width > 0 && height > 0)) return undefined
    const { fontSize, color } = this.#type(annotation)
    const align = ALIGNED[this.#pdfium.EPDFAnnot_GetTextAlignment(annotation.handle)] ?? 'left'
    const colors = { text: color, ground, border }
    return {
      words,
      width,
      height,
      fontSize,
      colors,
      borderWidth: annotation.borderWidth ?? 1,
      hasLines,
      align,
    }
  }

  #type({ handle }: Annotation): { fontSize: number; color: Color } {
    return withScratch(this.#runtime, 20, ({ address, view }) => {
      const at = (index: number): number => address + 4 * index
      if (!this.#pdfium.EPDFAnnot_GetDefaultAppearance(handle, at(0), at(1), at(2), at(3), at(4)))
        return { fontSize: 0, color: BLACK }
      return { fontSize: Math.max(0, view().getFloat32(4, true)), color: colorAt(view(), 8) }
    })
  }

  #color(read: (red: number, green: number, blue: number) => boolean): Color | undefined {
    return withScratch(this.#runtime, 12, ({ address, view }) =>
      read(address, address + 4, address + 8) ? colorAt(view(), 0) : undefined,
    )
  }

  #write(index: number, written: readonly WrittenAppearance[]): void {
    const pdf = writtenTexts(written.map(({ text }) => text))
    const address = allocate(this.#runtime, pdf.length)
    this.#runtime.HEAPU8.set(pdf, address)
    const document = this.#pdfium.FPDF_LoadMemDocument(address, pdf.length, '')
    for (const [page, { at }] of written.entries())
      this.#at(index, at, ({ handle }) =>
        this.#pdfium.EPDFAnnot_SetAppearanceFromPage(handle, document, page),
      )
    this.#pdfium.FPDF_CloseDocument(document)
    this.#runtime.wasmExports.free(address)
  }
}

function colorAt(view: DataView, offset: number): Color {
  const channel = (index: number): number => view.getUint32(offset + 4 * index, true) & 255
  return [channel(0), channel(1), channel(2)]
}

/** Some programs write arbitrary rectangles. */
function fitRect(annotation: Annotation): void {
  const points = annotation.points()
  if (points.length === 0) return
  const { rect } = annotation
  const shape = boundsOf(
    points.map(([x]) => x),
    points.map(([, y]) => y),
  )
  if (contains(rect, shape)) return
  const reach = Math.max(1, annotation.borderWidth ?? 1) * (annotation.has('LE') ? LINE_END : 1)
  annotation.rect = {
    left: shape.left - reach,
    bottom: shape.bottom - reach,
    right: shape.right + reach,
    top: shape.top + reach,
  }
}

const contains = (outer: Bounds, inner: Bounds): boolean =>
  inner.left >= outer.left - TOLERANCE &&
  inner.bottom >= outer.bottom - TOLERANCE &&
  inner.right <= outer.right + TOLERANCE &&
  inner.top <= outer.top + TOLERANCE
