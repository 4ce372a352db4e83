import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { allocate, type Runtime, withScratch } from './pdfium-runtime.ts'

/** FPDF_ANNOT_* has these values. */
export const KINDS = {
  text: 1,
  link: 2,
  freeText: 3,
  line: 4,
  square: 5,
  circle: 6,
  polygon: 7,
  polyLine: 8,
  highlight: 9,
  underline: 10,
  squiggly: 11,
  strikeOut: 12,
  caret: 14,
  ink: 15,
  popup: 16,
  widget: 20,
  redact: 28,
} as const

/** The flags are FPDF_ANNOT_FLAG_HIDDEN and FPDF_ANNOT_FLAG_NOVIEW. */
const NOT_SHOWN = 2 | 32
/** These are UTF-16 units. */
const MAX_WORDS = 65_536

/** Values are in page space. */
export interface Bounds {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

export class Annotation {
  readonly kind: number
  readonly #pdfium: WrappedPdfiumModule
  readonly #runtime: Runtime
  readonly #handle: number

  constructor(pdfium: WrappedPdfiumModule, runtime: Runtime, handle: number) {
    this.#pdfium = pdfium
    this.#runtime = runtime
    this.#handle = handle
    this.kind = pdfium.FPDFAnnot_GetSubtype(handle)
  }

  get handle(): number {
    return this.#handle
  }

  get isShown(): boolean {
    return (
      (this.#pdfium.FPDFAnnot_GetFlags(this.#handle) & NOT_SHOWN) === 0 && this.kind !== KINDS.popup
    )
  }

  get hasAppearance(): boolean {
    return this.kind === KINDS.widget
      ? this.has('AP')
      : this.#pdfium.EPDFAnnot_HasAppearanceStream(this.#handle, 0)
  }

  has(key: string): boolean {
    return this.#pdfium.FPDFAnnot_HasKey(this.#handle, key)
  }

  words(key: string): string {
    return wideText(this.#runtime, (address, size) =>
      this.#pdfium.FPDFAnnot_GetStringValue(this.#handle, key, address, size),
    )
  }

  write(key: string, words: string): void {
    const bytes = Buffer.from(`${words}\0`, 'utf16le')
    const address = allocate(this.#runtime, bytes.length)
    this.#runtime.HEAPU8.set(bytes, address)
    this.#pdfium.FPDFAnnot_SetStringValue(this.#handle, key, address)
    this.#runtime.wasmExports.free(address)
  }

  hide(): void {
    this.#pdfium.FPDFAnnot_SetFlags(this.#handle, NOT_SHOWN)
  }

  get rect(): Bounds {
    const [left = 0, top = 0, right = 0, bottom = 0] =
      this.#floats(4, (at) => this.#pdfium.FPDFAnnot_GetRect(this.#handle, at)) ?? []
    return boundsOf([left, right], [top, bottom])
  }

  set rect({ left, top, right, bottom }: Bounds) {
    withScratch(this.#runtime, 16, ({ address, view }) => {
      for (const [index, value] of [left, top, right, bottom].entries())
        view().setFloat32(4 * index, value, true)
      this.#pdfium.FPDFAnnot_SetRect(this.#handle, address)
    })
  }

  get borderWidth(): number | undefined {
    const [pdfium, handle] = [this.#pdfium, this.#handle]
    // PDFium returns a width without border.
    if (this.has('BS'))
      return this.#floats(1, (at) => pdfium.EPDFAnnot_GetBorderStyle(handle, at) >= 0)?.[0]
    return this.has('Border')
      ? this.#floats(3, (at) => pdfium.FPDFAnnot_GetBorder(handle, at, at + 4, at + 8))?.[2]
      : undefined
  }

  points(): readonly (readonly [x: number, y: number])[] {
    const numbers = this.#shape()
    return Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => [
      numbers[2 * index] ?? 0,
      numbers[2 * index + 1] ?? 0,
    ])
  }

  #shape(): number[] {
    const [pdfium, handle] = [this.#pdfium, this.#handle]
    if (this.kind === KINDS.line)
      return this.#floats(4, (at) => pdfium.FPDFAnnot_GetLine(handle, at, at + 8)) ?? []
    if (this.kind === KINDS.polygon || this.kind === KINDS.polyLine)
      return this.#counted((at, count) => pdfium.FPDFAnnot_GetVertices(handle, at, count))
    if (this.kind === KINDS.ink)
      return Array.from({ length: pdfium.FPDFAnnot_GetInkListCount(handle) }, (_, stroke) =>
        this.#counted((at, count) => pdfium.FPDFAnnot_GetInkListPath(handle, stroke, at, count)),
      ).flat()
    const quads =
      this.kind >= KINDS.highlight && this.kind <= KINDS.strikeOut
        ? pdfium.FPDFAnnot_CountAttachmentPoints(handle)
        : 0
    return Array.from(
      { length: quads },
      (_, quad) =>
        this.#floats(8, (at) => pdfium.FPDFAnnot_GetAttachmentPoints(handle, quad, at)) ?? [],
    ).flat()
  }

  #counted(read: (address: number, count: number) => number): number[] {
    const count = read(0, 0)
    return this.#floats(2 * count, (at) => read(at, count) === count) ?? []
  }

  #floats(count: number, read: (address: number) => boolean): number[] | undefined {
    if (count === 0) return undefined
    return withScratch(this.#runtime, 4 * count, ({ address, view }) => {
      if (!read(address)) return undefined
      const found = view()
      return Array.from({ length: count }, (_, index) => found.getFloat32(4 * index, true))
    })
  }
}

/** PDFium counts bytes with the terminator. */
export function wideText(
  runtime: Runtime,
  read: (address: number, size: number) => number,
): string {
  const size = Math.min(read(0, 0), 2 * MAX_WORDS)
  if (size <= 2) return ''
  return withScratch(runtime, size, ({ address }) => {
    read(address, size)
    return Buffer.from(runtime.HEAPU8.slice(address, address + size - 2)).toString('utf16le')
  })
}

export function boundsOf(xs: readonly number[], ys: readonly number[]): Bounds {
  return { left: least(xs), bottom: least(ys), right: most(xs), top: most(ys) }
}

const least = (numbers: readonly number[]): number =>
  numbers.reduce((one, other) => Math.min(one, other), Infinity)
const most = (numbers: readonly number[]): number =>
  numbers.reduce((one, other) => Math.max(one, other), -Infinity)
