import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import { foldName } from '../../../contract/core/name-key.ts'
import type { BesideIn } from '../../../contract/core/operation.ts'
import { instant } from '../../../contract/core/schemas.ts'
import type { contents, FoundDocument } from '../../../contract/features/search.ts'
import type { Actor } from '../../access/actor.ts'
import { authorize } from '../../access/authorize.ts'
import { allowed, candidateOf, visibleItems } from '../../access/items.ts'
import { mayHaveText } from '../../access/text.ts'
import type { Reply } from '../../platform/http/envelope.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import {
  finderOf,
  foldedForm,
  placesIn,
  type ReadPage,
  type TextRange,
} from '../../workers/render/index.ts'
import { recordOnce } from '../audit/index.ts'
import { currentDocuments } from '../delivery/index.ts'
import { filePresenter, readFilter } from '../documents/index.ts'
import { gramsOf, tokensOf } from './grams.ts'
import { type OpenCandidate, openAhead } from './open-ahead.ts'
import { passageAround } from './passage.ts'
import type { SearchParts } from './search.parts.ts'
import {
  countUnread,
  findCandidates,
  type Order,
  placeOf,
  type Search,
  type SearchCandidate,
  type SearchPosition,
} from './search.read.ts'

const ANSWER_MS = 1_500
const CANDIDATES = 50
const LAST_PAGE = 2 ** 31 - 1
const NOTED_EVERY_MS = 60 * 60_000

type SearchContentsInput = z.output<(typeof contents)['body']>

const behind = [z.int().positive(), z.int().nonnegative().max(LAST_PAGE).nullable()] as const
const CURSORS = {
  name: z.tuple([z.string().refine((value) => !value.includes('\0')), ...behind]),
  relevance: z.tuple([
    z.int().min(0).max(1),
    z.int().nonnegative().max(LAST_PAGE),
    instant,
    ...behind,
  ]),
} as const satisfies Record<Order, z.ZodType>

/** Verifies index candidates; without that right only visible text matches. @throws Refusal BUSY if that right changed */
export async function searchContents(
  parts: Pick<SearchParts, 'database' | 'keyring' | 'clock' | 'bus' | 'activity' | 'sessions'>,
  actor: Actor,
  query: SearchContentsInput,
  signal: AbortSignal,
): Promise<Reply<FoundDocument[], BesideIn<typeof contents>>> {
  const { db } = parts.database
  const scope = visibleItems(actor)
  const finder = finderOf(query.keword)
  const grams = gramsOf(query.keword)
  const order = query.sort ?? 'name'
  const from = query.cursor === undefined ? undefined : placeAt(query.cursor, order)
  const filter = await readFilter(db, scope, query)
  if (!finder || grams.size === 0)
    return query.count ? { payload: [], counted: 0 } : { payload: [] }
  const indexKeys = await parts.keyring.indexKeysOf(db, actor.roomId)
  const wanted: ContentSearch = {
    finder,
    tokens: indexKeys.map((key) => tokensOf(key, grams)),
    folded: foldName(query.keword.trim()),
    filter,
    order,
    hasText: mayHaveText(actor),
    isCount: query.count === true,
  }
  const limit = query.count ? LIMITS.searchCountMax : (query.limit ?? LIMITS.searchDefault)
  const watch = parts.sessions.watch(actor, 'documents.read')
  try {
    // Text read meanwhile counts as unread.
    const [indexing, { found, next }] = await Promise.all([
      from || query.count ? undefined : countUnread(db, scope, filter, LIMITS.searchCountMax),
      look(parts, actor, wanted, { from, limit }, AbortSignal.any([signal, watch.signal])),
    ])
    const now = await parts.sessions.renew(actor, 'documents.read')
    if (mayHaveText(now) !== wanted.hasText) throw new Refusal('BUSY', { retryAfter: 1 })
    const reported = await authorizedOf(parts, now, found)
    const nextCursor = next && encodeCursor([...next.rank, next.id, next.block ?? null])
    if (query.count) return { payload: [], nextCursor, counted: reported.length }
    await notePassages(
      parts,
      actor,
      reported.filter(({ pages }) => pages.some(({ passage }) => passage !== undefined)),
    )
    const present = await filePresenter(
      db,
      actor,
      reported.map(({ row }) => row),
    )
    return {
      payload: reported.map(({ row, pages, more }) => ({ item: present(row), pages, more })),
      nextCursor,
      ...(indexing === undefined ? {} : { indexing }),
    }
  } finally {
    watch.release()
  }
}

function placeAt(cursor: string, order: Order): SearchPosition {
  if (order === 'name') {
    const [nameKey, id, block] = decodeCursor(cursor, CURSORS.name)
    return { rank: [nameKey], id, block: block ?? undefined }
  }
  const [inName, blocks, at, id, block] = decodeCursor(cursor, CURSORS.relevance)
  return { rank: [inName, blocks, at], id, block: block ?? undefined }
}

