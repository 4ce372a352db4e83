import { z } from 'zod'
import { id, instant } from '../core/schemas.ts'
import { EXPORT_FORMATS } from '../proof/history-export.ts'
import { COMPOSE_ACTIVITY } from './activity/compose-activity.ts'
import { DOCUMENT_ACTIVITY } from './activity/document-activity.ts'
import { ENTRY_ACTIVITY } from './activity/entry-activity.ts'
import { MEMBER_ACTIVITY } from './activity/member-activity.ts'
import { RIGHTS_ACTIVITY } from './activity/rights-activity.ts'
import { ROOM_ACTIVITY } from './activity/room-activity.ts'
import { THREAD_ACTIVITY } from './activity/thread-activity.ts'
import { INDEX_FORMATS } from './disclosure.ts'

/** `sealed` means encrypted to a passphrase or an age key. The archive holds the documents that `group` sees. */
const archive = z.object({
  archiveId: id,
  scope: z.enum(['room', 'own']),
  group: z.string().optional(),
  sealed: z.boolean(),
})

const disclosed = z.object({ disclosureId: id, groupId: id, group: z.string(), at: instant })

export const ACTIVITY = {
  ...ROOM_ACTIVITY,
  ...ENTRY_ACTIVITY,
  ...MEMBER_ACTIVITY,
  ...RIGHTS_ACTIVITY,
  ...DOCUMENT_ACTIVITY,
  ...THREAD_ACTIVITY,
  ...COMPOSE_ACTIVITY,
  'activity.exported': z.object({
    format: z.enum(EXPORT_FORMATS),
    print: z.literal(true).optional(),
    itemId: id.optional(),
    own: z.boolean(),
    userId: id.optional(),
    type: z.string().optional(),
    from: z.string().optional(),
    to: z.string().optional(),
  }),
  'archive.ordered': archive,
  /** Only the first download in each session is logged. */
  'archive.fetched': archive.extend({ size: z.int() }),
  'archive.removed': archive,
  'archive.written': z.object({ files: z.int(), size: z.int(), protected: z.boolean() }),
  'message.sent': z.object({
    to: z.enum(['operators', 'users']),
    memberIds: z.array(id),
    /** The mails carry a link in place of the attachment. */
    attachment: z
      .object({ name: z.string(), size: z.int(), linked: z.literal(true).optional() })
      .optional(),
    itemId: id.optional(),
    name: z.string().optional(),
  }),
  'message.sent-again': z.object({ to: z.enum(['operators', 'users']), memberIds: z.array(id) }),
  /** A part of the file counts too. */
  'message.file-fetched': z.object({
    messageId: id,
    senderId: id,
    name: z.string(),
    size: z.int(),
  }),
  'message.files-removed': z.object({ count: z.int(), size: z.int() }),
  /** The index shows what `group` saw, of the whole room without `selected`, and at the time `at`. */
  'index.exported': z.object({
    ...{
      format: z.enum(INDEX_FORMATS),
      items: z.int(),
      group: z.string().optional(),
      selected: z.int().optional(),
    },
    at: z.string().optional(),
  }),
  'disclosure.fixed': disclosed.extend({
    documents: z.int(),
    answers: z.int(),
    sha256: z.string(),
  }),
  'disclosure.fetched': disclosed,
} as const satisfies Record<string, z.ZodObject>

export type ActivityKind = keyof typeof ACTIVITY
export type ActivityDetails<K extends ActivityKind> = z.infer<(typeof ACTIVITY)[K]>
