import type { Area } from '../../../paper/raster/page-raster.ts'
import type { PageLinks, PageSize } from './protocol.ts'
import type { PageText } from './text/page-text.ts'

/** The rows start at the top and contain RGB bytes. */
export interface Bitmap {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** Pages count from 0. Methods throw RenderError, with UNREADABLE or UNAVAILABLE if reading fails. */
export interface OpenDocument {
  readonly pageCount: number
  pageSize(index: number): PageSize
  /** Only the requested part occupies memory. */
  draw(index: number, pixels: PageSize, part: Area): Bitmap | Promise<Bitmap>
  text<T>(index: number, read: (text: PageText) => T): T
  /** `written` adds the addresses in the text. */
  links(index: number, written: boolean): PageLinks
  unprotected(): Uint8Array<ArrayBuffer> | undefined
  /** Returns undefined if it can have no appearances. */
  withAppearances(): Uint8Array<ArrayBuffer> | undefined
  close(): void
}
