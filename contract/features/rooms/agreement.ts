import { z } from 'zod'
import { LANGUAGES } from '../../core/language.ts'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { done, id, line, parentId, pathId } from '../../core/schemas.ts'
import { text } from '../composed.ts'

export const AGREEMENT_FORMS = ['text', 'pdf'] as const
export type AgreementForm = (typeof AGREEMENT_FORMS)[number]

/** Pixels of the image. */
const pageImage = z.object({ width: z.int(), height: z.int() })

const agreement = z.object({
  version: z.int(),
  form: z.enum(AGREEMENT_FORMS),
  /** In the languages in which it was written. Empty for a PDF. */
  texts: z.object({ ko: z.string().optional(), en: z.string().optional() }),
  /** Of a PDF. */
  pages: z.array(pageImage),
  /** People sign with their full name. */
  signature: z.boolean(),
})
export type OwnAgreement = z.output<typeof agreement>

export const read = operation({
  name: 'agreement.read',
  method: 'GET',
  path: '/room/api/room/agreement/:roomId',
  summary: 'The own confidentiality agreement of the room, also before it is accepted. Null where the notice of the product applies.',
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
  summary: 'A page of the PDF that is the agreement of the room, as an image. Of the newest version alone.',
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
    'Sets the confidentiality agreement of the room, which everybody must accept again, in open sessions too. `seen`: the version that the caller saw, 0 for none. `product` goes back to the notice of the product. `pdf` is base64.',
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
    'Accepts the own agreement of the room. `version`: the one that was read, refused where it is not the newest. `language`: that of the text that was read. `name` and `signs` where a signature is asked for. The first time, a copy is mailed.',
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
