export { openingPool } from './pool/opening-pool.ts'
export { createRenderPool, type RenderPool } from './pool/render-pool.ts'
export { untilAborted } from './pool/until-aborted.ts'
export type {
  Hit,
  PageLinks,
  PageMark,
  ReaderMark,
  ReadPage,
  RenderSource,
  Search,
  TextRuns,
} from './protocol.ts'
export { RenderError, type RenderFailure } from './render-error.ts'
export { bareForm, finderOf, foldedForm, placesIn, type TextRange } from './text/find-text.ts'
