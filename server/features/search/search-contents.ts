import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { BesideIn } from '../../../contract/core/operation.ts'
import type { contents, FoundDocument } from '../../../contract/features/search.ts'
import type { Actor } from '../../access/actor.ts'
import { allowed, candidateOf, visibleItems } from '../../access/items.ts'
import { mayHaveText } from '../../access/text.ts'
import type { Reply } from '../../platform/http/envelope.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { finderOf, foldedForm, type Place, placesIn, type ReadPage } from '../../workers/render/index.ts'
import { findFolderNames, pathOf, presentItem } from '../documents/index.ts'
import { gramsOf, tokensOf } from './grams.ts'
import { passageAround } from './passage.ts'
import type { SearchParts } from './search.parts.ts'
import { type Behind, type Candidate, countUnread, findBlocks, findCandidates, findStanding } from './search.read.ts'
import { blockPurpose, unpackPages } from './text-block.ts'

/** After so long an answer gives what it has. */
const ANSWER_MS = 1_500
/** Documents that are looked for at once, and blocks that are read at once. */
const CANDIDATES = 50
const BLOCKS = 8

type Query = z.output<(typeof contents)['body']>

const cursorShape = z.tuple([z.string().refine((value) => !value.includes('\0')), z.int().positive()])

/**
 * The documents in whose text words stand. The index gives candidates; what is told was found in their text. To whom that may not be given
 * it counts only what the pages show. @throws Refusal BUSY where the right to it came or went meanwhile.
 */
export async function searchContents(
  parts: SearchParts,
  actor: Actor,
  query: Query,
  signal: AbortSignal,
): Promise<Reply<FoundDocument[], BesideIn<typeof contents>>> {
  const { db } = parts.database
  const scope = visibleItems(actor)
  const finder = finderOf(query.keword)
  const grams = gramsOf(query.keword)
  const after = query.cursor === undefined ? undefined : behind(decodeCursor(query.cursor, cursorShape))
  if (!finder || grams.size === 0) return { payload: [] }
  const { index } = await parts.keyring.keysOf(db, actor.roomId)
  const wanted: Wanted = { finder, tokens: tokensOf(index, grams), hasText: mayHaveText(actor) }
  const watch = parts.sessions.watch(actor, 'documents.read')
  try {
    const until = AbortSignal.any([signal, watch.signal])
    const { found, next } = await look(parts, actor, wanted, { after, limit: query.limit ?? LIMITS.searchDefault }, until)
    const standing = await findStanding(
      db,
      scope,
      found.map(({ row }) => row.id),
    )
    const told = found.filter(({ row }) => standing.get(row.id) === row.version_id)
    const names = await findFolderNames(db, scope, [...new Set(told.flatMap(({ row }) => row.ancestors))])
    const indexing = after ? undefined : await countUnread(db, scope, LIMITS.searchCountMax)
    if (mayHaveText(await parts.sessions.renew(actor, 'documents.read')) !== wanted.hasText) throw new Refusal('BUSY', { retryAfter: 1 })
    const present = (row: Candidate) => presentItem(actor, row, { path: pathOf(row, names), itemCount: 0 })
    return {
      payload: told.map(({ row, pages, more }) => ({ item: present(row), pages, more })),
      nextCursor: next && encodeCursor([next.nameKey, next.id]),
      ...(indexing === undefined ? {} : { indexing }),
    }
  } finally {
    watch.release()
  }
}

const behind = ([nameKey, id]: z.output<typeof cursorShape>): Behind => ({ nameKey, id })

interface Wanted {
  readonly finder: RegExp
  readonly tokens: readonly number[]
  /** Whether the reader may have the text. */
  readonly hasText: boolean
}

interface FoundIn extends Pick<FoundDocument, 'pages' | 'more'> {
  readonly row: Candidate
}

/** Candidate by candidate, until there are enough, the time is up, or there is no more. */
async function look(
  parts: SearchParts,
  actor: Actor,
  wanted: Wanted,
  { after, limit }: { after: Behind | undefined; limit: number },
  until: AbortSignal,
): Promise<{ found: FoundIn[]; next: Behind | undefined }> {
  const began = parts.clock.now().getTime()
  const isLate = (): boolean => parts.clock.now().getTime() - began >= ANSWER_MS
  const found: FoundIn[] = []
  let last = after
  for (;;) {
    const rows = await findCandidates(parts.database.db, visibleItems(actor), wanted.tokens, last, CANDIDATES + 1)
    const readable = allowed(actor, 'read', rows.map(candidateOf))
    for (const [index, row] of rows.slice(0, CANDIDATES).entries()) {
      last = { nameKey: row.name_key, id: row.id }
      const inside = readable.has(row.id) ? await lookInto(parts, row, { ...wanted, isLate }, until) : undefined
      if (inside) found.push({ row, ...inside })
      const hasMore = index + 1 < rows.length
      if (found.length >= limit || isLate()) return { found, next: hasMore ? last : undefined }
    }
    if (rows.length <= CANDIDATES) return { found, next: undefined }
  }
}

/** The pages of a document on which the words stand; undefined where there are none. */
async function lookInto(
  { database: { db }, keyring }: SearchParts,
  { room_id: roomId, content_uid: contentUid }: Candidate,
  { isLate, ...wanted }: Wanted & { readonly isLate: () => boolean },
  until: AbortSignal,
): Promise<Pick<FoundDocument, 'pages' | 'more'> | undefined> {
  const pages: FoundDocument['pages'] = []
  let blocks: Awaited<ReturnType<typeof findBlocks>> = []
  do {
    blocks = await findBlocks(db, { roomId, contentUid, tokens: wanted.tokens, after: blocks.at(-1)?.first_page ?? 0, limit: BLOCKS })
    for (const { first_page, sealed } of blocks) {
      until.throwIfAborted()
      if (pages.length > 0 && isLate()) return { pages, more: true }
      const read = await unpackPages(await keyring.content.open(db, roomId, blockPurpose(contentUid, first_page), sealed))
      for (const page of read) {
        const found = lookOn(page, wanted)
        if (found && pages.length === LIMITS.searchPages) return { pages, more: true }
        if (found) pages.push(found)
      }
    }
  } while (blocks.length === BLOCKS)
  return pages.length > 0 ? { pages, more: false } : undefined
}

function lookOn({ page, text, unseen }: ReadPage, { finder, hasText }: Wanted): FoundDocument['pages'][number] | undefined {
  if (foldedForm(text).search(finder) < 0) return undefined
  const isSeen = (index: number): boolean => !unseen.some(([from, to]) => from <= index && index < to)
  const places: Place[] = []
  for (const place of placesIn(text, finder, hasText ? undefined : isSeen)) {
    places.push(place)
    if (places.length === LIMITS.searchCountMax) break
  }
  if (places.length === 0) return undefined
  return { page, hits: places.length, ...(hasText ? { passage: passageAround(text, places) } : {}) }
}
