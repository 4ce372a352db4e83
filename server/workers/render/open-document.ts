import type { Area } from '../../../paper/raster/page-raster.ts'
import type { PageText } from './page-text.ts'
import type { PageLinks, PageSize } from './protocol.ts'

/** Pixels without transparency: rows from the top, red, green and blue a byte each. */
export interface Bitmap {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** A document whose pages can be drawn. Pages count from 0. All methods throw RenderError: where the document is at fault, and UNREADABLE where its bytes could not be read. */
export interface OpenDocument {
  readonly pageCount: number
  pageSize(index: number): PageSize
  /** Draws a part of a page that is stretched to so many pixels, on white. What lies beside the part takes no memory. */
  draw(index: number, pixels: PageSize, part: Area): Bitmap | Promise<Bitmap>
  /** Reads the text of a page, which is there for the time of the call. */
  text<T>(index: number, read: (text: PageText) => T): T
  /** The links of a page; with `written` also the addresses that stand in its text. */
  links(index: number, written: boolean): PageLinks
  /** The document without its encryption, written anew; undefined where it has none. */
  unprotected(): Uint8Array<ArrayBuffer> | undefined
  /** The document with an appearance for each annotation that is shown, without its encryption; undefined where it can have none. */
  withAppearances(): Uint8Array<ArrayBuffer> | undefined
  close(): void
}
