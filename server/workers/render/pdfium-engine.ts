import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Area } from '../../../paper/raster/page-raster.ts'
import { Appearances } from './appearances.ts'
import type { ByteSource } from './byte-source.ts'
import { type CompiledWasm, instantiateWasm } from './compiled-wasm.ts'
import { lendFonts } from './fallback-fonts.ts'
import type { Layers } from './layers.ts'
import type { Bitmap, OpenDocument } from './open-document.ts'
import { pageLinks } from './page-links.ts'
import { notesOf, withNotes } from './page-notes.ts'
import type { PageText } from './page-text.ts'
import { passwordForms } from './password-forms.ts'
import type { PdfEngine } from './pdf-engine.ts'
import { KINDS } from './pdfium-annotation.ts'
import { writtenCopy } from './pdfium-copy.ts'
import { displayOf, type ToDisplay } from './pdfium-display.ts'
import { annotatedLinks } from './pdfium-links.ts'
import { onPage } from './pdfium-page.ts'
import { ReadingCopy } from './pdfium-reading.ts'
import { allocate, type Runtime, runtimeOf, view } from './pdfium-runtime.ts'
import { readPageText } from './pdfium-text.ts'
import { writtenLinks } from './pdfium-written-links.ts'
import type { PageLinks, PageSize } from './protocol.ts'
import { RenderError } from './render-error.ts'
import { DEFAULT_PAGE, shownPage } from './shown-page.ts'

const MAX_PAGES = 20_000
/** PDFium takes the length of a file as a 32-bit number. */
const MAX_FILE_SIZE = 2 ** 32 - 1

/** FPDF_GetLastError */
const ERROR_PASSWORD = 4
const ERROR_SECURITY = 5
/** FPDFBitmap_BGR */
const BITMAP_BGR = 2
const BYTES_PER_PIXEL = 3
/** FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER | FPDF_RENDER_LIMITEDIMAGECACHE */
const RENDER_FLAGS = 0x01 | 0x10 | 0x200
const WHITE = 0xffffffff
/** FPDF_FILEACCESS is {length, reader, parameter}, 4 bytes each; FS_SIZEF is {width, height} as floats. */
const FILE_ACCESS_SIZE = 12
const SIZE_F_SIZE = 8

/** PDFium as WebAssembly: what a document breaks in there stays in there. */
export async function createPdfiumEngine(wasm: CompiledWasm): Promise<PdfEngine> {
  const pdfium = await init({
    instantiateWasm(imports: object, receive: (instance: object, module: CompiledWasm) => void) {
      void instantiateWasm(wasm, imports).then((instance) => receive(instance, wasm))
      return {}
    },
    // Emscripten would write to the console what a document made it say.
    print: () => {},
    printErr: () => {},
  })
  pdfium.PDFiumExt_Init()
  lendFonts(pdfium)
  const runtime = runtimeOf(pdfium)
  return {
    open: (source, password) => openDocument(pdfium, runtime, source, password),
    memoryBytes: () => runtime.HEAPU8.length,
  }
}

function openDocument(pdfium: WrappedPdfiumModule, runtime: Runtime, source: ByteSource, password: string | undefined): OpenDocument {
  if (source.size > MAX_FILE_SIZE) throw new RenderError('TOO_LARGE', `${source.size} bytes`)
  const file = lendFile(runtime, source)
  try {
    return reading(file, () => {
      const open = () => unlock(pdfium, file.address, password)
      const handle = open()
      const pageCount = pdfium.FPDF_GetPageCount(handle)
      if (pageCount >= 1 && pageCount <= MAX_PAGES) return new PdfiumDocument(pdfium, runtime, file, { handle, pageCount, password, open })
      pdfium.FPDF_CloseDocument(handle)
      throw new RenderError(pageCount < 1 ? 'BROKEN' : 'TOO_LARGE', `${pageCount} pages`)
    })
  } catch (error) {
    file.takeBack()
    throw error
  }
}

