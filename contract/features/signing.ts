import { z } from 'zod'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { done, instant, pathId } from '../core/schemas.ts'
import {
  annotation,
  box,
  COMPOSED_STATUSES,
  pageSize,
  participant,
  pdfPurpose,
} from './composed.ts'

// The token opens only this document of the room.

const ownBox = box.omit({ participant: true }).extend({ isFilled: z.boolean() })

export const ceremony = z.object({
  name: z.string(),
  roomName: z.string(),
  /** The zone is an IANA name. */
  zone: z.string(),
  sender: z.object({ name: z.string(), email: z.string() }),
  notice: z.string(),
  status: z.enum(COMPOSED_STATUSES),
  participant: participant.pick({ id: true, name: true, email: true, type: true, status: true }),
  pageCount: z.int(),
  pages: z.array(pageSize),
  boxes: z.array(ownBox),
  /** The client draws them over `file`, which contains them once it is signed. */
  annotations: z.array(annotation),
  expiresAt: instant.nullable(),
  doneAt: instant.nullable(),
  /** Every page of the signed PDF shows its author's e-mail address and the time. */
  waterMark: z.boolean(),
  /** Nobody can sign or decline until the room reopens. */
  isFrozen: z.boolean(),
  isSealed: z.boolean(),
})
export type Ceremony = z.output<typeof ceremony>

const signer = { credential: 'signer' } as const

export const state = operation({
  ...signer,
  delivers: 'none',
  name: 'signing.state',
  method: 'GET',
  path: '/esign/api/sign',
  summary: 'Returns the document that the caller is invited to sign, with the caller’s own boxes.',
  answer: { kind: 'json', payload: ceremony },
})

export const file = operation({
  ...signer,
  delivers: 'document',
  name: 'signing.file',
  method: 'GET',
  path: '/esign/api/sign/file',
  summary:
    'Returns the PDF to sign, without annotations and boxes, which the ceremony has. Once the document is completed, returns the sealed PDF with all of them. Supports ranges. Logs a download, or an opening if the document is to be viewed.',
  query: z.strictObject({ purpose: pdfPurpose.optional() }),
  answer: { kind: 'bytes', types: ['application/pdf'] },
})

export const image = operation({
  ...signer,
  delivers: 'none',
  name: 'signing.image',
  method: 'GET',
  path: '/esign/api/sign/images/:id',
  summary: 'Returns an image on a page of the document to sign.',
  params: z.strictObject({ id: pathId }),
  answer: { kind: 'bytes', types: ['image/png'] },
})

export const open = operation({
  ...signer,
  delivers: 'none',
  name: 'signing.open',
  method: 'POST',
  path: '/esign/api/sign/open',
  summary: 'Records that the caller has opened the document. Only the first time counts.',
  answer: { kind: 'json', payload: ceremony },
})

export const complete = operation({
  ...signer,
  delivers: 'none',
  name: 'signing.complete',
  method: 'POST',
  path: '/esign/api/sign/complete',
  summary:
    'Consents to electronic signing and fills all required boxes of the caller, once. Takes JSON up to 1 MB. With larger images, takes multipart: `data` with this JSON, and a file for each `imageFile` that a box names, under that name.',
  bodyBytes: LIMITS.jsonBodyBytesMax,
  multipart: 'either',
  body: z.strictObject({
    consent: z.literal(true),
    boxes: z
      .array(
        z.strictObject({
          id: z.union([z.string().max(100), z.number()]),
          /** The handler refuses texts over `LIMITS.boxText` characters in NFC, and control characters. */
          text: z
            .string()
            .max(LIMITS.boxText * 4)
            .optional(),
          /** The image is a PNG data URL; large ones are scaled down. */
          image: z.string().max(LIMITS.signatureImageBytes).optional(),
          /** The name is that of the PNG's part, which boxes may share. */
          imageFile: z.string().min(1).max(100).optional(),
        }),
      )
      .max(LIMITS.boxesPerDocument),
  }),
  answer: { kind: 'json', payload: ceremony },
})

export const decline = operation({
  ...signer,
  delivers: 'none',
  name: 'signing.decline',
  method: 'POST',
  path: '/esign/api/sign/decline',
  summary: 'Declines to sign. The document ends, and its author is notified of the reason.',
  body: z.strictObject({ reason: z.string().max(LIMITS.declineReason * 4) }),
  answer: { kind: 'json', payload: done },
})
