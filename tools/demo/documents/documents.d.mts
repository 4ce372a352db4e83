import type { DemoDocument } from './room-index.mjs'

export function makeDocument(document: DemoDocument): Promise<Uint8Array<ArrayBuffer>>
