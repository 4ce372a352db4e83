import { z } from 'zod'
import { itemFilter } from '../core/item-filter.ts'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { id, paging } from '../core/schemas.ts'
import { item } from './documents.ts'

/** Pages count from 1. */
const foundPage = z.object({
  page: z.int().positive(),
  hits: z.int().positive().max(LIMITS.searchCountMax),
  /**
   * The passage surrounds the first hit, for readers with a right to the text; in strict mode, for operators only. `ranges` are in
   * UTF-16 units, ends exclusive.
   */
  passage: z.object({ text: z.string(), ranges: z.array(z.tuple([z.int(), z.int()])) }).optional(),
})

const foundDocument = z.object({
  item,
  pages: z.array(foundPage).min(1).max(LIMITS.searchPages),
  more: z.boolean(),
})
export type FoundDocument = z.infer<typeof foundDocument>

/** Relevance puts names first, then more hits, then newer documents. */
const SEARCH_ORDERS = ['relevance', 'name'] as const

export const contents = operation({
  name: 'search.contents',
  method: 'POST',
  path: '/room/api/file/search',
  summary:
    'Searches the text of documents in the room. Returns the matching documents that pass the filter, with their pages, by name or by relevance. Ignores case, width, composition, spacing and line breaks. Fewer than two letters find nothing. A search ends after some time with what it has found, perhaps nothing; while `nextCursor` is present, there may be more. Callers who may not have the text learn no more than the pages show.',
  credential: 'session',
  delivers: 'document',
  permission: 'documents.read',
  viewAs: true,
  body: z.strictObject({
    keword: z.string().max(LIMITS.keywordLength),
    roomId: id,
    /** The default is `name`. */
    sort: z.enum(SEARCH_ORDERS).optional(),
    ...itemFilter,
    /** The answer then contains only `counted`. */
    count: z.boolean().optional(),
    ...paging,
  }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(foundDocument),
    paged: true,
    beside: z.object({
      /** Documents without text yet are counted on the first page only. */
      indexing: z.int().nonnegative().max(LIMITS.searchCountMax).optional(),
      counted: z.int().nonnegative().max(LIMITS.searchCountMax).optional(),
    }),
  },
})