async function authorizedOf(
  parts: Pick<SearchParts, 'database' | 'clock' | 'bus'>,
  actor: Actor,
  found: readonly FoundIn[],
): Promise<FoundIn[]> {
  const ids = found.map(({ row }) => row.id)
  const verdicts = await authorize(
    parts,
    actor,
    currentDocuments(visibleItems(actor), ids),
    'passage',
  )
  return found.flatMap(({ row, pages, more }, index) => {
    const verdict = verdicts[index]
    if (verdict?.outcome !== 'allowed' || verdict.found.version.id !== row.version_id) return []
    return {
      row,
      more,
      pages: verdict.withText ? pages : pages.map(({ passage: _, ...page }) => page),
    }
  })
}

/** The log omits the search words. */
async function notePassages(
  parts: Pick<SearchParts, 'database' | 'clock' | 'activity'>,
  actor: Actor,
  reported: readonly FoundIn[],
): Promise<void> {
  const since = new Date(parts.clock.now().getTime() - NOTED_EVERY_MS)
  const details = reported.map(({ row }) => ({ itemId: row.id, name: row.name }))
  await recordOnce(parts, actor, 'document.passage-shown', details, since)
}

interface ContentSearch extends Search {
  readonly finder: RegExp
  readonly isCount: boolean
}

interface FoundIn extends Pick<FoundDocument, 'pages' | 'more'> {
  readonly row: SearchCandidate
}

/** A candidate alone would reveal hidden text. */
async function look(
  parts: Pick<SearchParts, 'database' | 'keyring' | 'clock'>,
  actor: Actor,
  wanted: ContentSearch,
  { from, limit }: { from: SearchPosition | undefined; limit: number },
  until: AbortSignal,
): Promise<{ found: FoundIn[]; next: SearchPosition | undefined }> {
  const began = parts.clock.now().getTime()
  const isLate = (): boolean => parts.clock.now().getTime() - began >= ANSWER_MS
  const found: FoundIn[] = []
  let at = from
  for (;;) {
    const rows = await findCandidates(
      parts.database.db,
      visibleItems(actor),
      wanted,
      at,
      CANDIDATES + 1,
    )
    const readable = allowed(actor, 'read', rows.map(candidateOf))
    const looked = rows.slice(0, CANDIDATES).filter(({ id }) => readable.has(id))
    const resumed = at
    const withPlaces = looked.map((row) => ({
      row,
      after: resumed?.id === row.id ? (resumed.block ?? 0) : 0,
    }))
    for await (const candidate of openAhead(parts, wanted, withPlaces, until)) {
      const { row, after } = candidate
      const here = placeOf(row, wanted.order)
      const inside = await lookInto(candidate, { ...wanted, isLate }, until)
      if (inside.pages.length > 0 && found.length === limit)
        return { found, next: { ...here, block: after } }
      if (inside.pages.length > 0) found.push({ row, pages: inside.pages, more: inside.more })
      else if (inside.more) return { found, next: { ...here, block: inside.last } }
      at = here
      if (isLate()) return { found, next: at }
    }
    const last = rows[CANDIDATES - 1]
    if (!last || rows.length <= CANDIDATES) return { found, next: undefined }
    at = placeOf(last, wanted.order)
  }
}

interface Inside extends Pick<FoundDocument, 'pages' | 'more'> {
  readonly last: number
}

async function lookInto(
  { blocks, after }: OpenCandidate,
  { isLate, ...wanted }: ContentSearch & { readonly isLate: () => boolean },
  until: AbortSignal,
): Promise<Inside> {
  const pages: FoundDocument['pages'] = []
  let last = after
  for await (const block of blocks) {
    until.throwIfAborted()
    if (last > after && isLate()) return { pages, more: true, last }
    for (const page of block.pages) {
      const found = lookOn(page, wanted)
      if (found && pages.length === LIMITS.searchPages) return { pages, more: true, last }
      if (found) pages.push(found)
      if (found && wanted.isCount) return { pages, more: false, last }
    }
    last = block.firstPage
  }
  return { pages, more: false, last }
}

function lookOn(
  { page, text, unseen }: ReadPage,
  { finder, hasText }: ContentSearch,
): FoundDocument['pages'][number] | undefined {
  if (foldedForm(text).search(finder) < 0) return undefined
  const covered = new Uint8Array(text.length)
  for (const [from, to] of unseen) covered.fill(1, from, to)
  const isSeen = (index: number): boolean => covered[index] === 0
  const places: TextRange[] = []
  for (const place of placesIn(text, finder, hasText ? undefined : isSeen)) {
    places.push(place)
    if (places.length === LIMITS.searchCountMax) break
  }
  if (places.length === 0) return undefined
  return { page, hits: places.length, ...(hasText ? { passage: passageAround(text, places) } : {}) }
}
