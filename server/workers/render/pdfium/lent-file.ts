import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { ByteSource } from '../byte-source.ts'
import { RenderError } from '../render-error.ts'
import { passwordForms } from './password-forms.ts'
import { allocate, type Runtime, view } from './pdfium-runtime.ts'

/** FPDF_GetLastError has these codes. */
const ERROR_PASSWORD = 4
const ERROR_SECURITY = 5
/** FPDF_FILEACCESS is {length, reader, parameter}, 4 bytes each. */
const FILE_ACCESS_SIZE = 12

/** @throws RenderError LOCKED, UNSUPPORTED or BROKEN */
export function unlock(
  pdfium: WrappedPdfiumModule,
  file: number,
  password: string | undefined,
): number {
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

export interface LentFile {
  readonly source: ByteSource
  readonly address: number
  readFailure(): unknown
  takeBack(): void
}

/** PDFium may report a broken document, use a part, or abort, so a failed read overrides the result. */
export function reading<T>(file: LentFile, call: () => T): T {
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

export function lendFile(runtime: Runtime, source: ByteSource): LentFile {
  const address = allocate(runtime, FILE_ACCESS_SIZE)
  let failure: unknown
  // An exception must not cross PDFium's frames.
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
