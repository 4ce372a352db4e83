import { z } from 'zod'
import { LANGUAGES } from '../../core/language.ts'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { done, id, line, parentId, pathId } from '../../core/schemas.ts'
import { text } from '../composed.ts'

export const AGREEMENT_FORMS = ['text', 'pdf'] as const
export type AgreementForm = (typeof AGREEMENT_FORMS)[number]

/** The unit is pixels. */
const pageImage = z.object({ width: z.int(), height: z.int() })

const agreement = z.object({
  version: z.int(),
  form: z.enum(AGREEMENT_FORMS),
  /** Texts have the languages in which they were written; a PDF has none. */
  texts: z.object({ ko: z.string().optional(), en: z.string().optional() }),
  pages: z.array(pageImage),
  signature: z.boolean(),
})
export type OwnAgreement = z.output<typeof agreement>

export const read = operation({
  name: 'agreement.read',
  method: 'GET',
  path: '/room/api/room/agreement/:roomId',
  summary:
    'Returns the room’s own confidentiality agreement, also before it is accepted. Returns null if the notice of the product applies.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.read',
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: agreement.nullable() },
})

export const pageOf = operation({
  name: 'agreement.page',
  method: 'GET',
  path: '/room/api/room/agreement/:roomId/:version/page/:page',
  summary: 'Returns a page of the room’s agreement PDF as an image, from the newest version only.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.read',
  params: z.strictObject({ roomId: pathId, version: pathId, page: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'bytes', types: ['image/jpeg'] },
})

export const update = operation({
  name: 'agreement.update',
  method: 'PUT',
  path: '/room/api/room/update/agreement',
  summary:
    'Sets the confidentiality agreement of the room, which everybody must accept again, also in open sessions. `seen` is the version that the caller saw, 0 for none. `product` restores the notice of the product. `pdf` is base64.',
  credential: 'session',
  delivers: 'none',
  permission: 'room.configure',
  bodyBytes: 2 * LIMITS.agreementBytes,
  body: z.strictObject({
    id,
    seen: parentId,
    form: z.enum([...AGREEMENT_FORMS, 'product']),
    ko: text(LIMITS.agreementText).optional(),
    en: text(LIMITS.agreementText).optional(),
    pdf: z
      .string()
      .max(Math.ceil(LIMITS.agreementBytes / 3) * 4)
      .optional(),
    signature: z.boolean().optional(),
  }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const accept = operation({
  name: 'agreement.accept',
  method: 'POST',
  path: '/room/api/room/agreement/accept',
  summary:
    'Accepts the room’s own agreement. `version` is the one that was read, and must be the newest. `language` is that of the text that was read. `name` and `signs` are required if a signature is requested. The first time, a copy is mailed.',
  credential: 'session',
  delivers: 'none',
  permission: 'agreement.accept',
  body: z.strictObject({
    roomId: id,
    version: id,
    language: z.enum(LANGUAGES),
    name: line(100).optional(),
    signs: z.boolean().optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})
