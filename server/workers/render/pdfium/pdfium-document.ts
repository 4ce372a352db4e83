import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Area } from '../../../../paper/raster/page-raster.ts'
import type { Bitmap, OpenDocument } from '../open-document.ts'
import type { PixelBuffers } from '../pixel-buffers.ts'
import type { PageLinks, PageSize } from '../protocol.ts'
import { RenderError } from '../render-error.ts'
import { DEFAULT_PAGE, shownPage } from '../shown-page.ts'
import type { Choice, SystemFonts } from '../system-fonts.ts'
import { type PageLetters, readLetters } from '../text/page-letters.ts'
import { pageLinks } from '../text/page-links.ts'
import { notesOf, withNotes } from '../text/page-notes.ts'
import type { PageText } from '../text/page-text.ts'
import { Appearances } from './appearances.ts'
import type { Layers } from './layers.ts'
import { type LentFile, reading } from './lent-file.ts'
import { lendAll, lendEastAsian } from './lent-fonts.ts'
import { KINDS } from './pdfium-annotation.ts'
import { writtenCopy } from './pdfium-copy.ts'
import { displayOf, type ToDisplay } from './pdfium-display.ts'
import { annotatedLinks } from './pdfium-links.ts'
import { ReadingCopy } from './pdfium-reading.ts'
import { allocate, type Runtime, view } from './pdfium-runtime.ts'
import { readPageText } from './pdfium-text.ts'
import { writtenLinks } from './pdfium-written-links.ts'

/** The value is FPDFBitmap_BGR. */
const BITMAP_BGR = 2
const BYTES_PER_PIXEL = 3
/** The flags are FPDF_ANNOT, FPDF_REVERSE_BYTE_ORDER and FPDF_RENDER_LIMITEDIMAGECACHE. */
const RENDER_FLAGS = 0x01 | 0x10 | 0x200
const WHITE = 0xffffffff
/** FS_SIZEF is {width, height} as floats. */
const SIZE_F_SIZE = 8

export interface PdfiumProgram {
  readonly pdfium: WrappedPdfiumModule
  readonly runtime: Runtime
  readonly buffers: PixelBuffers
  readonly fonts: SystemFonts
}

interface OpenedPdf {
  readonly program: PdfiumProgram
  readonly file: LentFile
  readonly handle: number
  readonly pageCount: number
  readonly password: string | undefined
  readonly open: () => number
}

type PageUse<T> = (document: PdfiumDocument, page: number, letters: PageLetters) => T

const ALL_CARRIED: PageLetters = { lacking: false, doubtful: false, lent: false }

export class PdfiumDocument implements OpenDocument {
  readonly pageCount: number
  readonly #opened: OpenedPdf
  readonly #pdfium: WrappedPdfiumModule
  readonly #runtime: Runtime
  readonly #file: LentFile
  readonly #handle: number
  readonly #choice: Choice
  readonly #appearances: Appearances
  readonly #drawable = new Set<number>()
  #reading: ReadingCopy | undefined
  #layers: Layers | undefined
  #namesOthers = false
  readonly #letters = new Map<number, PageLetters>()
  #other: PdfiumDocument | undefined

  constructor(opened: OpenedPdf, choice: Choice = lendEastAsian) {
    this.#opened = opened
    this.#pdfium = opened.program.pdfium
    this.#runtime = opened.program.runtime
    this.#file = opened.file
    this.#handle = opened.handle
    this.#choice = choice
    this.#appearances = new Appearances(this.#pdfium, this.#runtime, opened.handle)
    this.pageCount = opened.pageCount
  }

  get isRebuilt(): boolean {
    return !this.#pdfium.FPDF_DocumentHasValidCrossReferenceTable(this.#handle)
  }

