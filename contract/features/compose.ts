import { z } from 'zod'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { done, id, instant, line, parentId, pathId, queryId, queryPaging } from '../core/schemas.ts'
import {
  annotation,
  boxIn,
  COMPOSED_STATUSES,
  email,
  PARTICIPANT_STATUSES,
  PARTICIPANT_TYPES,
  page,
  pageSize,
  participant,
  pdfPurpose,
  template,
  text,
} from './composed.ts'

const call = { credential: 'session', permission: 'compose.write' } as const
const reading = { credential: 'session', permission: 'compose.read' } as const
const json = <const P extends z.ZodType>(payload: P) => ({ kind: 'json', payload }) as const

export const upload = operation({
  ...call,
  delivers: 'none',
  name: 'compose.upload',
  method: 'POST',
  path: '/esign/api/compose/upload',
  summary:
    'Takes a PDF that is to be signed. Multipart: file, notice, roomId, signValid (days that an invitation is valid), waterMark, and `password` where the PDF asks for one; it is kept opened then, sealed as all documents.',
  multipart: true,
  answer: json(z.object({ templateId: id, name: z.string(), pageCount: z.int(), pages: z.array(pageSize) })),
})

export const uploadFields = z.strictObject({
  roomId: queryId.optional(),
  notice: text(LIMITS.signNotice).optional(),
  signValid: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number)
    .pipe(z.int().max(LIMITS.signValidMax))
    .optional(),
  waterMark: z.enum(['true', 'false', '1', '0', 'Y', 'N']).optional(),
  password: z.string().max(LIMITS.passwordLength).optional(),
})

export const adopt = operation({
  ...call,
  delivers: 'document',
  name: 'compose.adopt',
  method: 'POST',
  path: '/esign/api/compose/adopt',
  summary:
    'Takes a PDF of the room, or the PDF that was made of an Office or Hangul document, to be signed; the document itself stays as it is.',
  body: z.strictObject({ fileId: id, roomId: id, password: z.string().max(LIMITS.passwordLength).optional() }),
  identity: { body: { roomId: 'room' } },
  answer: json(z.object({ templateId: id, name: z.string(), pageCount: z.int(), pages: z.array(pageSize) })),
})

export const updateUpload = operation({
  ...call,
  delivers: 'none',
  name: 'compose.updateUpload',
  method: 'POST',
  path: '/esign/api/compose/updateUpload',
  // Freehand drawings are long lists of points.
  bodyBytes: LIMITS.jsonBodyBytesMax,
  summary:
    'Changes a draft; what is left out stays. Boxes and annotations are given whole, or with `pages` those of these pages alone, and what is on the others stays; with `adds`, so does what is on these. An id that is on the document already moves to where it is given. With `revision`, only if nobody has changed it since.',
  body: z.strictObject({
    templateId: id,
    name: line(LIMITS.nameLength).optional(),
    notice: text(LIMITS.signNotice).optional(),
    signValid: z.int().min(1).max(LIMITS.signValidMax).optional(),
    waterMark: z.boolean().optional(),
    boxes: z.array(boxIn).max(LIMITS.boxesPerDocument).optional(),
    annotations: z.array(annotation).max(LIMITS.annotationsPerDocument).optional(),
    pages: z.array(page).max(LIMITS.pagesPerDocument).optional(),
    adds: z.boolean().optional(),
    revision: z.int().nonnegative().optional(),
  }),
  answer: json(template),
})

const invitee = { name: line(100), email, order: z.int().min(1).max(LIMITS.participantsPerDocument).optional() }

export const addDocInfo = operation({
  ...call,
  delivers: 'none',
  name: 'compose.addDocInfo',
  method: 'POST',
  path: '/esign/api/compose/addDocInfo',
  summary: 'Names one person whom a draft concerns; the same e-mail address again changes that person.',
  body: z.strictObject({
    participants: z.array(z.strictObject({ ...invitee, id: id.optional() })).length(1),
    templateId: id,
    type: z.enum(PARTICIPANT_TYPES),
  }),
  answer: json(participant),
})

