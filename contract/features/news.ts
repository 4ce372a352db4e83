import { z } from 'zod'
import { operation } from '../core/operation.ts'
import { done, id, instant, paging } from '../core/schemas.ts'
import { item } from './documents.ts'

const personal = { credential: 'session', delivers: 'none', permission: 'documents.read' } as const
const identity = { body: { roomId: 'room' } } as const

export const newsItem = item.extend({
  /** For participants, when the item or its newest readable version became visible; for operators, when it was uploaded. */
  visibleAt: instant,
})
export type NewsItem = z.infer<typeof newsItem>

export const readItem = item.extend({
  readAt: instant,
  /** The last viewed page is absent if unknown or if another version was opened since. */
  page: z.int().positive().optional(),
})
export type ReadItem = z.infer<typeof readItem>

export const list = operation({
  name: 'news.list',
  method: 'POST',
  path: '/room/api/file/new',
  summary:
    'Lists unopened documents that became visible to the caller or got a new version since the last visit or `since`, newest first. Operators see what others uploaded. On a first visit, nothing is new. A page may be shorter than `limit` even if `nextCursor` is present.',
  ...personal,
  body: z.strictObject({ roomId: id, since: instant.optional(), ...paging }),
  identity,
  answer: {
    kind: 'json',
    payload: z.array(newsItem),
    paged: true,
    beside: z.object({
      /** All listed documents are newer. The first visit has none. */
      since: instant.optional(),
    }),
  },
})

export const setFavourite = operation({
  name: 'news.favourite',
  method: 'POST',
  path: '/room/api/file/favourite',
  summary:
    'Adds a file or folder to the caller’s favourites, or removes it. Nobody else sees them.',
  ...personal,
  body: z.strictObject({ id, value: z.boolean() }),
  answer: { kind: 'json', payload: done },
})

export const favourites = operation({
  name: 'news.favourites',
  method: 'POST',
  path: '/room/api/file/favourites',
  summary: 'Lists the caller’s favourites that are visible now, last added first.',
  ...personal,
  body: z.strictObject({ roomId: id, ...paging }),
  identity,
  answer: { kind: 'json', payload: z.array(item), paged: true },
})

export const recent = operation({
  name: 'news.recent',
  method: 'POST',
  path: '/room/api/file/recent',
  summary: 'Lists documents that the caller opened and that are visible now, last opened first.',
  ...personal,
  body: z.strictObject({ roomId: id, ...paging }),
  identity,
  answer: { kind: 'json', payload: z.array(readItem), paged: true },
})

export const mailed = operation({
  name: 'news.mailed',
  method: 'POST',
  path: '/room/api/file/mailed',
  summary:
    'Lists documents of a mail about new documents that are visible to the caller now, in the order of the mail. `list` is the one that the link of the mail names. A mail to somebody else or an unknown mail has none.',
  ...personal,
  body: z.strictObject({ roomId: id, list: z.uuid(), ...paging }),
  identity,
  answer: {
    kind: 'json',
    payload: z.array(item),
    paged: true,
    /** This is absent without such a mail to the caller. */
    beside: z.object({ mailedAt: instant.optional() }),
  },
})
