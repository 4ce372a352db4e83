import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { done, id, line, pathId } from '../../core/schemas.ts'
import { THREAD_ROLES } from './thread-roles.ts'
import { PRIORITIES } from './thread-states.ts'
import { threadId } from './threads.ts'

const person = z.object({ id, name: z.string() })
const name = line(LIMITS.topicName).pipe(z.string().min(1))
/** Experts groups may answer besides operators. */
const experts = z.array(id).max(LIMITS.expertsPerTopic)
/** Null means that the room decides. */
const approval = z.boolean().nullable()

const managing = { credential: 'session', delivers: 'none', permission: 'threads.manage' } as const

const topic = z.object({
  id: threadId,
  name: z.string(),
  experts: z.array(person).optional(),
  approval: approval.optional(),
})

export const topics = operation({
  name: 'topics.list',
  method: 'GET',
  path: '/room/api/topic/list/:roomId',
  summary: 'Lists the topics of the room in their order. Operators also get experts and approval.',
  credential: 'session',
  delivers: 'none',
  permission: 'threads.read',
  viewAs: true,
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.array(topic) },
})

export const createTopic = operation({
  name: 'topics.create',
  method: 'POST',
  path: '/room/api/topic',
  summary:
    'Creates a topic at the end. `approval`: its answers need another operator before they reach the group.',
  ...managing,
  body: z.strictObject({
    roomId: id,
    name,
    experts: experts.optional(),
    approval: approval.optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.object({ id: threadId }) },
})

export const TOPIC_TEMPLATES = ['due-diligence', 'real-estate', 'fund-raising'] as const

export const addTopics = operation({
  name: 'topics.fromTemplate',
  method: 'POST',
  path: '/room/api/topic/template',
  summary:
    'Adds the topics of a template that the room does not have, in the language of the call.',
  ...managing,
  body: z.strictObject({ roomId: id, template: z.enum(TOPIC_TEMPLATES) }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: z.object({ added: z.int().nonnegative() }) },
})

export const updateTopic = operation({
  name: 'topics.update',
  method: 'POST',
  path: '/room/api/topic/update',
  summary:
    'Updates the given fields of a topic. `before` moves the topic before another one, or to the end with null.',
  ...managing,
  body: z.strictObject({
    id: threadId,
    roomId: id,
    name: name.optional(),
    experts: experts.optional(),
    approval: approval.optional(),
    before: threadId.nullable().optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const removeTopic = operation({
  name: 'topics.remove',
  method: 'POST',
  path: '/room/api/topic/remove',
  summary: 'Deletes a topic. Its threads keep it as a name, or move to the topic `into`.',
  ...managing,
  body: z.strictObject({ id: threadId, roomId: id, into: threadId.optional() }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})

const count = z.int().min(0).max(LIMITS.threadsPerRoom)

/** Limits apply to submitted questions; a missing number means none. */
export const questionLimits = z.strictObject({
  total: count.optional(),
  day: count.optional(),
  week: count.optional(),
  topic: count.optional(),
  priority: z
    .strictObject({ LOW: count.optional(), NORMAL: count.optional(), HIGH: count.optional() })
    .optional(),
})
export type QuestionLimits = z.output<typeof questionLimits>

/** The day is inclusive, in the room's zone. */
const lastDay = z.iso.date().nullable()

const groupSettings = z.object({
  groupId: id,
  /** Null means that the room decides. */
  limits: questionLimits.nullable(),
  lastDay,
})

export const settings = operation({
  name: 'threads.settings',
  method: 'GET',
  path: '/room/api/room/questions/:roomId',
  summary:
    'Returns limits, last day, approval and names of the room, what differs for a group, and people with a role other than `submitter`.',
  ...managing,
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({
      limits: questionLimits,
      lastDay,
      approval: z.boolean(),
      names: z.boolean(),
      hidesGroups: z.boolean(),
      groups: z.array(groupSettings),
      answerers: z.array(person.extend({ isOperator: z.boolean() })),
    }),
  },
})

export const updateSettings = operation({
  name: 'threads.updateSettings',
  method: 'PUT',
  path: '/room/api/room/update/questions',
  summary:
    'Updates the given settings of the room, or with `groupId`, limits, last day and `shared` of one group. Groups are mailed if the last day becomes a later one.',
  ...managing,
  body: z.strictObject({
    id,
    groupId: id.optional(),
    limits: questionLimits.nullable().optional(),
    lastDay: lastDay.optional(),
    approval: z.boolean().optional(),
    names: z.boolean().optional(),
    hidesGroups: z.boolean().optional(),
    /** People of a group see each other's threads. Without `groupId`, every group is meant. */
    shared: z.boolean().optional(),
  }),
  identity: { body: { id: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const setRole = operation({
  name: 'threads.setRole',
  method: 'POST',
  path: '/room/api/room/user/threadRole',
  summary:
    'Sets what participants do with questions of their group: `author` drafts, `submitter` also submits, `none` takes no part.',
  ...managing,
  body: z.strictObject({
    roomId: id,
    managementIds: z.array(id).min(1).max(LIMITS.listMax),
    threadRole: z.enum(THREAD_ROLES),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const PACES = ['each', 'daily', 'never'] as const

const left = z.int().nonnegative()

export const own = operation({
  name: 'threads.own',
  method: 'GET',
  path: '/room/api/thread/own/:roomId',
  summary:
    'Returns what the caller may write, until when, how many questions are left, how many threads are unread, and which mails come.',
  credential: 'session',
  delivers: 'none',
  permission: 'threads.read',
  viewAs: true,
  params: z.strictObject({ roomId: pathId }),
  identity: { params: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.object({
      /** A `coordinator` is an operator. An `expert` answers what is assigned. */
      role: z.enum(['coordinator', 'expert', ...THREAD_ROLES]),
      canDraft: z.boolean(),
      canSubmit: z.boolean(),
      reason: z.enum(['ROLE', 'LAST_DAY', 'LIMIT', 'FROZEN']).nullable(),
      lastDay,
      /** Unset limits are left out. */
      left: z.object({
        total: left.optional(),
        day: left.optional(),
        week: left.optional(),
        topics: z.array(z.object({ topicId: threadId, left })).optional(),
        priorities: z.array(z.object({ priority: z.enum(PRIORITIES), left })).optional(),
      }),
      unread: z.int().nonnegative(),
      mails: z.enum(PACES),
    }),
  },
})

export const setMails = operation({
  name: 'threads.setMails',
  method: 'PUT',
  path: '/room/api/thread/mails',
  summary: 'Sets whether the caller is mailed for each event of a thread, once a day, or never.',
  credential: 'session',
  delivers: 'none',
  permission: 'threads.read',
  body: z.strictObject({ mails: z.enum(PACES) }),
  answer: { kind: 'json', payload: done },
})
