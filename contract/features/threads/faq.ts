import { z } from 'zod'
import { LIMITS } from '../../core/limits.ts'
import { operation } from '../../core/operation.ts'
import { done, id, instant, line, paging } from '../../core/schemas.ts'
import { threadId, threadParams, threadText, topicName } from './threads.ts'

const title = line(LIMITS.threadTitle)

export const publish = operation({
  name: 'faq.publish',
  method: 'POST',
  path: '/room/api/thread/:id/publish',
  summary:
    'Publishes an answer to all groups, in words that name nobody. The thread stays private.',
  credential: 'session',
  delivers: 'none',
  permission: 'threads.publish',
  params: threadParams,
  body: z.strictObject({ title, question: threadText, answer: threadText }),
  answer: { kind: 'json', payload: z.object({ id: threadId, number: z.string() }) },
})

export const list = operation({
  name: 'faq.list',
  method: 'POST',
  path: '/room/api/faq/list',
  summary:
    'Lists the answers published to everybody, highest number first. With a keyword, lists those that contain it.',
  credential: 'session',
  delivers: 'none',
  permission: 'threads.read',
  viewAs: true,
  body: z.strictObject({
    roomId: id,
    keyword: z.string().max(LIMITS.keywordLength).optional(),
    topicId: threadId.optional(),
    ...paging,
  }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(
      z.object({
        id: threadId,
        number: z.string(),
        title: z.string(),
        question: z.string(),
        answer: z.string(),
        topic: topicName.nullable(),
        publishedAt: instant,
        updatedAt: instant,
      }),
    ),
    paged: true,
  },
})

export const update = operation({
  name: 'faq.update',
  method: 'POST',
  path: '/room/api/faq/update',
  summary: 'Updates a published answer. Omitted fields keep their values.',
  credential: 'session',
  delivers: 'none',
  permission: 'threads.publish',
  body: z.strictObject({
    id: threadId,
    roomId: id,
    title: title.optional(),
    question: threadText.optional(),
    answer: threadText.optional(),
  }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})

export const remove = operation({
  name: 'faq.remove',
  method: 'POST',
  path: '/room/api/faq/remove',
  summary: 'Removes a published answer. Its number is not given again.',
  credential: 'session',
  delivers: 'none',
  permission: 'threads.publish',
  body: z.strictObject({ id: threadId, roomId: id }),
  identity: { body: { roomId: 'room' } },
  answer: { kind: 'json', payload: done },
})
