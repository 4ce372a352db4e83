import { z } from 'zod'
import { logEntry } from './log-entry.ts'

export const EXPORT_FORMATS = ['html', 'csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** An absent field excludes nothing. */
const exportFilter = z.object({
  userId: z.int().positive().optional(),
  itemId: z.int().positive().optional(),
  /** The type comes from `ACTIVITY_TYPES` of the version that exported. */
  type: z.string().optional(),
  /** The days are inclusive, in the room's time zone. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type ExportFilter = z.infer<typeof exportFilter>

export const exportHead = z.object({
  format: z.literal('sealroom-history/1'),
  roomNo: z.string(),
  roomName: z.string(),
  exportedAt: z.iso.datetime(),
  filter: exportFilter,
  /** The checkpoint is a signed note; null proves nothing. */
  checkpoint: z.string().nullable(),
  /** The value is `SENTENCES_VERSION`; version 1 has none. */
  sentences: z.int().positive().optional(),
  /** The key has 32 bytes in base64. People compare it with an independent source. */
  publicKey: z.string(),
})
export type ExportHead = z.infer<typeof exportHead>

/** An unreadable `entry` is null. */
export const exportedEntry = z.object({
  /** Null means no place yet. */
  seq: z.int().nonnegative().nullable(),
  description: z.string(),
  entry: logEntry.nullable(),
  proof: z.array(z.string()),
})
export type ExportedEntry = z.infer<typeof exportedEntry>

/** The head and each entry have own lines. */
export const historyExport = exportHead.extend({ entries: z.array(exportedEntry) })
