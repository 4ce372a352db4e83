/** What the pool and its worker threads say to each other. */
import type { Tile } from '../../../paper/raster/page-raster.ts'
import type { Watermark } from '../../../paper/watermark/layout.ts'
import type { LocalSealedFile } from '../../platform/blob/sync-sealed-file.ts'
import type { CompiledWasm } from './compiled-wasm.ts'
import type { RenderFailure } from './render-error.ts'

/** A sealed document on the local disk. Its bytes are decrypted inside a worker, in memory only. */
export interface RenderSource extends LocalSealedFile {
  /** Names this content; a worker keeps a document open under it. A new version needs a new id. */
  readonly id: string
  readonly kind: 'pdf' | 'jpeg' | 'png' | 'bmp'
  /** The member for whom it is read or drawn; undefined for work of the server itself. */
  readonly owner?: number | undefined
  /** Opens a locked PDF. The id is then of those alone for whom it was unlocked. */
  readonly password?: string
}

/** Size of a page as it is displayed (cropped, turned): points of 1/72 inch for a PDF, pixels for an image. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

/** A part of a page, in the units of its size, from its upper left. */
export interface PageArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The text of a page as it can be laid over its image. */
export interface TextRuns {
  /**
   * In reading order. (x, y): the upper left corner of the run as one reads it; the width runs along the line, the height across;
   * `angle`: degrees by which the line is turned clockwise; `eol`: a line break follows.
   */
  readonly runs: (PageArea & { readonly text: string; readonly angle?: number; readonly eol?: true })[]
  /** The page has more. */
  readonly cut: boolean
}

/** To a page (from 1) of the same document, perhaps to a height on it, or to the web. */
export type LinkTarget = { readonly page: number; readonly top?: number } | { readonly uri: string }

export interface PageLink {
  readonly rect: PageArea
  readonly to: LinkTarget
}

export interface PageLinks {
  readonly links: readonly PageLink[]
  /** The page has more. */
  readonly cut: boolean
  /** The page names fonts that the document does not carry, and letters of it have no glyph in any other, or perhaps a wrong one. */
  readonly fontsMissing: boolean
}

/** Where words stand on a page (from 1), line by line. */
export interface Hit {
  readonly page: number
  readonly rects: PageArea[]
}

/** What a stretch of a search found. */
export interface Found {
  readonly hits: readonly Hit[]
  /** Where to go on; undefined at the end. */
  readonly next: number | undefined
  /** Something may be left out: too many hits, or a page that cannot be read or has too much text. */
  readonly cut: boolean
}

/** The text of a page (from 1) as it is kept for searches. */
export interface ReadPage {
  readonly page: number
  /** As PDFium tells it; lines that are not displayed are blank. */
  readonly text: string
  /** Stretches of the text, from and to (exclusive), that the page as it is drawn does not show. */
  readonly unseen: readonly (readonly [number, number])[]
}

/** What a stretch of reading gave. */
export interface ReadPages {
  readonly pages: readonly ReadPage[]
  /** Where to go on; undefined at the end. */
  readonly next: number | undefined
}

/** What a document turned out to be. */
export interface Inspection {
  readonly kind: 'pdf' | 'image'
  readonly pages: readonly PageSize[]
}

/** How a stamped page looks beside the page it was made of. Shares from 0 to 1. */
export interface MarkCheck {
  /** Of the lines of the mark that a page of this size has, how many are seen where they belong: of that kind of them which is seen least. */
  readonly shown: number
  /** The same of that kind of them which is seen most: who took one kind out has left the other. */
  readonly left: number
  /** Of what lies beside the lines, how much looks different. */
  readonly changed: number
}

/** The mark on page images. */
export interface ReaderMark extends Watermark {
  /** Names the reader, at any moment: one reader's images of a page have one weave. */
  readonly reader: string
}

/** What is burned into a page image: no drawing may leave this open. */
export type PageMark = ReaderMark | 'unmarked'

/** Handed to a worker when it starts. */
export interface WorkerStart {
  readonly wasm: CompiledWasm
  readonly deadlineMs: number
  /** Pixels of pages that were drawn last are held up to so many bytes. */
  readonly baseBytes: number
}

/** A search in some pages (from 1, the last included), for no more than so many hits. */
export interface Search {
  readonly words: string
  readonly from: number
  readonly to: number
  readonly limit: number
  /** Only what is to be seen on the page as it is drawn: nothing that is covered up, without colour or in a hidden layer. */
  readonly seenOnly: boolean
}

export type Task =
  | { readonly type: 'inspect'; readonly source: RenderSource }
  | {
      readonly type: 'page'
      readonly source: RenderSource
      /** From 1. */
      readonly page: number
      /** Of the whole page, in device pixels. */
      readonly width: number
      /** Draws no more than this of the page. */
      readonly tile: Tile | undefined
      readonly mark: PageMark
    }
  | {
      /** Looks at a page of a stamped copy of the source. */
      readonly type: 'check'
      readonly source: RenderSource
      readonly copy: RenderSource
      readonly page: number
      readonly width: number
      readonly mark: Watermark
    }
  /** Writes it anew without its encryption, where it has some. */
  | { readonly type: 'unprotect'; readonly source: RenderSource }
  | { readonly type: 'text'; readonly source: RenderSource; readonly page: number }
  | { readonly type: 'links'; readonly source: RenderSource; readonly page: number; readonly written: boolean }
  | ({ readonly type: 'find'; readonly source: RenderSource } & Search)
  | { readonly type: 'read'; readonly source: RenderSource; readonly from: number; readonly to: number }

export type Outcome =
  | { readonly type: 'inspection'; readonly inspection: Inspection }
  | { readonly type: 'image'; readonly bytes: Uint8Array<ArrayBuffer>; readonly width: number; readonly height: number }
  | { readonly type: 'check'; readonly check: MarkCheck }
  | { readonly type: 'unprotected'; readonly bytes: Uint8Array<ArrayBuffer> | undefined }
  | { readonly type: 'text'; readonly text: TextRuns }
  | { readonly type: 'links'; readonly links: PageLinks }
  | { readonly type: 'found'; readonly found: Found }
  | { readonly type: 'read'; readonly read: ReadPages }
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
