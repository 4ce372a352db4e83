/** Pages of untrusted documents as images. */
export type { RenderSource } from './protocol.ts'
export { RenderError, type RenderFailure } from './render-error.ts'
export { createRenderPool, type RenderPool } from './render-pool.ts'
