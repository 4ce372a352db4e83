import { z } from 'zod'
import type { Rect, Size } from '../../../paper/space/page-space.ts'
import type { Watermark } from '../../../paper/watermark/layout.ts'
import type { TaskSource, TaskTarget } from '../pdf/protocol.ts'

interface OnPage {
  /** From 0. */
  readonly page: number
}

/** Something that is drawn on a page. Places, sizes and thicknesses are in points of the displayed page; colours are `#rrggbb`. */
export type PageDrawing =
  /** Without a size, the largest up to 12 points at which the text is within its rectangle, which clips it. */
  | (OnPage & {
      readonly kind: 'text'
      readonly rect: Rect
      readonly text: string
      readonly color: string
      readonly size?: number
    })
  | (OnPage & {
      readonly kind: 'strokes'
      /** Each a list x, y, x, y … */
      readonly paths: readonly (readonly number[])[]
      readonly thickness: number
      readonly color: string
      readonly opacity: number
      /** A marker: what is dark under it stays dark. */
      readonly isMarker: boolean
    })
  /** As large as fits into the rectangle, in its middle. `image`: its place in the list of images. */
  | (OnPage & { readonly kind: 'image'; readonly rect: Rect; readonly image: number })

/** One line of the audit: what happened, in both languages, and what is known of it. */
export interface AuditLine {
  readonly ko: string
  readonly en: string
  readonly value: string
}

/** What one person did. */
export interface AuditPerson {
  readonly name: string
  readonly email: string
  readonly lines: readonly AuditLine[]
  /** Images with which they signed, by their place in the list of images. */
  readonly images: readonly number[]
}

/** What the pages behind the document say. All texts are literal. */
export interface AuditFacts {
  readonly document: readonly AuditLine[]
  readonly people: readonly AuditPerson[]
  readonly events: readonly AuditLine[]
  readonly notes: readonly { readonly ko: string; readonly en: string }[]
}

/** How the outcome is signed; the signature itself is asked of the server. */
export interface SignatureRequest {
  /** DER in base64, the signer's own first. */
  readonly chain: readonly string[]
  readonly keyType: 'RSA' | 'EC'
  /** ISO 8601. */
  readonly at: string
  readonly reason: string
  readonly hasTimeStamp: boolean
}

/** What becomes of a document. */
export interface Sealing {
  /** Sizes of its displayed pages, in points, to which places refer. */
  readonly pages: readonly Size[]
  readonly drawings: readonly PageDrawing[]
  /** PNGs in base64. */
  readonly images: readonly string[]
  readonly waterMark?: Watermark
  readonly audit?: AuditFacts
  readonly signature?: SignatureRequest
}

/** Bytes that are left for a time stamp, with the certificates of who gave it. */
export const TIME_STAMP_BYTES = 16_384

export interface Task {
  readonly source: TaskSource
  readonly target: TaskTarget
  readonly sealing: Sealing
}

export const sealed = z.strictObject({
  size: z.int().positive(),
  pageCount: z.int().positive(),
  auditPages: z.int().nonnegative(),
  isFlattened: z.boolean(),
})
export type Sealed = z.infer<typeof sealed>
