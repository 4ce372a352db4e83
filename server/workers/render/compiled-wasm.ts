/** WebAssembly as far as it is used here; the types of Node 20 leave it out. */

/** Compiled code without memory, which threads can share. */
export type CompiledWasm = object

interface WebAssemblyApi {
  compile(code: Uint8Array): Promise<CompiledWasm>
  instantiate(code: CompiledWasm, imports: object): Promise<object>
}

declare const WebAssembly: WebAssemblyApi

export function compileWasm(code: Uint8Array): Promise<CompiledWasm> {
  return WebAssembly.compile(code)
}

/** An instance with memory of its own. */
export function instantiateWasm(code: CompiledWasm, imports: object): Promise<object> {
  return WebAssembly.instantiate(code, imports)
}
