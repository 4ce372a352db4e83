import v8 from 'node:v8'

/** Node 20's types lack WebAssembly. */

/** Threads share the module, which has no memory. */
export type CompiledWasm = object

interface WebAssemblyApi {
  compile(code: Uint8Array): Promise<CompiledWasm>
  instantiate(code: CompiledWasm, imports: object): Promise<object>
}

declare const WebAssembly: WebAssemblyApi

/** A page that exceeds this fails alone. */
export const MAX_WASM_BYTES = 512 * 2 ** 20
const PAGE_BYTES = 64 * 2 ** 10

/** Thread limits exclude memory that PDFium exports. */
export function compileWasm(code: Uint8Array): Promise<CompiledWasm> {
  v8.setFlagsFromString(`--wasm-max-mem-pages=${MAX_WASM_BYTES / PAGE_BYTES}`)
  return WebAssembly.compile(code)
}

export function instantiateWasm(code: CompiledWasm, imports: object): Promise<object> {
  return WebAssembly.instantiate(code, imports)
}