  get hasFirstPage(): boolean {
    return reading(this.#file, () => this.#ownSize(0) !== undefined)
  }

  pageSize(index: number): PageSize {
    return reading(this.#file, () => this.#pageSize(index))
  }

  draw(index: number, pixels: PageSize, part: Area): Bitmap | Promise<Bitmap> {
    const draw = (): Bitmap => reading(this.#file, () => this.#draw(index, pixels, part))
    const isLayered =
      !this.#drawable.has(index) && reading(this.#file, () => this.#makeDrawable(index))
    return isLayered
      ? this.#readLayers()
          .then(() => reading(this.#file, () => this.#hide(index)))
          .then(draw)
      : draw()
  }

  text<T>(index: number, read: (text: PageText) => T): T {
    return reading(this.#file, () => {
      const [size, toDisplay] = [this.#pageSize(index), this.#display(index)]
      const notes = notesOf(this.#appearances, index, { size, toDisplay })
      return this.#onPageToRead(index, (handle) =>
        readPageText(this.#pdfium, this.#runtime, { handle, size, toDisplay }, (page) =>
          read(withNotes(page, notes)),
        ),
      )
    })
  }

  links(index: number, written: boolean): PageLinks {
    const { pageCount } = this
    const [pdfium, runtime, toDisplay] = [this.#pdfium, this.#runtime, this.#display(index)]
    return reading(this.#file, () =>
      this.#onPage(index, (shown, page, { doubtful }) => ({
        ...pageLinks(
          annotatedLinks({ pdfium, runtime, document: shown.#handle, page, pageCount, toDisplay }),
          written ? writtenLinks(pdfium, runtime, page, toDisplay) : [],
        ),
        fontsMissing: doubtful || shown.#hasDoubtfulNotes(index),
      })),
    )
  }

  #hasDoubtfulNotes(index: number): boolean {
    let hasNotes = false
    this.#appearances.each(index, ({ isShown, kind }) => {
      hasNotes ||= isShown && kind !== KINDS.link
    })
    if (!hasNotes) return false
    const { pdfium, runtime, fonts } = this.#opened.program
    return fonts.choosing(this.#choice, () =>
      this.#onPageToRead(index, (page) => readLetters(pdfium, runtime, fonts, page).doubtful),
    )
  }

  #display(index: number): ToDisplay {
    const toDisplay = displayOf(this.#pdfium, this.#runtime, this.#handle, index)
    const [own, shown] = [this.#ownSize(index), this.#pageSize(index)]
    if (!own || (own.width === shown.width && own.height === shown.height)) return toDisplay
    return (x, y) => {
      const [across, down] = toDisplay(x, y)
      return [across * (shown.width / own.width), down * (shown.height / own.height)]
    }
  }

  #onPage<T>(index: number, use: PageUse<T>): T {
    if (this.#letters.get(index)?.lacking) return this.#withOtherFonts(index).#onPage(index, use)
    const { fonts } = this.#opened.program
    return fonts.choosing(this.#choice, () => {
      const { asked } = fonts
      const page = this.#pdfium.FPDF_LoadPage(this.#handle, index)
      if (page === 0) throw new RenderError('BROKEN', 'PDFium cannot load the page')
      try {
        this.#namesOthers ||= fonts.asked !== asked
        const letters = this.#namesOthers ? this.#lettersOf(index, page) : ALL_CARRIED
        return letters.lacking
          ? this.#withOtherFonts(index).#onPage(index, use)
          : use(this, page, letters)
      } finally {
        this.#pdfium.FPDF_ClosePage(page)
      }
    })
  }

  /** Unloading removes the provided fonts. */
  #lettersOf(index: number, page: number): PageLetters {
    const { pdfium, runtime, fonts } = this.#opened.program
    const known = this.#letters.get(index)
    if (known && !known.lent) return known
    const found = readLetters(pdfium, runtime, fonts, page)
    const letters = this.#choice === lendAll ? { ...found, lacking: false } : found
    this.#letters.set(index, letters)
    return letters
  }

  #withOtherFonts(index: number): PdfiumDocument {
    this.#other ??= new PdfiumDocument({ ...this.#opened, handle: this.#opened.open() }, lendAll)
    const other = this.#other
    if (this.#drawable.has(index) && !other.#drawable.has(index)) {
      other.#layers = this.#layers
      if (other.#makeDrawable(index)) other.#hide(index)
    }
    return other
  }

  #onPageToRead<T>(index: number, use: (page: number) => T): T {
    if (!this.#appearances.has(index)) return this.#onPage(index, (_, page) => use(page))
    this.#reading ??= new ReadingCopy(this.#pdfium, this.#runtime, this.#opened.open())
    return this.#reading.onPage(index, use)
  }

  /** PDFium draws real fields above everything, so they become unknown annotations. @returns true if an annotation is in a layer */
  #makeDrawable(index: number): boolean {
    this.#drawable.add(index)
    let isLayered = false
    this.#appearances.give(index)
    this.#appearances.each(index, (annotation) => {
      isLayered ||= annotation.has('OC')
      if (annotation.kind === KINDS.widget) annotation.write('Subtype', 'Field')
    })
    return isLayered
  }

  async #readLayers(): Promise<void> {
    const { Layers } = await import('./layers.ts')
    this.#layers ??= await Layers.of(this.#file.source, this.#opened.password)
  }

  #hide(index: number): void {
    this.#appearances.each(index, (annotation, at) => {
      if (annotation.has('OC') && !this.#layers?.isOn(index, at)) annotation.hide()
    })
  }

  #pageSize(index: number): PageSize {
    const own = this.#ownSize(index)
    return own ? shownPage(own) : DEFAULT_PAGE
  }

  /** The dictionary alone is fast for thousands of pages. */
  #ownSize(index: number): PageSize | undefined {
    const address = allocate(this.#runtime, SIZE_F_SIZE)
    try {
      if (!this.#pdfium.FPDF_GetPageSizeByIndexF(this.#handle, index, address)) return undefined
      const size = view(this.#runtime, address, SIZE_F_SIZE)
      return { width: size.getFloat32(0, true), height: size.getFloat32(4, true) }
    } finally {
      this.#runtime.wasmExports.free(address)
    }
  }

  #draw(index: number, page: PageSize, { left, top, width, height }: Area): Bitmap {
    const stride = width * BYTES_PER_PIXEL
    const pixels = allocate(this.#runtime, stride * height)
    try {
      const bitmap = this.#pdfium.FPDFBitmap_CreateEx(width, height, BITMAP_BGR, pixels, stride)
      if (bitmap === 0) throw new RenderError('TOO_LARGE', `no bitmap of ${width} by ${height}`)
      try {
        this.#pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
        this.#drawOn(bitmap, index, { left: -left, top: -top, ...page })
      } finally {
        this.#pdfium.FPDFBitmap_Destroy(bitmap)
      }
      return {
        data: this.#opened.program.buffers.copyOf(
          this.#runtime.HEAPU8.subarray(pixels, pixels + stride * height),
        ),
        width,
        height,
      }
    } finally {
      this.#runtime.wasmExports.free(pixels)
    }
  }

  /** @param place of the whole page */
  #drawOn(bitmap: number, index: number, place: Area): void {
    const { left, top, width, height } = place
    this.#onPage(index, (_, page) => {
      this.#pdfium.FPDF_RenderPageBitmap(bitmap, page, left, top, width, height, 0, RENDER_FLAGS)
    })
  }

  unprotected(): Uint8Array<ArrayBuffer> | undefined {
    if (!this.#pdfium.EPDF_IsEncrypted(this.#handle)) return undefined
    return this.#asItWas((handle) => writtenCopy(this.#pdfium, this.#runtime, handle))
  }

  withAppearances(): Uint8Array<ArrayBuffer> {
    return this.#asItWas((handle) => {
      const appearances = new Appearances(this.#pdfium, this.#runtime, handle)
      try {
        for (let index = 0; index < this.pageCount; index += 1) appearances.give(index)
        return writtenCopy(this.#pdfium, this.#runtime, handle)
      } finally {
        appearances.close()
      }
    })
  }

  #asItWas<T>(use: (handle: number) => T): T {
    return reading(this.#file, () => {
      const handle = this.#opened.open()
      try {
        return use(handle)
      } finally {
        this.#pdfium.FPDF_CloseDocument(handle)
      }
    })
  }

  close(): void {
    if (this.#other) this.#other.#end()
    this.#end()
    this.#file.takeBack()
  }

  #end(): void {
    this.#reading?.close()
    this.#appearances.close()
    this.#pdfium.FPDF_CloseDocument(this.#handle)
  }
}
