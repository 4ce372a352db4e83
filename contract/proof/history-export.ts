import { z } from 'zod'
import { logEntry } from './log-entry.ts'

export const EXPORT_FORMATS = ['html', 'csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** What was asked for, so that the rest was left out: nothing where it is empty. What is none of these is not read, and leaves nothing out. */
const exportFilter = z.object({
  userId: z.int().positive().optional(),
  itemId: z.int().positive().optional(),
  /** One of `ACTIVITY_TYPES`, in the version that wrote it. */
  type: z.string().optional(),
  /** Days of the room's time zone, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type ExportFilter = z.infer<typeof exportFilter>

/** What an exported list begins with. */
export const exportHead = z.object({
  format: z.literal('sealroom-history/1'),
  roomNo: z.string(),
  roomName: z.string(),
  exportedAt: z.iso.datetime(),
  filter: exportFilter,
  /** A signed note; null where the log could not be continued, so that nothing here is proven. */
  checkpoint: z.string().nullable(),
  /** Which wording the descriptions have (`SENTENCES_VERSION`); absent for the first one. */
  sentences: z.int().positive().optional(),
  /** 32 bytes in base64: to be compared with what is known of it from elsewhere. */
  publicKey: z.string(),
})
export type ExportHead = z.infer<typeof exportHead>

/** One entry of an export with what leads from it to the checkpoint's root; `entry` is null where it cannot be read. */
export const exportedEntry = z.object({
  /** Its place in the log; null while it has none. */
  seq: z.int().nonnegative().nullable(),
  description: z.string(),
  entry: logEntry.nullable(),
  proof: z.array(z.string()),
})
export type ExportedEntry = z.infer<typeof exportedEntry>

/** The whole file. It is written with the head on the first line and each entry on a line of its own, so that it can be read line by line. */
export const historyExport = exportHead.extend({ entries: z.array(exportedEntry) })