export const removeDocInfo = operation({
  ...call,
  delivers: 'none',
  name: 'compose.removeDocInfo',
  method: 'POST',
  path: '/esign/api/compose/removeDocInfo',
  summary: 'Takes a person out of a draft; boxes that were theirs are nobody’s then.',
  body: z.strictObject({ templateId: id, participant: id }),
  answer: json(template),
})

const listed = z.object({
  templateId: id,
  name: z.string(),
  status: z.enum(COMPOSED_STATUSES),
  createdAt: instant,
  pageCount: z.int(),
  participants: z.array(participant.pick({ id: true, name: true, email: true, type: true, status: true })),
})
export type ListedTemplate = z.output<typeof listed>

export const documents = operation({
  ...reading,
  delivers: 'none',
  name: 'compose.documents',
  method: 'GET',
  path: '/esign/api/compose/documents',
  summary: 'The documents of the room that are composed and signed, the newest first.',
  query: z.strictObject({ roomId: queryId, ...queryPaging }),
  identity: { query: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(listed), paged: true },
})

export const get = operation({
  ...reading,
  delivers: 'none',
  name: 'compose.get',
  method: 'GET',
  path: '/esign/api/compose/get',
  summary: 'One of them, with its boxes and people.',
  query: z.strictObject({ templateId: queryId }),
  answer: json(template),
})

const invitation = z.object({
  id,
  templateId: id,
  name: z.string(),
  email: z.string(),
  status: z.enum(PARTICIPANT_STATUSES),
  expiresAt: instant.nullable(),
})

const members = z.array(z.strictObject({ ...invitee, id: id.optional() })).max(LIMITS.participantsPerDocument)

export const addInvite = operation({
  ...call,
  delivers: 'none',
  name: 'compose.addInvite',
  method: 'POST',
  path: '/esign/api/compose/addInvite',
  summary:
    'Sends a draft: those whom it names become signers, and whoever’s turn it is is mailed a link. With no members named, those that were added; `order` that is given for somebody who was added takes the place of theirs. A document that is out is sent anew to those of the named who have not acted.',
  body: z.strictObject({ members, templateId: id }),
  answer: json(z.array(invitation)),
})

export const addInviteAll = operation({
  ...call,
  delivers: 'none',
  name: 'compose.addInviteAll',
  method: 'POST',
  path: '/esign/api/compose/addInviteAll',
  summary: 'The same for several drafts at once: all are sent, or where one cannot be, none.',
  body: z.strictObject({ members, templates: z.array(id).min(1).max(LIMITS.documentsPerInvitation) }),
  answer: json(z.array(invitation)),
})

export const remind = operation({
  ...call,
  delivers: 'none',
  name: 'compose.remind',
  method: 'POST',
  path: '/esign/api/compose/remind',
  summary: 'Mails everybody whose turn it is, or one of them, a new link; the one before ends. At most once in ten minutes each.',
  body: z.strictObject({ templateId: id, participant: id.optional() }),
  answer: json(z.array(invitation)),
})

export const cancel = operation({
  ...call,
  delivers: 'none',
  name: 'compose.cancel',
  method: 'POST',
  path: '/esign/api/compose/cancel',
  summary: 'Calls a document back that is out: links end, those who were invited are told.',
  body: z.strictObject({ templateId: id }),
  answer: json(template),
})

export const copy = operation({
  ...call,
  delivers: 'none',
  name: 'compose.copy',
  method: 'POST',
  path: '/esign/api/compose/copy',
  summary: 'Makes a new draft with the same PDF, boxes, annotations and texts; `participants`: with its people, too.',
  body: z.strictObject({ templateId: id, name: line(LIMITS.nameLength).optional(), participants: z.boolean().optional() }),
  answer: json(template),
})

