import { z } from 'zod'
import { logEntry } from './log-entry.ts'

export const EXPORT_FORMATS = ['html', 'csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Unknown fields exclude nothing. */
const exportFilter = z.object({
  userId: z.int().positive().optional(),
  itemId: z.int().positive().optional(),
  /** From `ACTIVITY_TYPES` of the exporting version. */
  type: z.string().optional(),
  /** Inclusive, in the room's time zone. */
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
  /** A signed note. Null proves nothing. */
  checkpoint: z.string().nullable(),
  /** `SENTENCES_VERSION`, absent for the first. */
  sentences: z.int().positive().optional(),
  /** 32 bytes in base64, to compare with an independent source. */
  publicKey: z.string(),
})
export type ExportHead = z.infer<typeof exportHead>

/** `entry` is null if unreadable. */
export const exportedEntry = z.object({
  /** Null while the entry has no place. */
  seq: z.int().nonnegative().nullable(),
  description: z.string(),
  entry: logEntry.nullable(),
  proof: z.array(z.string()),
})
export type ExportedEntry = z.infer<typeof exportedEntry>

/** The head and each entry have their own line. */
export const historyExport = exportHead.extend({ entries: z.array(exportedEntry) })
