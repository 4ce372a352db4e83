import type { DocumentTrait } from './trait.ts'

/** A document to look into, or the answer to a read: without bytes where it failed. */
export type ToThread =
  | { readonly type: 'find'; readonly ext: string; readonly size: number }
  | { readonly type: 'read'; readonly bytes: Uint8Array | undefined }

/** Asks for bytes of the document, one range at a time, or ends with what was found. */
export type FromThread =
  | { readonly type: 'read'; readonly offset: number; readonly length: number }
  | { readonly type: 'found'; readonly traits: readonly DocumentTrait[] }
