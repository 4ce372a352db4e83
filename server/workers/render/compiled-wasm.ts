import v8 from 'node:v8'

/** WebAssembly as far as it is used here; the types of Node 20 leave it out. */

/** Compiled code without memory, which threads can share. */
export type CompiledWasm = object

interface WebAssemblyApi {
  compile(code: Uint8Array): Promise<CompiledWasm>
  instantiate(code: CompiledWasm, imports: object): Promise<object>
}

declare const WebAssembly: WebAssemblyApi

/** Memory that an instance may take at most: a page beyond it fails alone, where the machine would run out of memory otherwise. */
export const MAX_WASM_BYTES = 512 * 2 ** 20
const PAGE_BYTES = 64 * 2 ** 10

/** Compiles code, and limits the memory of all instances of this process: PDFium exports its own, and resource limits of threads leave it out. */
export function compileWasm(code: Uint8Array): Promise<CompiledWasm> {
  v8.setFlagsFromString(`--wasm-max-mem-pages=${MAX_WASM_BYTES / PAGE_BYTES}`)
  return WebAssembly.compile(code)
}

/** An instance with memory of its own. */
export function instantiateWasm(code: CompiledWasm, imports: object): Promise<object> {
  return WebAssembly.instantiate(code, imports)
}
