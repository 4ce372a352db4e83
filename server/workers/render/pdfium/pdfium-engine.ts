import { init } from '@embedpdf/pdfium'
import { outerObjects } from '../../pdf/repair/outer-objects.ts'
import { hasPlausibleTable } from '../../pdf/repair/plausible-table.ts'
import type { ByteSource } from '../byte-source.ts'
import type { OpenDocument } from '../open-document.ts'
import { PixelBuffers } from '../pixel-buffers.ts'
import { RenderError } from '../render-error.ts'
import { SystemFonts } from '../system-fonts.ts'
import { type HidingSource, hidingAttached } from './attached-source.ts'
import { type CompiledWasm, instantiateWasm } from './compiled-wasm.ts'
import { lendFile, reading, unlock } from './lent-file.ts'
import type { PdfEngine } from './pdf-engine.ts'
import { PdfiumDocument, type PdfiumProgram } from './pdfium-document.ts'
import { callDirectly, runtimeOf } from './pdfium-runtime.ts'
import { repairedSource } from './repaired-source.ts'

const MAX_PAGES = 20_000
/** An attached document may lend its encryption and pages to a damaged one. */
const DAMAGED: ReadonlySet<string> = new Set(['BROKEN', 'LOCKED', 'UNSUPPORTED', 'TOO_LARGE'])
const ENCRYPTED: ReadonlySet<string> = new Set(['LOCKED', 'UNSUPPORTED'])
/** PDFium holds file lengths in 32 bits. */
const MAX_FILE_SIZE = 2 ** 32 - 1

/** An instance confines a document's damage. */
export async function createPdfiumEngine(
  wasm: CompiledWasm,
  buffers = new PixelBuffers(),
): Promise<PdfEngine> {
  const pdfium = await init({
    instantiateWasm(imports: object, receive: (instance: object, module: CompiledWasm) => void) {
      void instantiateWasm(wasm, imports).then((instance) => receive(instance, wasm))
      return {}
    },
    // Emscripten would print document text.
    print: () => {},
    printErr: () => {},
  })
  pdfium.PDFiumExt_Init()
  const runtime = runtimeOf(pdfium)
  callDirectly(pdfium, runtime)
  const program: PdfiumProgram = {
    pdfium,
    runtime,
    buffers,
    fonts: new SystemFonts(pdfium, runtime),
  }
  return {
    open: (source, password) => openDocument(program, source, password),
    memoryBytes: () => runtime.HEAPU8.length,
  }
}

function openDocument(
  program: PdfiumProgram,
  source: ByteSource,
  password: string | undefined,
): OpenDocument {
  if (source.size > MAX_FILE_SIZE) throw new RenderError('TOO_LARGE', `${source.size} bytes`)
  const first = attempt(program, { source, password })
  if (first instanceof PdfiumDocument && !first.isRebuilt && !first.hasFirstPage)
    return withOwnTable(program, first, { source, password })
  if (first instanceof PdfiumDocument ? !first.isRebuilt : !isDamage(first, source))
    return givenOf(first)
  const outer = outerObjects(source)
  const hiding = outer && hidingAttached(source, outer.attached)
  if (outer && !hiding && first instanceof PdfiumDocument) return first
  if (first instanceof PdfiumDocument) first.close()
  if (!outer)
    throw first instanceof RenderError
      ? first
      : new RenderError('BROKEN', 'its table is damaged, and it has too many objects')
  const second = hiding
    ? attempt(program, { source: hiding, password, around: hiding.whileHidden })
    : first
  if (second instanceof PdfiumDocument || second.code !== 'BROKEN') return givenOf(second)
  const { objects } = outer
  const repaired = hiding
    ? hiding.whileHidden(() => repairedSource(hiding, objects))
    : repairedSource(source, objects)
  if (!repaired) throw second
  return openSource(program, {
    source: repaired,
    password,
    ...(hiding ? { around: hiding.whileHidden } : {}),
  })
}

/** A whole table may give the offset of another object than it names. */
function withOwnTable(
  program: PdfiumProgram,
  first: PdfiumDocument,
  { source, password }: Opening,
): PdfiumDocument {
  const outer = outerObjects(source)
  if (!outer || outer.attached.length > 0) return first
  const repaired = repairedSource(source, outer.objects)
  const second = repaired && attempt(program, { source: repaired, password })
  if (!(second instanceof PdfiumDocument)) return first
  const [better, other] = second.hasFirstPage ? [second, first] : [first, second]
  other.close()
  return better
}

/** A search reads the whole document, and people try passwords. */
function isDamage({ code }: RenderError, source: ByteSource): boolean {
  return DAMAGED.has(code) && !(ENCRYPTED.has(code) && hasPlausibleTable(source))
}

interface Opening {
  readonly source: ByteSource
  readonly password: string | undefined
  readonly around?: HidingSource['whileHidden']
}

function attempt(program: PdfiumProgram, opening: Opening): PdfiumDocument | RenderError {
  try {
    return openSource(program, opening)
  } catch (error) {
    if (error instanceof RenderError) return error
    throw error
  }
}

function givenOf(opened: PdfiumDocument | RenderError): PdfiumDocument {
  if (opened instanceof RenderError) throw opened
  return opened
}

function openSource(
  program: PdfiumProgram,
  { source, password, around = (open) => open() }: Opening,
): PdfiumDocument {
  const { pdfium, runtime } = program
  const file = lendFile(runtime, source)
  try {
    return reading(file, () => {
      const open = () => around(() => unlock(pdfium, file.address, password))
      const handle = open()
      const pageCount = pdfium.FPDF_GetPageCount(handle)
      if (pageCount >= 1 && pageCount <= MAX_PAGES)
        return new PdfiumDocument({ program, file, handle, pageCount, password, open })
      pdfium.FPDF_CloseDocument(handle)
      throw new RenderError(pageCount < 1 ? 'BROKEN' : 'TOO_LARGE', `${pageCount} pages`)
    })
  } catch (error) {
    file.takeBack()
    throw error
  }
}
