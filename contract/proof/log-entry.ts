import { z } from 'zod'
import { instant } from '../core/schemas.ts'
import { utf8 } from './bytes.ts'
import { canonicalJson } from './canonical-json.ts'

const place = z.int().positive().nullable()

/** Entries from before groups existed name only people. */
const viewedAs = z.union([
  z.strictObject({ memberId: z.int().positive(), name: z.string() }),
  z.strictObject({ groupId: z.int().positive(), name: z.string() }),
])
export type ViewedAs = z.infer<typeof viewedAs>

/** `salt` (16 random bytes in base64) keeps the hash from disclosing content. Older entries have none. */
export const logEntry = z.strictObject({
  id: z.int().positive(),
  at: instant,
  kind: z.string(),
  userId: place,
  memberId: place,
  itemId: place,
  doer: z.strictObject({
    name: z.string(),
    position: z.string(),
    email: z.string(),
    address: z.string(),
  }),
  viewAs: viewedAs.optional(),
  details: z.record(z.string(), z.union([z.json(), z.undefined()])),
  salt: z.base64(),
})
export type LogEntry = z.infer<typeof logEntry>

export const leafData = (entry: LogEntry): Uint8Array => utf8(canonicalJson(entry))
