import { z } from 'zod'
import { THREAD_ROLES } from '../threads/thread-roles.ts'
import { ENTRY_KINDS, THREAD_STATES, THREAD_TYPES } from '../threads/thread-states.ts'
import { person } from './member-activity.ts'

/** The actor sees `number`. The log outlives the room's key, so it holds no titles or texts. */
const thread = { threadId: z.string(), number: z.string() }

export const THREAD_ACTIVITY = {
  'thread.created': z.object({
    ...thread,
    type: z.enum(THREAD_TYPES),
    state: z.enum(THREAD_STATES),
    group: z.string().optional(),
  }),
  'thread.edited': z.object(thread),
  'thread.entry': z.object({
    ...thread,
    entry: z.enum(ENTRY_KINDS),
    links: z.int(),
    files: z.int().optional(),
  }),
  'thread.file-viewed': z.object({ ...thread, name: z.string() }),
  'thread.file-fetched': z.object({ ...thread, name: z.string() }),
  'thread.moved': z.object({
    ...thread,
    from: z.enum(THREAD_STATES),
    to: z.enum(THREAD_STATES),
    assignee: z.string().optional(),
    due: z.iso.date().nullable().optional(),
  }),
  'thread.changed': z.object({
    ...thread,
    topic: z.string().nullable().optional(),
    priority: z.string().optional(),
  }),
  'thread.merged': z.object({ ...thread, into: z.string() }),
  'thread.imported': z.object({ group: z.string(), added: z.int(), changed: z.int() }),
  'thread.exported': z.object({ format: z.enum(['xlsx', 'pdf']), threads: z.int() }),
  'thread.regrouped': z.object({
    from: z.string(),
    into: z.string(),
    threads: z.int(),
    shown: z.boolean(),
  }),
  'faq.published': z.object({ number: z.string(), thread: z.string() }),
  'faq.changed': z.object({ number: z.string() }),
  'faq.removed': z.object({ number: z.string() }),
  'topic.created': z.object({ name: z.string() }),
  'topic.changed': z.object({
    name: z.string(),
    before: z.string(),
    experts: z.int().optional(),
    approval: z.boolean().nullable().optional(),
  }),
  'topic.removed': z.object({ name: z.string(), into: z.string().nullable() }),
  'member.thread-role': z.object({ ...person, role: z.enum(THREAD_ROLES) }),
  'room.questions': z.object({
    group: z.string().nullable(),
    limits: z.string().optional(),
    lastDay: z.iso.date().nullable().optional(),
    approval: z.boolean().optional(),
    names: z.boolean().optional(),
    hidesGroups: z.boolean().optional(),
    shared: z.boolean().optional(),
  }),
} as const satisfies Record<string, z.ZodObject>
