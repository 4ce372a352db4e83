import { z } from 'zod'
import { itemFilter } from '../core/item-filter.ts'
import { LIMITS } from '../core/limits.ts'
import { operation } from '../core/operation.ts'
import { id, paging } from '../core/schemas.ts'
import { item } from './documents.ts'

/** A page of a document (from 1) on which the words stand. */
const foundPage = z.object({
  page: z.int().positive(),
  hits: z.int().positive().max(LIMITS.searchCountMax),
  /** What stands around the first of them, for those alone who may have the text, in strict mode for operators alone; `ranges`: the hits in it, UTF-16, from and to (exclusive). */
  passage: z.object({ text: z.string(), ranges: z.array(z.tuple([z.int(), z.int()])) }).optional(),
})

const foundDocument = z.object({
  item,
  pages: z.array(foundPage).min(1).max(LIMITS.searchPages),
  /** There are further pages. */
  more: z.boolean(),
})
export type FoundDocument = z.infer<typeof foundDocument>

/** By relevance: names that have the words, then more places in the document, then the newest. */
const SEARCH_ORDERS = ['relevance', 'name'] as const

export const contents = operation({
  name: 'search.contents',
  method: 'POST',
  path: '/room/api/file/search',
  summary:
    'The documents of the room in whose text words stand, by name or by relevance, with their pages, as far as a filter lets them through. Case, width, composition and how words are spaced and broken make no difference; fewer than two letters find nothing. An answer ends after some time with what it has, perhaps nothing: as long as there is a `nextCursor`, there may be more. To whom the text of documents may not be given it tells no more than the pages show.',
  credential: 'session',
  delivers: 'document',
  permission: 'documents.read',
  viewAs: true,
  body: z.strictObject({
    keword: z.string().max(LIMITS.keywordLength),
    roomId: id,
    /** By name unless said. */
    sort: z.enum(SEARCH_ORDERS).optional(),
    ...itemFilter,
    /** Tells of no document, but how many there are: `counted`. */
    count: z.boolean().optional(),
    ...paging,
  }),
  identity: { body: { roomId: 'room' } },
  answer: {
    kind: 'json',
    payload: z.array(foundDocument),
    paged: true,
    beside: z.object({
      /** Documents whose text is still being read, on the first page. */
      indexing: z.int().nonnegative().max(LIMITS.searchCountMax).optional(),
      /** Documents that were counted, where they were to be: behind a `nextCursor` the counting goes on. */
      counted: z.int().nonnegative().max(LIMITS.searchCountMax).optional(),
    }),
  },
})
