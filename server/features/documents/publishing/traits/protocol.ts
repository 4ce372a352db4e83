import type { DocumentTrait } from './trait.ts'

export type ToThread =
  | { readonly type: 'find'; readonly ext: string; readonly size: number }
  | { readonly type: 'read'; readonly bytes: Uint8Array | undefined }

export type FromThread =
  | { readonly type: 'read'; readonly offset: number; readonly length: number }
  | { readonly type: 'found'; readonly traits: readonly DocumentTrait[] }
