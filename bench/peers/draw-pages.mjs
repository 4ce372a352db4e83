// The peer of `pages` renders single-threaded PDFium bitmaps.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init } from '@embedpdf/pdfium'
import { secondsOf } from '../lib/figures.mjs'

/** The server uses the same flags: FPDFBitmap_BGR and FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER | FPDF_RENDER_LIMITEDIMAGECACHE. */
const BITMAP_BGR = 2
const RENDER_FLAGS = 0x01 | 0x10 | 0x200
const WHITE = 0xffffffff
const SIZE_F_SIZE = 8

const wasmFile = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
const pdfium = await init({ wasmBinary: await readFile(wasmFile) })
pdfium.PDFiumExt_Init()
const { wasmExports } = pdfium.pdfium

function openDocument(bytes) {
  const address = wasmExports.malloc(bytes.length)
  pdfium.pdfium.HEAPU8.set(bytes, address)
  const handle = pdfium.FPDF_LoadMemDocument(address, bytes.length, '')
  if (handle === 0) throw new Error(`PDFium cannot open it (${pdfium.FPDF_GetLastError()})`)
  return handle
}

function heightOf(document, index, width) {
  const address = wasmExports.malloc(SIZE_F_SIZE)
  pdfium.FPDF_GetPageSizeByIndexF(document, index, address)
  const [pageWidth, pageHeight] = new Float32Array(pdfium.pdfium.HEAPU8.buffer, address, 2)
  wasmExports.free(address)
  return Math.round((pageHeight * width) / pageWidth)
}

function draw(document, index, width) {
  const height = heightOf(document, index, width)
  const pixels = wasmExports.malloc(width * height * 3)
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BITMAP_BGR, pixels, width * 3)
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
  const page = pdfium.FPDF_LoadPage(document, index)
  if (page === 0) throw new Error(`PDFium cannot load page ${index + 1}`)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS)
  pdfium.FPDF_ClosePage(page)
  pdfium.FPDFBitmap_Destroy(bitmap)
  wasmExports.free(pixels)
}

let document
process.on('message', async ({ file, pages, width }) => {
  document ??= openDocument(await readFile(file))
  const before = process.cpuUsage()
  const seconds = await secondsOf(async () => {
    for (let index = 0; index < pages; index += 1) draw(document, index, width)
  })
  const { user, system } = process.cpuUsage(before)
  process.send({ seconds, processorSeconds: (user + system) / 1e6 })
})
