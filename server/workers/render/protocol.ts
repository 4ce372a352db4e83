import type { Tile } from '../../../paper/raster/page-raster.ts'
import type { Watermark } from '../../../paper/watermark/layout.ts'
import type { LocalEncryptedFile } from '../../platform/blob/sync-encrypted-file.ts'
import type { CompiledWasm } from './pdfium/compiled-wasm.ts'
import type { RenderFailure } from './render-error.ts'

/** Only worker memory decrypts the file. */
export interface RenderSource extends LocalEncryptedFile {
  /** Workers keep documents open by id, so a new version needs a new id. */
  readonly id: string
  readonly kind: 'pdf' | 'jpeg' | 'png' | 'bmp'
  readonly owner?: number | undefined
  /** The id must belong only to those who unlocked the PDF. */
  readonly password?: string
}

/** PDFs use points, images pixels, after cropping and rotation. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

/** Positions are from the upper left, in page units. */
export interface PageArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface TextRuns {
  /** Runs are in reading order. (x, y) is the upper left as read; width runs along the line. `angle` is clockwise degrees. */
  readonly runs: (PageArea & {
    readonly text: string
    readonly angle?: number
    readonly eol?: true
  })[]
  readonly cut: boolean
}

/** Pages count from 1. */
export type LinkTarget = { readonly page: number; readonly top?: number } | { readonly uri: string }

export interface PageLink {
  readonly rect: PageArea
  readonly to: LinkTarget
}

export interface PageLinks {
  readonly links: readonly PageLink[]
  readonly cut: boolean
  /** Letters in missing fonts may have wrong glyphs. */
  readonly fontsMissing: boolean
}

/** Pages count from 1. Hits have one area per line. */
export interface Hit {
  readonly page: number
  readonly rects: PageArea[]
}

export interface FoundText {
  readonly hits: readonly Hit[]
  readonly next: number | undefined
  /** Results may be missing, also for unreadable pages. */
  readonly cut: boolean
}

/** Searches use the stored page. Pages count from 1. */
export interface ReadPage {
  readonly page: number
  /** Lines that are not displayed are blank. */
  readonly text: string
  /** The drawn page hides these ranges (end exclusive). */
  readonly unseen: readonly (readonly [number, number])[]
}

export interface ReadPages {
  readonly pages: readonly ReadPage[]
  readonly next: number | undefined
}

export interface Inspection {
  readonly kind: 'pdf' | 'image'
  readonly pages: readonly PageSize[]
}

/** Shares are 0 to 1. */
export interface MarkCheck {
  /** This share counts the visible lines of the least visible layer. */
  readonly shown: number
  /** This share counts the visible lines of the most visible layer. */
  readonly left: number
  /** This share counts the changed pixels outside the lines. */
  readonly changed: number
}

export interface ReaderMark extends Watermark {
  /** A reader's images share one pattern. */
  readonly reader: string
}

/** No drawing can omit a required mark. */
export type PageMark = ReaderMark | 'unmarked'

export interface WorkerStart {
  readonly wasm: CompiledWasm
  readonly deadlineMs: number
  readonly baseBytes: number
}

/** Pages count from 1, `to` included. */
export interface Search {
  readonly words: string
  readonly from: number
  readonly to: number
  readonly limit: number
  readonly seenOnly: boolean
}

export type Task =
  | { readonly type: 'inspect'; readonly source: RenderSource }
  | {
      readonly type: 'page'
      readonly source: RenderSource
      readonly page: number
      readonly width: number
      readonly tile: Tile | undefined
      readonly mark: PageMark
    }
  | {
      readonly type: 'check'
      readonly source: RenderSource
      readonly copy: RenderSource
      readonly page: number
      readonly width: number
      readonly mark: Watermark
    }
  | { readonly type: 'unprotect'; readonly source: RenderSource }
  | { readonly type: 'text'; readonly source: RenderSource; readonly page: number }
  | {
      readonly type: 'links'
      readonly source: RenderSource
      readonly page: number
      readonly written: boolean
    }
  | ({ readonly type: 'find'; readonly source: RenderSource } & Search)
  | {
      readonly type: 'read'
      readonly source: RenderSource
      readonly from: number
      readonly to: number
    }

export type RenderOutcome =
  | { readonly type: 'inspection'; readonly inspection: Inspection }
  | {
      readonly type: 'image'
      readonly bytes: Uint8Array<ArrayBuffer>
      readonly width: number
      readonly height: number
    }
  | { readonly type: 'check'; readonly check: MarkCheck }
  | { readonly type: 'unprotected'; readonly bytes: Uint8Array<ArrayBuffer> | undefined }
  | { readonly type: 'text'; readonly text: TextRuns }
  | { readonly type: 'links'; readonly links: PageLinks }
  | { readonly type: 'found'; readonly found: FoundText }
  | { readonly type: 'read'; readonly read: ReadPages }
  | { readonly type: 'failure'; readonly code: RenderFailure; readonly detail: string }

export type Reply =
  | { readonly type: 'ready' }
  | {
      readonly type: 'done'
      readonly outcome: RenderOutcome
      readonly open: readonly string[]
      readonly worn: boolean
    }
