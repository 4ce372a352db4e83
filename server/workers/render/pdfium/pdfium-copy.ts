import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { RenderError } from '../render-error.ts'
import { allocate, type Runtime, view } from './pdfium-runtime.ts'

/** The flag removes the encryption and rewrites all objects. */
const REMOVE_SECURITY = 3
/** FPDF_FILEWRITE is {version, writer}, 4 bytes each. */
const FILE_WRITE_SIZE = 8
const FILE_WRITE_VERSION = 1
/** The limit is the upload limit with a margin. */
const MAX_BYTES = 400_000_000

/** @throws RenderError BROKEN, TOO_LARGE */
export function writtenCopy(
  pdfium: WrappedPdfiumModule,
  runtime: Runtime,
  document: number,
): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  // No exception may cross PDFium's frames.
  const writer = runtime.addFunction((_self, data, length) => {
    size += length >>> 0
    if (size > MAX_BYTES) return 0
    pieces.push(runtime.HEAPU8.slice(data >>> 0, (data >>> 0) + (length >>> 0)))
    return 1
  }, 'iiii')
  const address = allocate(runtime, FILE_WRITE_SIZE)
  try {
    const target = view(runtime, address, FILE_WRITE_SIZE)
    target.setUint32(0, FILE_WRITE_VERSION, true)
    target.setUint32(4, writer, true)
    const isWritten = pdfium.FPDF_SaveAsCopy(document, address, REMOVE_SECURITY)
    if (size > MAX_BYTES)
      throw new RenderError('TOO_LARGE', `more than ${MAX_BYTES} bytes without encryption`)
    if (!isWritten) throw new RenderError('BROKEN', 'PDFium cannot write it')
  } finally {
    runtime.wasmExports.free(address)
    runtime.removeFunction(writer)
  }
  const copy = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    copy.set(piece, at)
    at += piece.length
  }
  return copy
}
