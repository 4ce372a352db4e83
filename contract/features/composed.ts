import { z } from 'zod'
import { LIMITS } from '../core/limits.ts'
import { id, instant, line } from '../core/schemas.ts'

// Coordinates use the A4 reference page (595 by 842, origin top left), stretched to the displayed page. Pages count from 0.

export const COMPOSED_STATUSES = [
  'DRAFT',
  'SENT',
  'SEALING',
  'COMPLETED',
  'DECLINED',
  'EXPIRED',
  'FAILED',
  'CANCELLED',
] as const
export type ComposedStatus = (typeof COMPOSED_STATUSES)[number]

/** Signers or the sealing still work on it. */
export const isOut = (status: ComposedStatus): boolean => status === 'SENT' || status === 'SEALING'

/** Everybody has signed, and the sealing has ended, if only in failure. */
export const isSignedByAll = (status: ComposedStatus): boolean =>
  status === 'COMPLETED' || status === 'FAILED'

export const PARTICIPANT_TYPES = ['SIGNER', 'APPROVER', 'CC'] as const
/** An APPROVER consents without boxes, and a CC only gets the signed PDF. */
export type ParticipantType = (typeof PARTICIPANT_TYPES)[number]

/** A CC is WAITING until the document is sent, then DONE. */
export const PARTICIPANT_STATUSES = [
  'WAITING',
  'INVITED',
  'OPENED',
  'DONE',
  'DECLINED',
  'EXPIRED',
] as const
export type ParticipantStatus = (typeof PARTICIPANT_STATUSES)[number]

const BOX_TYPES = ['SIGN', 'TEXT'] as const

/** Why a PDF is fetched: to show it in the page, or to keep it, which is logged. A call without one means `download`. */
export const pdfPurpose = z.enum(['view', 'download'])
export type PdfPurpose = z.output<typeof pdfPurpose>

export const text = (maximum: number) =>
  z
    .string()
    .max(maximum * 4)
    .transform((value) => value.normalize('NFC').replace(/\r\n?/g, '\n'))
    .pipe(
      z
        .string()
        .max(maximum)
        .regex(/^[\P{Cc}\n\t]*$/u),
    )

const reference = z.number().min(-1e4).max(1e4)
export const page = z.int().nonnegative().max(100_000)
export const email = z.string().max(320)

/** The server ignores `x`, `y`, `w` and `h`. */
export const boxIn = z.strictObject({
  id: z.union([z.number(), z.string().max(100)]).optional(),
  typeName: z.enum(BOX_TYPES),
  page,
  scaledX: reference,
  scaledY: reference,
  scaledW: reference.positive(),
  scaledH: reference.positive(),
  x: z.number().optional(),
  y: z.number().optional(),
  w: z.number().optional(),
  h: z.number().optional(),
  participant: z.union([id, email]).nullable().optional(),
  /** The default is true. */
  required: z.boolean().optional(),
  label: line(LIMITS.boxLabel).optional(),
})

export const box = z.object({
  id: z.string(),
  typeName: z.enum(BOX_TYPES),
  page,
  scaledX: z.number(),
  scaledY: z.number(),
  scaledW: z.number(),
  scaledH: z.number(),
  participant: id.nullable(),
  required: z.boolean(),
  label: z.string().optional(),
})
export type Box = z.output<typeof box>

const color = z.string().regex(/^#[0-9a-f]{6}$/)
const points = z.array(reference).max(20_000)
const placed = {
  scaledX: reference,
  scaledY: reference,
  scaledW: reference.positive(),
  scaledH: reference.positive(),
}

/** `paths` are x, y, x, y … in reference units; `thickness` and `size` are in points. */
export const annotation = z.discriminatedUnion('kind', [
  z.strictObject({
    id: z.string().max(100),
    kind: z.literal('TEXT'),
    page,
    ...placed,
    text: text(LIMITS.boxText),
    size: z.number().min(4).max(200),
    color,
  }),
  z.strictObject({
    id: z.string().max(100),
    kind: z.literal('HIGHLIGHT'),
    page,
    paths: z.array(points).max(200),
    thickness: z.number().min(1).max(100),
    color,
  }),
  z.strictObject({
    id: z.string().max(100),
    kind: z.literal('INK'),
    page,
    paths: z.array(points).max(200),
    thickness: z.number().min(0.5).max(50),
    opacity: z.number().min(0.05).max(1),
    color,
  }),
  z.strictObject({ id: z.string().max(100), kind: z.literal('IMAGE'), page, ...placed, image: id }),
])
export type Annotation = z.output<typeof annotation>

/** Sizes are in points. `inkOpacity` is from 0 to 1, `stampShare` the part of the page that a stamp takes at most. */
export const ANNOTATION_DEFAULTS = {
  textSize: 10,
  highlightThickness: 12,
  inkThickness: 1,
  inkOpacity: 1,
  stampShare: 0.75,
} as const

export const STAMP_TYPES = [
  'image/apng',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/webp',
  'image/x-icon',
] as const

export const pageSize = z.object({ width: z.number(), height: z.number() })

export const participant = z.object({
  id,
  name: z.string(),
  email: z.string(),
  type: z.enum(PARTICIPANT_TYPES),
  /** Equal numbers are invited together, after lower ones. */
  order: z.int(),
  status: z.enum(PARTICIPANT_STATUSES),
  invitedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  openedAt: instant.nullable(),
  doneAt: instant.nullable(),
  reason: z.string().nullable(),
  mailFailed: z.boolean(),
})
export type Participant = z.output<typeof participant>

export const template = z.object({
  templateId: id,
  name: z.string(),
  originName: z.string(),
  status: z.enum(COMPOSED_STATUSES),
  createdAt: instant,
  pageCount: z.int(),
  /** The sizes are in points. */
  pages: z.array(pageSize),
  notice: z.string(),
  signValid: z.int(),
  waterMark: z.boolean(),
  boxes: z.array(box),
  annotations: z.array(annotation),
  participants: z.array(participant),
  /** A changed revision shows concurrent edits. */
  revision: z.int(),
  /** The paths are relative to the base path. */
  path: z.string(),
  resultPath: z.string().nullable(),
  /** The SHA-256 is hexadecimal. */
  sourceSha256: z.string(),
  resultSha256: z.string().nullable(),
  failure: z.object({ code: z.string(), text: z.string(), at: instant }).nullable(),
  /** Additions to the pages break the earlier signatures. */
  wasSigned: z.boolean(),
})
export type Template = z.output<typeof template>
