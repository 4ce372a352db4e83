import type { DemoDocument } from './room-index.mjs'

/** The bytes of a document of the index: the same at each run. */
export function makeDocument(document: DemoDocument): Promise<Uint8Array<ArrayBuffer>>