/** @returns the handle of the document */
function unlock(pdfium: WrappedPdfiumModule, file: number, password: string | undefined): number {
  for (const form of password === undefined ? [''] : passwordForms(password)) {
    const handle = pdfium.FPDF_LoadCustomDocument(file, form)
    if (handle !== 0) return handle
    const code = pdfium.FPDF_GetLastError()
    if (code !== ERROR_PASSWORD) throw openFailure(code)
  }
  throw openFailure(ERROR_PASSWORD)
}

function openFailure(code: number): RenderError {
  if (code === ERROR_PASSWORD) return new RenderError('LOCKED')
  if (code === ERROR_SECURITY) return new RenderError('UNSUPPORTED', 'unknown security handler')
  return new RenderError('BROKEN', `PDFium cannot open it (${code})`)
}

/** A source as PDFium reads it. */
interface LentFile {
  readonly source: ByteSource
  readonly address: number
  /** What the first read that failed threw, if one did. */
  readFailure(): unknown
  takeBack(): void
}

/**
 * The outcome of calls that read a file. Where a read failed that is the outcome, whatever PDFium made of it: it takes the document for
 * broken, makes do with the rest of it, or breaks off in the midst of the call.
 */
function reading<T>(file: LentFile, call: () => T): T {
  let result: T
  try {
    result = call()
  } catch (error) {
    throw file.readFailure() ?? error
  }
  const failure = file.readFailure()
  if (failure) throw failure
  return result
}

function lendFile(runtime: Runtime, source: ByteSource): LentFile {
  const address = allocate(runtime, FILE_ACCESS_SIZE)
  let failure: unknown
  // An exception must not cross PDFium's frames: it would leave them half done. A refused read is a case PDFium knows.
  const reader = runtime.addFunction((_parameter, position, buffer, size) => {
    try {
      source.readInto(runtime.HEAPU8, buffer >>> 0, position >>> 0, size >>> 0)
      return 1
    } catch (error) {
      failure ??= error
      return 0
    }
  }, 'iiiii')
  const access = view(runtime, address, FILE_ACCESS_SIZE)
  access.setUint32(0, source.size, true)
  access.setUint32(4, reader, true)
  access.setUint32(8, 0, true)
  return {
    source,
    address,
    readFailure: () => failure,
    takeBack() {
      runtime.wasmExports.free(address)
      runtime.removeFunction(reader)
    },
  }
}

/** A document that PDFium has opened, and how it does so once more. */
interface Opened {
  readonly handle: number
  readonly pageCount: number
  readonly password: string | undefined
  open(): number
}

class PdfiumDocument implements OpenDocument {
  readonly pageCount: number
  readonly #pdfium: WrappedPdfiumModule
  readonly #runtime: Runtime
  readonly #file: LentFile
  readonly #handle: number
  readonly #open: () => number
  readonly #appearances: Appearances
  /** Pages whose annotations are as they are drawn. */
  readonly #drawable = new Set<number>()
  readonly #password: string | undefined
  #reading: ReadingCopy | undefined
  #layers: Promise<Layers> | undefined

  constructor(pdfium: WrappedPdfiumModule, runtime: Runtime, file: LentFile, { handle, pageCount, password, open }: Opened) {
    this.#pdfium = pdfium
    this.#runtime = runtime
    this.#file = file
    this.#handle = handle
    this.#open = open
    this.#password = password
    this.#appearances = new Appearances(pdfium, runtime, handle)
    this.pageCount = pageCount
  }

