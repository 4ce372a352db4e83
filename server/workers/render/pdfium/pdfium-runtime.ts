import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { RenderError } from '../render-error.ts'

/** Flags return as 1 and 0. */
const CALLS_PER_LETTER = [
  'FPDFText_GetUnicode',
  'FPDFText_GetTextObject',
  'FPDFText_HasUnicodeMapError',
  'FPDFText_GetCharAngle',
  'FPDFText_GetCharBox',
  'FPDFText_GetCharOrigin',
  'FPDFText_GetLooseCharBox',
  'FPDFText_GetMatrix',
] as const
type CallPerLetter = (typeof CALLS_PER_LETTER)[number]

/** The package's types depend on missing types. */
export interface Runtime {
  /** Memory growth replaces the array. */
  readonly HEAPU8: Uint8Array<ArrayBuffer>
  readonly wasmExports: { malloc(size: number): number; free(address: number): void } & Record<
    CallPerLetter,
    (...parameters: number[]) => number
  >
  addFunction(callback: (...parameters: number[]) => number, signature: string): number
  removeFunction(index: number): void
}

export function runtimeOf(pdfium: { readonly pdfium: object }): Runtime {
  if (!isRuntime(pdfium.pdfium)) throw new Error('this build of PDFium does not export its memory')
  return pdfium.pdfium
}

/** The package's name lookups cost more than calls per letter. */
export function callDirectly(pdfium: WrappedPdfiumModule, { wasmExports }: Runtime): void {
  Object.assign(
    pdfium,
    Object.fromEntries(CALLS_PER_LETTER.map((name) => [name, wasmExports[name]])),
  )
}

function isRuntime(value: object): value is Runtime {
  return (
    'HEAPU8' in value &&
    'wasmExports' in value &&
    'addFunction' in value &&
    'removeFunction' in value
  )
}

/** @throws RenderError MEMORY */
export function allocate(runtime: Runtime, size: number): number {
  const address = runtime.wasmExports.malloc(size)
  if (address === 0) throw new RenderError('MEMORY', 'PDFium is out of memory')
  return address
}

/** Memory growth replaces the array, so each read needs `view()`. */
export interface Scratch {
  readonly address: number
  view(): DataView
}

export function withScratch<T>(runtime: Runtime, size: number, use: (scratch: Scratch) => T): T {
  const address = allocate(runtime, size)
  try {
    return use({ address, view: () => view(runtime, address, size) })
  } finally {
    runtime.wasmExports.free(address)
  }
}

export function view(runtime: Runtime, address: number, size: number): DataView {
  return new DataView(runtime.HEAPU8.buffer, address, size)
}
