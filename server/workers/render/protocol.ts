/** What the pool and its worker threads say to each other. */
import type { LocalSealedFile } from '../../platform/blob/sync-sealed-file.ts'
import type { CompiledWasm } from './compiled-wasm.ts'
import type { RenderFailure } from './render-error.ts'

/** A sealed document on the local disk. Its bytes are decrypted inside a worker, in memory only. */
export interface RenderSource extends LocalSealedFile {
  /** Names this content; a worker keeps a document open under it. A new version needs a new id. */
  readonly id: string
  readonly kind: 'pdf' | 'jpeg' | 'png' | 'bmp'
}

/** Size of a page as it is displayed (cropped, turned): points of 1/72 inch for a PDF, pixels for an image. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

/** What a document turned out to be. */
export interface Inspection {
  readonly kind: 'pdf' | 'image'
  readonly pages: readonly PageSize[]
}

/** Handed to a worker when it starts. */
export interface WorkerStart {
  readonly wasm: CompiledWasm
  readonly deadlineMs: number
}

export type Task =
  | { readonly type: 'inspect'; readonly source: RenderSource }
  | {
      readonly type: 'page'
      readonly source: RenderSource
      /** From 1. */
      readonly page: number
      /** Device pixels. */
      readonly width: number
      readonly watermark: string | undefined
    }

export type Outcome =
  | { readonly type: 'inspection'; readonly inspection: Inspection }
  | { readonly type: 'image'; readonly bytes: Uint8Array<ArrayBuffer>; readonly width: number; readonly height: number }
  | { readonly type: 'failure'; readonly code: RenderFailure; readonly detail: string }

export type Reply =
  | { readonly type: 'ready' }
  | {
      readonly type: 'done'
      readonly outcome: Outcome
      /** Ids of the documents that stay open in this worker. */
      readonly open: readonly string[]
      /** True once the worker has grown or served so much that a fresh one is better. */
      readonly worn: boolean
    }
