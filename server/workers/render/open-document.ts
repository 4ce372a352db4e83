import type { Area } from '../../../paper/raster/page-raster.ts'
import type { PageLinks, PageSize } from './protocol.ts'
import type { PageText } from './text/page-text.ts'

/** Rows start at the top, in RGB bytes. */
export interface Bitmap {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

/** Pages count from 0. Methods throw RenderError, with UNREADABLE or UNAVAILABLE if reading fails. */
export interface OpenDocument {
  readonly pageCount: number
  pageSize(index: number): PageSize
  draw(index: number, pixels: PageSize, part: Area): Bitmap | Promise<Bitmap>
  text<T>(index: number, read: (text: PageText) => T): T
  links(index: number, written: boolean): PageLinks
  unprotected(): Uint8Array<ArrayBuffer> | undefined
  /** Returns undefined if it can have no appearances. */
  withAppearances(): Uint8Array<ArrayBuffer> | undefined
  close(): void
}
