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
    'Creates a draft from an uploaded PDF. Multipart: file, notice, roomId, signValid (days for which an invitation is valid), waterMark, and `password` for a protected PDF. The PDF is stored unlocked, encrypted like all documents.',
  multipart: true,
  answer: json(
    z.object({ templateId: id, name: z.string(), pageCount: z.int(), pages: z.array(pageSize) }),
  ),
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
    'Creates a draft from a PDF of the room, or from the PDF made of an Office or Hangul document. The document itself does not change.',
  body: z.strictObject({
    fileId: id,
    roomId: id,
    password: z.string().max(LIMITS.passwordLength).optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: json(
    z.object({ templateId: id, name: z.string(), pageCount: z.int(), pages: z.array(pageSize) }),
  ),
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
    'Updates a draft. Omitted fields keep their values. Boxes and annotations replace all existing ones, or with `pages` only those on the listed pages. With `adds`, existing ones on the listed pages are kept, too. An id that already exists moves to the given place. With `revision`, the update is refused if the draft has changed since.',
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

const invitee = {
  name: line(100),
  email,
  order: z.int().min(1).max(LIMITS.participantsPerDocument).optional(),
}

export const addDocInfo = operation({
  ...call,
  delivers: 'none',
  name: 'compose.addDocInfo',
  method: 'POST',
  path: '/esign/api/compose/addDocInfo',
  summary: 'Adds a party to a draft, or updates the party that has the given e-mail address.',
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
  summary: 'Removes a party from a draft. Boxes of the party are left unassigned.',
  body: z.strictObject({ templateId: id, participant: id }),
  answer: json(template),
})

const listed = z.object({
  templateId: id,
  name: z.string(),
  status: z.enum(COMPOSED_STATUSES),
  createdAt: instant,
  pageCount: z.int(),
  participants: z.array(
    participant.pick({ id: true, name: true, email: true, type: true, status: true }),
  ),
})
export type ListedTemplate = z.output<typeof listed>

export const documents = operation({
  ...reading,
  delivers: 'none',
  name: 'compose.documents',
  method: 'GET',
  path: '/esign/api/compose/documents',
  summary: 'Lists the documents to sign of the room, newest first.',
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
  summary: 'Returns a document to sign, with its boxes and parties.',
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

const members = z
  .array(z.strictObject({ ...invitee, id: id.optional() }))
  .max(LIMITS.participantsPerDocument)

export const addInvite = operation({
  ...call,
  delivers: 'none',
  name: 'compose.addInvite',
  method: 'POST',
  path: '/esign/api/compose/addInvite',
  summary:
    'Sends a draft and mails a link to each signer whose turn it is. The given members become signers, or without any, the parties of the draft. A given `order` replaces that of an existing party. A document that is already out is sent again to the given members who have not acted.',
  body: z.strictObject({ members, templateId: id }),
  answer: json(z.array(invitation)),
})

export const addInviteAll = operation({
  ...call,
  delivers: 'none',
  name: 'compose.addInviteAll',
  method: 'POST',
  path: '/esign/api/compose/addInviteAll',
  summary: 'Sends several drafts, or none if one of them cannot be sent.',
  body: z.strictObject({
    members,
    templates: z.array(id).min(1).max(LIMITS.documentsPerInvitation),
  }),
  answer: json(z.array(invitation)),
})

export const remind = operation({
  ...call,
  delivers: 'none',
  name: 'compose.remind',
  method: 'POST',
  path: '/esign/api/compose/remind',
  summary:
    'Mails a new link to every signer whose turn it is, or to one of them. The previous link stops working. Limited to once in ten minutes for each signer.',
  body: z.strictObject({ templateId: id, participant: id.optional() }),
  answer: json(z.array(invitation)),
})

export const cancel = operation({
  ...call,
  delivers: 'none',
  name: 'compose.cancel',
  method: 'POST',
  path: '/esign/api/compose/cancel',
  summary:
    'Cancels a document that is out. Its links stop working, and invited people are notified.',
  body: z.strictObject({ templateId: id }),
  answer: json(template),
})

export const copy = operation({
  ...call,
  delivers: 'none',
  name: 'compose.copy',
  method: 'POST',
  path: '/esign/api/compose/copy',
  summary:
    'Copies the PDF, boxes, annotations and texts of a document into a new draft. `participants` also copies its parties.',
  body: z.strictObject({
    templateId: id,
    name: line(LIMITS.nameLength).optional(),
    participants: z.boolean().optional(),
  }),
  answer: json(template),
})

export const addInviteBulk = operation({
  ...call,
  delivers: 'none',
  name: 'compose.addInviteBulk',
  method: 'POST',
  path: '/esign/api/compose/addInviteBulk',
  summary:
    'Copies and sends a draft once for each row, for all rows or none. The person in the row replaces the draft’s only signer.',
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
    'Destroys a document that is not out, with its PDF and filled-in values. If all parties have signed, sealed or not, `confirm` must be its name.',
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
  summary: 'Retries the sealing of a document that could not be sealed.',
  body: z.strictObject({ templateId: id }),
  answer: json(template),
})

export const keep = operation({
  ...call,
  delivers: 'none',
  name: 'compose.keep',
  method: 'POST',
  path: '/esign/api/compose/keep',
  summary:
    'Saves a copy of the sealed document in a folder of the room, where readers of the folder see it.',
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
  summary:
    'Returns the source PDF of a document to sign. Supports ranges. Logs a download, or a view if the request is for viewing.',
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
  summary:
    'Returns the sealed PDF of a completed document. Logs a download, or a view if the request is for viewing.',
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
  summary:
    'Uploads an image for stamping. Multipart: file, fileType, parent. The image is stored as a PNG of at most 2,000 pixels a side.',
  multipart: true,
  answer: json(z.object({ id, width: z.int(), height: z.int() })),
})

export const imageFields = z.strictObject({
  fileType: z.string().max(100).optional(),
  parent: z.string().max(20).optional(),
})

export const image = operation({
  ...reading,
  delivers: 'none',
  name: 'compose.image',
  method: 'GET',
  path: '/esign/api/images/:id',
  summary: 'Returns an image for stamping.',
  params: z.strictObject({ id: pathId }),
  answer: { kind: 'bytes', types: ['image/png'] },
})

export const certificate = operation({
  name: 'compose.certificate',
  method: 'GET',
  path: '/esign/api/certificate',
  credential: 'none',
  delivers: 'none',
  summary:
    'Returns the certificate with which this server seals documents, so that others can trust it.',
  answer: json(
    z.object({
      subject: z.string(),
      /** The SHA-256 is hexadecimal. */
      fingerprint: z.string(),
      notAfter: instant,
      selfSigned: z.boolean(),
      /** The chain begins with the leaf. */
      pem: z.string(),
    }),
  ),
})
