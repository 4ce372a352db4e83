import { z } from 'zod'
import { id } from '../core/schemas.ts'

const item = { itemId: id, name: z.string() }
const person = { memberId: id, name: z.string() }

/**
 * Every kind of entry of the activity log with its details: a closed union. The sentences a person reads are made from these,
 * in both languages, so an entry holds facts and no text.
 */
export const ACTIVITY = {
  'room.created': z.object({ name: z.string() }),
  'room.switched': z.object({ watermark: z.boolean(), noti: z.boolean() }),
  'session.joined': z.object({}),
  'session.refused': z.object({ reason: z.enum(['blocked', 'expired', 'closed']) }),
  'session.agreed': z.object({ noticeVersion: z.string() }),
  'session.raised': z.object({}),
  'session.code-refused': z.object({}),
  'session.ended': z.object({ reason: z.enum(['logout', 'idle', 'blocked', 'removed']) }),
  'member.invited': z.object({ ...person, email: z.string() }),
  'member.invited-again': z.object(person),
  'member.right': z.object({ ...person, target: z.enum(['print', 'download', 'access']), value: z.boolean() }),
  'member.role': z.object({ ...person, roleId: id }),
  'member.removed': z.object(person),
  'document.uploaded': z.object({ ...item, size: z.int() }),
  'document.folder-created': z.object(item),
  'document.viewed': z.object(item),
  'document.downloaded': z.object(item),
  'document.download-refused': z.object({ ...item, reason: z.enum(['right', 'watermark']) }),
} as const satisfies Record<string, z.ZodObject>

export type ActivityKind = keyof typeof ACTIVITY
export type ActivityDetails<K extends ActivityKind> = z.infer<(typeof ACTIVITY)[K]>
