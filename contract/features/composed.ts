import { z } from 'zod'
import { LIMITS } from '../core/limits.ts'
import { id, instant, line } from '../core/schemas.ts'

// Documents that operators compose and have signed. Places are in units of the A4 reference page (595 by 842, origin above on the left),
// stretched to the page as it is displayed; pages are counted from 0.

export const COMPOSED_STATUSES = ['DRAFT', 'SENT', 'SEALING', 'COMPLETED', 'DECLINED', 'EXPIRED', 'FAILED', 'CANCELLED'] as const
/** How far a document has come: only a DRAFT is changed; SEALING ends by itself as COMPLETED or FAILED. */
export type ComposedStatus = (typeof COMPOSED_STATUSES)[number]

export const PARTICIPANT_TYPES = ['SIGNER', 'APPROVER', 'CC'] as const
/** SIGNER fills boxes; APPROVER consents without one; CC is told of the invitation and gets the sealed document. */
export type ParticipantType = (typeof PARTICIPANT_TYPES)[number]

/** WAITING: not yet their turn. A CC is WAITING until the document is out, then DONE. */
export const PARTICIPANT_STATUSES = ['WAITING', 'INVITED', 'OPENED', 'DONE', 'DECLINED', 'EXPIRED'] as const
export type ParticipantStatus = (typeof PARTICIPANT_STATUSES)[number]

const BOX_TYPES = ['SIGN', 'TEXT'] as const

/** What a PDF is fetched for, which tells by what name the log has it: `view` to draw it on a page, else (also if nothing is said) `download`. */
export const pdfPurpose = z.enum(['view', 'download'])
export type PdfPurpose = z.output<typeof pdfPurpose>

/** Text of several lines. */
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
/** The index of a page. */
export const page = z.int().nonnegative().max(100_000)
export const email = z.string().max(320)

/** A box as the caller has it. Its own `id` comes back; `x`, `y`, `w`, `h` are taken and not used: the scaled ones count. */
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
  /** Who fills it, by id or e-mail address; null or left out while nobody does. */
  participant: z.union([id, email]).nullable().optional(),
  /** Has to be filled; so it is unless told. */
  required: z.boolean().optional(),
  /** What is to be written into a TEXT box, in a word or two; without it, it is called a text. */
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
  /** Left out where its author gave it none. */
  label: z.string().optional(),
})
export type Box = z.output<typeof box>

const color = z.string().regex(/^#[0-9a-f]{6}$/)
const points = z.array(reference).max(20_000)
const placed = { scaledX: reference, scaledY: reference, scaledW: reference.positive(), scaledH: reference.positive() }

/** What is written on a page. `paths`: each a list x, y, x, y … in reference units; `thickness` and `size` in points of the displayed page. */
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

/** The defaults of remarks: sizes in points. */
export const ANNOTATION_DEFAULTS = { textSize: 10, highlightThickness: 12, inkThickness: 1, inkOpacity: 1, stampShare: 0.75 } as const

/** Images that can be stamped on a page. */
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
  /** Those of one number are invited together, after those of lower numbers; all have the same where signing is parallel. */
  order: z.int(),
  status: z.enum(PARTICIPANT_STATUSES),
  invitedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  openedAt: instant.nullable(),
  doneAt: instant.nullable(),
  /** Why they declined. */
  reason: z.string().nullable(),
  /** Whether the newest mail to them about the document could not be delivered. */
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
  /** Of the pages as they are displayed, in points. */
  pages: z.array(pageSize),
  notice: z.string(),
  signValid: z.int(),
  waterMark: z.boolean(),
  boxes: z.array(box),
  annotations: z.array(annotation),
  participants: z.array(participant),
  /** Grows with each change, so that of two windows the later one notices. */
  revision: z.int(),
  /** Of the PDF, and once it is completed of the sealed one, both under the base path. */
  path: z.string(),
  resultPath: z.string().nullable(),
  /** SHA-256 in hexadecimal. */
  sourceSha256: z.string(),
  resultSha256: z.string().nullable(),
  /** Why sealing failed, in words of the table of errors. */
  failure: z.object({ code: z.string(), text: z.string(), at: instant }).nullable(),
  /** The original was signed already: what is placed on it breaks those signatures. */
  wasSigned: z.boolean(),
})
export type Template = z.output<typeof template>
