/** Pages of untrusted documents as images. */
export { bareForm, finderOf, foldedForm, type Place, placesIn } from './find-text.ts'
export { openingPool } from './opening-pool.ts'
export type { Hit, PageLinks, PageMark, ReaderMark, ReadPage, RenderSource, Search, TextRuns } from './protocol.ts'
export { RenderError, type RenderFailure } from './render-error.ts'
export { createRenderPool, type RenderPool } from './render-pool.ts'
export { untilAborted } from './until-aborted.ts'