/** Values for the draft's participants, in their order. */
export const addInviteBulk = operation({
  ...call,
  delivers: 'none',
  name: 'compose.addInviteBulk',
  method: 'POST',
  path: '/esign/api/compose/addInviteBulk',
  summary:
    'Makes a copy of a draft for each row and sends it: the row names the person who takes the place of the draft’s only signer. All rows or none.',
  body: z.strictObject({
    templateId: id,
    rows: z
      .array(z.strictObject({ name: line(100), email }))
      .min(1)
      .max(LIMITS.participantsPerDocument),
  }),
  answer: json(z.array(invitation)),
})

export const remove = operation({
  ...call,
  delivers: 'none',
  name: 'compose.remove',
  method: 'POST',
  path: '/esign/api/compose/remove',
  summary:
    'Destroys a document that is not out, with its PDF and what was filled in. One that all have signed, sealed or not, asks for `confirm`, its name.',
  body: z.strictObject({
    templateId: id,
    confirm: z
      .string()
      .max(LIMITS.nameLength * 4)
      .optional(),
  }),
  answer: json(done),
})

export const sealAgain = operation({
  ...call,
  delivers: 'none',
  name: 'compose.sealAgain',
  method: 'POST',
  path: '/esign/api/compose/sealAgain',
  summary: 'Seals a document again that could not be sealed.',
  body: z.strictObject({ templateId: id }),
  answer: json(template),
})

export const keep = operation({
  ...call,
  delivers: 'none',
  name: 'compose.keep',
  method: 'POST',
  path: '/esign/api/compose/keep',
  summary: 'Puts a copy of the sealed document into a folder of the room, where its readers see it.',
  body: z.strictObject({ templateId: id, parent: parentId }),
  answer: json(z.object({ id, name: z.string() })),
})

const pdf = { kind: 'bytes', types: ['application/pdf'] } as const
const ofTemplate = z.strictObject({ templateId: pathId })
const toWhat = z.strictObject({ purpose: pdfPurpose.optional() })

export const source = operation({
  ...reading,
  delivers: 'document',
  name: 'compose.source',
  method: 'GET',
  path: '/esign/api/compose/source/:templateId',
  summary: 'The PDF of a document as it was taken; also in ranges. It is in the log as a download, or as viewed if that is what it is for.',
  params: ofTemplate,
  query: toWhat,
  answer: pdf,
})

export const result = operation({
  ...reading,
  delivers: 'document',
  name: 'compose.result',
  method: 'GET',
  path: '/esign/api/compose/result/:templateId',
  summary: 'The sealed PDF of a completed document, in the log likewise.',
  params: ofTemplate,
  query: toWhat,
  answer: pdf,
})

export const uploadImage = operation({
  ...call,
  delivers: 'none',
  name: 'compose.uploadImage',
  method: 'POST',
  path: '/esign/api/images/upload',
  summary: 'Takes an image for stamping. Multipart: file, fileType, parent. It is kept as a PNG of at most 2,000 pixels a side.',
  multipart: true,
  answer: json(z.object({ id, width: z.int(), height: z.int() })),
})

/** Bytes determine the image type. */
export const imageFields = z.strictObject({ fileType: z.string().max(100).optional(), parent: z.string().max(20).optional() })

export const image = operation({
  ...reading,
  delivers: 'none',
  name: 'compose.image',
  method: 'GET',
  path: '/esign/api/images/:id',
  summary: 'One of these images.',
  params: z.strictObject({ id: pathId }),
  answer: { kind: 'bytes', types: ['image/png'] },
})

export const certificate = operation({
  name: 'compose.certificate',
  method: 'GET',
  path: '/esign/api/certificate',
  credential: 'none',
  delivers: 'none',
  summary: 'The certificate with which this server seals, so that others can be told to trust it.',
  answer: json(
    z.object({
      subject: z.string(),
      /** Hexadecimal SHA-256. */
      fingerprint: z.string(),
      notAfter: instant,
      selfSigned: z.boolean(),
      /** Leaf first. */
      pem: z.string(),
    }),
  ),
})
