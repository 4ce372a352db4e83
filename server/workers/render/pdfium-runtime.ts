import { RenderError } from './render-error.ts'

/** The Emscripten runtime as far as it is used here; the types of the package rest on others that it does not bring. */
export interface Runtime {
  /** A new view after each growth of the memory: never keep it across a call. */
  readonly HEAPU8: Uint8Array<ArrayBuffer>
  readonly wasmExports: { malloc(size: number): number; free(address: number): void }
  addFunction(callback: (...parameters: number[]) => number, signature: string): number
  removeFunction(index: number): void
}

export function runtimeOf(pdfium: { readonly pdfium: object }): Runtime {
  if (!isRuntime(pdfium.pdfium)) throw new Error('this build of PDFium does not export its memory')
  return pdfium.pdfium
}

function isRuntime(value: object): value is Runtime {
  return 'HEAPU8' in value && 'wasmExports' in value && 'addFunction' in value && 'removeFunction' in value
}

/** @throws RenderError MEMORY */
export function allocate(runtime: Runtime, size: number): number {
  const address = runtime.wasmExports.malloc(size)
  if (address === 0) throw new RenderError('MEMORY', 'PDFium is out of memory')
  return address
}

/** Memory that PDFium writes results to; its view is made anew for each look. */
export interface Scratch {
  readonly address: number
  view(): DataView
}

/** Lends a piece of PDFium's memory. */
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
