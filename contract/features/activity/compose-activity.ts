import { z } from 'zod'
import { id } from '../../core/schemas.ts'
import { SEAL_BLOCKERS, SEAL_LEVELS } from '../../core/seal-level.ts'

const composed = { templateId: id, name: z.string() }
const party = z.object({ participantId: id, name: z.string(), email: z.string() })

export const COMPOSE_ACTIVITY = {
  'compose.uploaded': z.object({ ...composed, size: z.int(), itemId: id.optional() }),
  'compose.copied': z.object({ ...composed, sourceId: id }),
  /** This is logged at most once an hour per document. */
  'compose.changed': z.object(composed),
  'compose.sent': z.object({ ...composed, people: z.array(party) }),
  'compose.invited': z.object({ ...composed, person: party }),
  'compose.reminded': z.object({ ...composed, person: party }),
  'compose.cancelled': z.object(composed),
  'compose.expired': z.object({ ...composed, person: party }),
  'compose.sealed': z.object({
    ...composed,
    sourceSha256: z.string(),
    resultSha256: z.string(),
    level: z.enum(SEAL_LEVELS).optional(),
    lack: z.enum(SEAL_BLOCKERS).nullish(),
  }),
  'compose.seal-failed': z.object({ ...composed, code: z.string() }),
  'compose.seal-again': z.object(composed),
  'compose.kept': z.object({ ...composed, itemId: id }),
  'compose.downloaded': z.object({ ...composed, sealed: z.boolean(), itemId: id.optional() }),
  /** The PDF was displayed on the screen. */
  'compose.viewed': z.object({ ...composed, sealed: z.boolean(), itemId: id.optional() }),
  'compose.removed': z.object(composed),
  'compose.image-uploaded': z.object({ imageId: id, size: z.int() }),
  'compose.images-removed': z.object({ count: z.int(), size: z.int() }),
  'sign.opened': z.object({ ...composed, person: party }),
  'sign.downloaded': z.object({ ...composed, person: party }),
  'sign.completed': z.object({ ...composed, person: party }),
  'sign.declined': z.object({ ...composed, person: party }),
  /** This is logged at most once an hour per person and reason. */
  'sign.refused': z.object({ ...composed, person: party, code: z.string() }),
} as const satisfies Record<string, z.ZodObject>