  pageSize(index: number): PageSize {
    return reading(this.#file, () => this.#pageSize(index))
  }

  draw(index: number, pixels: PageSize, part: Area): Bitmap | Promise<Bitmap> {
    const draw = (): Bitmap => reading(this.#file, () => this.#draw(index, pixels, part))
    const hiding = this.#drawable.has(index) ? undefined : this.#makeDrawable(index)
    return hiding ? hiding.then(draw) : draw()
  }

  text<T>(index: number, read: (text: PageText) => T): T {
    return reading(this.#file, () => {
      const [size, toDisplay] = [this.#pageSize(index), this.#display(index)]
      const notes = notesOf(this.#appearances, index, { size, toDisplay })
      return this.#onPageToRead(index, (handle) =>
        readPageText(this.#pdfium, this.#runtime, { handle, size, toDisplay }, (page) => read(withNotes(page, notes))),
      )
    })
  }

  links(index: number, written: boolean): PageLinks {
    const { pageCount } = this
    const [pdfium, runtime, document, toDisplay] = [this.#pdfium, this.#runtime, this.#handle, this.#display(index)]
    return reading(this.#file, () =>
      this.#onPage(index, (page) =>
        pageLinks(
          annotatedLinks({ pdfium, runtime, document, page, pageCount, toDisplay }),
          written ? writtenLinks(pdfium, runtime, page, toDisplay) : [],
        ),
      ),
    )
  }

  /** A page that is stretched takes what stands on it along. */
  #display(index: number): ToDisplay {
    const toDisplay = displayOf(this.#pdfium, this.#runtime, this.#handle, index)
    const [own, shown] = [this.#ownSize(index), this.#pageSize(index)]
    if (!own || (own.width === shown.width && own.height === shown.height)) return toDisplay
    return (x, y) => {
      const [across, down] = toDisplay(x, y)
      return [across * (shown.width / own.width), down * (shown.height / own.height)]
    }
  }

  #onPage<T>(index: number, use: (page: number) => T): T {
    return onPage(this.#pdfium, this.#handle, index, use)
  }

  /** Of a page with annotations the copy is read in which they are part of it. */
  #onPageToRead<T>(index: number, use: (page: number) => T): T {
    if (!this.#appearances.has(index)) return this.#onPage(index, use)
    this.#reading ??= new ReadingCopy(this.#pdfium, this.#runtime, this.#open())
    return this.#reading.onPage(index, use)
  }

  /**
   * Fields become annotations of a kind that PDFium does not know: it draws those with their appearance, in their order, where it draws fields as
   * a form alone, above everything, with text of coloured edges and in its own words.
   */
  #makeDrawable(index: number): Promise<void> | undefined {
    this.#drawable.add(index)
    let isLayered = false
    reading(this.#file, () => {
      this.#appearances.give(index)
      this.#appearances.each(index, (annotation) => {
        isLayered ||= annotation.has('OC')
        if (annotation.kind === KINDS.widget) annotation.write('Subtype', 'Field')
      })
    })
    return isLayered ? this.#hide(index) : undefined
  }

  /** PDFium draws annotations whatever layer they are in. */
  async #hide(index: number): Promise<void> {
    this.#layers ??= import('./layers.ts').then(({ Layers }) => Layers.of(this.#file.source, this.#password))
    const layers = await this.#layers
    this.#appearances.each(index, (annotation, at) => {
      if (annotation.has('OC') && !layers.isOn(index, at)) annotation.hide()
    })
  }

  #pageSize(index: number): PageSize {
    const own = this.#ownSize(index)
    return own ? shownPage(own) : DEFAULT_PAGE
  }

  /** Reads the page's dictionary only, so that thousands of pages are measured at once. */
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
      return { data: this.#runtime.HEAPU8.slice(pixels, pixels + stride * height), width, height }
    } finally {
      this.#runtime.wasmExports.free(pixels)
    }
  }

  /** @param place of the whole page on the bitmap */
  #drawOn(bitmap: number, index: number, place: Area): void {
    const { left, top, width, height } = place
    this.#onPage(index, (page) => {
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

  /** The document without what was done to it in memory so far. */
  #asItWas<T>(use: (handle: number) => T): T {
    return reading(this.#file, () => {
      const handle = this.#open()
      try {
        return use(handle)
      } finally {
        this.#pdfium.FPDF_CloseDocument(handle)
      }
    })
  }

  close(): void {
    this.#reading?.close()
    this.#appearances.close()
    this.#pdfium.FPDF_CloseDocument(this.#handle)
    this.#file.takeBack()
  }
}
