import { z } from 'zod'
import type { Rect, Size } from '../../../paper/space/page-space.ts'
import type { Watermark } from '../../../paper/watermark/layout.ts'
import type { TaskSource, TaskTarget } from '../pdf/protocol.ts'

interface OnPage {
  /** Pages count from 0. */
  readonly page: number
}

/** Positions are in points of the displayed page. Colors are `#rrggbb`. */
export type PageDrawing =
  /** The default size is the largest up to 12 points that fits. */
  | (OnPage & {
      readonly kind: 'text'
      readonly rect: Rect
      readonly text: string
      readonly color: string
      readonly size?: number
    })
  | (OnPage & {
      readonly kind: 'strokes'
      readonly paths: readonly (readonly number[])[]
      readonly thickness: number
      readonly color: string
      readonly opacity: number
      readonly isHighlight: boolean
    })
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
  readonly images: readonly number[]
}

export interface AuditFacts {
  readonly document: readonly AuditLine[]
  readonly people: readonly AuditPerson[]
  readonly events: readonly AuditLine[]
  readonly notes: readonly { readonly ko: string; readonly en: string }[]
}

export interface SignatureRequest {
  /** Certificates are DER in base64, the signer's first. */
  readonly chain: readonly string[]
  readonly keyType: 'RSA' | 'EC'
  /** It is ISO 8601. */
  readonly at: string
  readonly reason: string
  readonly hasTimeStamp: boolean
}

export interface Sealing {
  /** Sizes of displayed pages are in points. */
  readonly pages: readonly Size[]
  readonly drawings: readonly PageDrawing[]
  readonly images: readonly string[]
  readonly waterMark?: Watermark
  readonly audit?: AuditFacts
  readonly signature?: SignatureRequest
}

/** The space holds a time stamp with certificates. */
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
