import type { Area } from '../../../paper/raster/page-raster.ts'
import type { PageLinks, PageSize } from './protocol.ts'
import type { PageText } from './text/page-text.ts'

/** Rows from the top, as RGB bytes. */
export interface Bitmap {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** Pages count from 0. Methods throw RenderError, UNREADABLE or UNAVAILABLE if reading fails. */
export interface OpenDocument {
  readonly pageCount: number
  pageSize(index: number): PageSize
  /** Scales the page on white. Only the part takes memory. */
  draw(index: number, pixels: PageSize, part: Area): Bitmap | Promise<Bitmap>
  /** The text is valid during the call. */
  text<T>(index: number, read: (text: PageText) => T): T
  /** `written` adds addresses in text. */
  links(index: number, written: boolean): PageLinks
  /** Undefined if not encrypted. */
  unprotected(): Uint8Array<ArrayBuffer> | undefined
  /** Decrypted. Undefined if it can have no appearances. */
  withAppearances(): Uint8Array<ArrayBuffer> | undefined
  close(): void
}
