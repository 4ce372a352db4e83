import { z } from 'zod'
import type { Rect, Size } from '../../../paper/space/page-space.ts'
import type { Watermark } from '../../../paper/watermark/layout.ts'
import type { TaskSource, TaskTarget } from '../pdf/protocol.ts'

interface OnPage {
  /** Pages count from 0. */
  readonly page: number
}

/** Positions are in points of the displayed page. Colors have the form `#rrggbb`. */
export type PageDrawing =
  /** By default the text has the largest size up to 12 points that fits. It is clipped. */
  | (OnPage & {
      readonly kind: 'text'
      readonly rect: Rect
      readonly text: string
      readonly color: string
      readonly size?: number
    })
  | (OnPage & {
      readonly kind: 'strokes'
      /** The numbers alternate x and y. */
      readonly paths: readonly (readonly number[])[]
      readonly thickness: number
      readonly color: string
      readonly opacity: number
      /** A highlighter keeps dark content dark. */
      readonly isMarker: boolean
    })
  /** The image is fitted and centered. `image` is an index. */
  | (OnPage & { readonly kind: 'image'; readonly rect: Rect; readonly image: number })

export interface AuditLine {
  readonly ko: string
  readonly en: string
  readonly value: string
}

export interface AuditPerson {
  readonly name: string
  readonly email: string
  readonly lines: readonly AuditLine[]
  /** The numbers are indices of signature images. */
  readonly images: readonly number[]
}

/** All texts are literal. */
export interface AuditFacts {
  readonly document: readonly AuditLine[]
  readonly people: readonly AuditPerson[]
  readonly events: readonly AuditLine[]
  readonly notes: readonly { readonly ko: string; readonly en: string }[]
}

/** The process requests this signature, and the server makes it. */
export interface SignatureRequest {
  /** Each certificate is DER in base64, and the signer's comes first. */
  readonly chain: readonly string[]
  readonly keyType: 'RSA' | 'EC'
  /** The value is in ISO 8601. */
  readonly at: string
  readonly reason: string
  readonly hasTimeStamp: boolean
}

export interface Sealing {
  /** The sizes are those of the displayed pages in points. */
  readonly pages: readonly Size[]
  readonly drawings: readonly PageDrawing[]
  /** The images are PNGs in base64. */
  readonly images: readonly string[]
  readonly waterMark?: Watermark
  readonly audit?: AuditFacts
  readonly signature?: SignatureRequest
}

/** The space is reserved for a time stamp with certificates. */
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
