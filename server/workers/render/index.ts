/** Pages of untrusted documents as images. */
export type { Hit, PageLinks, ReaderMark, RenderSource, Search, TextRuns } from './protocol.ts'
export { RenderError, type RenderFailure } from './render-error.ts'
export { createRenderPool, type RenderPool } from './render-pool.ts'
