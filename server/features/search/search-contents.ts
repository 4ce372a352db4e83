import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { BesideIn } from '../../../contract/core/operation.ts'
import type { contents, FoundDocument } from '../../../contract/features/search.ts'
import type { Actor } from '../../access/actor.ts'
import { authorize } from '../../access/authorize.ts'
import { allowed, candidateOf, visibleItems } from '../../access/items.ts'
import { mayHaveText } from '../../access/text.ts'
import type { Reply } from '../../platform/http/envelope.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { finderOf, foldedForm, placesIn, type ReadPage, type Place as Stretch } from '../../workers/render/index.ts'
import { findNoted } from '../activity/index.ts'
import { findFolderNames, pathOf, presentItem } from '../documents/index.ts'
import { documents } from '../renditions/index.ts'
import { gramsOf, tokensOf } from './grams.ts'
import { passageAround } from './passage.ts'
import type { SearchParts } from './search.parts.ts'
import { type Candidate, countUnread, findBlocks, findCandidates, type Place } from './search.read.ts'
import { blockPurpose, unpackPages } from './text-block.ts'

/** After so long an answer gives what it has. */
const ANSWER_MS = 1_500
/** Documents that are looked for at once, and blocks that are read at once. */
const CANDIDATES = 50
const BLOCKS = 8
/** As the database counts. */
const LAST_PAGE = 2 ** 31 - 1
/** That somebody was shown passages of a document is noted no more often. */
const NOTED_EVERY_MS = 60 * 60_000

type Query = z.output<(typeof contents)['body']>

const cursorShape = z.tuple([
  z.string().refine((value) => !value.includes('\0')),
  z.int().positive(),
  z.int().nonnegative().max(LAST_PAGE).nullable(),
])

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
  const from = query.cursor === undefined ? undefined : placeOf(decodeCursor(query.cursor, cursorShape))
  if (!finder || grams.size === 0) return { payload: [] }
  const indexKeys = await parts.keyring.indexKeysOf(db, actor.roomId)
  const wanted: Wanted = {
    finder,
    tokens: indexKeys.map((key) => tokensOf(key, grams)),
    hasText: mayHaveText(actor),
  }
  const watch = parts.sessions.watch(actor, 'documents.read')
  try {
    const until = AbortSignal.any([signal, watch.signal])
    const { found, next } = await look(parts, actor, wanted, { from, limit: query.limit ?? LIMITS.listDefault }, until)
    const names = await findFolderNames(db, scope, [...new Set(found.flatMap(({ row }) => row.ancestors))])
    const indexing = from ? undefined : await countUnread(db, scope, LIMITS.searchCountMax)
    const now = await parts.sessions.renew(actor, 'documents.read')
    if (mayHaveText(now) !== wanted.hasText) throw new Refusal('BUSY', { retryAfter: 1 })
    const told = await authorizedOf(parts, now, found)
    await notePassages(
      parts,
      actor,
      told.filter(({ pages }) => pages.some(({ passage }) => passage !== undefined)),
    )
    const present = (row: Candidate) => presentItem(actor, row, { path: pathOf(row, names), itemCount: 0 })
    return {
      payload: told.map(({ row, pages, more }) => ({ item: present(row), pages, more })),
      nextCursor: next && encodeCursor([next.nameKey, next.id, next.block ?? null]),
      ...(indexing === undefined ? {} : { indexing }),
    }
  } finally {
    watch.release()
  }
}

const placeOf = ([nameKey, id, block]: z.output<typeof cursorShape>): Place => ({ nameKey, id, block: block ?? undefined })

/** What of it may be told, as documents and rights are now. */
async function authorizedOf(parts: SearchParts, actor: Actor, found: readonly FoundIn[]): Promise<FoundIn[]> {
  const ids = found.map(({ row }) => row.id)
  const verdicts = await authorize(parts, actor, documents(actor.roomId, ids), 'passage')
  return found.flatMap(({ row, pages, more }, index) => {
    const verdict = verdicts[index]
    if (verdict?.outcome !== 'allowed' || verdict.found.version.id !== row.version_id) return []
    return { row, more, pages: verdict.withText ? pages : pages.map(({ passage: _, ...page }) => page) }
  })
}

/** Notes of which documents somebody is shown passages, but not what was sought. */
async function notePassages({ database, activity, clock }: SearchParts, actor: Actor, told: readonly FoundIn[]): Promise<void> {
  const since = new Date(clock.now().getTime() - NOTED_EVERY_MS)
  const kind = 'document.passage-shown'
  const itemIds = told.map(({ row }) => row.id)
  const noted = await findNoted(database.db, { roomId: actor.roomId, memberId: actor.memberId, kind, itemIds, since })
  const details = told.filter(({ row }) => !noted.has(row.id)).map(({ row }) => ({ itemId: row.id, name: row.name }))
  if (details.length > 0) await database.transaction((tx) => activity.recordEach(tx, actor, kind, details))
}

interface Wanted {
  readonly finder: RegExp
  /** By each key that made tokens of the room's texts. */
  readonly tokens: readonly (readonly number[])[]
  /** Whether the reader may have the text. */
  readonly hasText: boolean
}

interface FoundIn extends Pick<FoundDocument, 'pages' | 'more'> {
  readonly row: Candidate
}

/**
 * Candidate by candidate, until there are enough, the time is up, or there is no more. That there are enough shows when one more is found:
 * a candidate alone would tell what stands in it unseen.
 */
async function look(
  parts: SearchParts,
  actor: Actor,
  wanted: Wanted,
  { from, limit }: { from: Place | undefined; limit: number },
  until: AbortSignal,
): Promise<{ found: FoundIn[]; next: Place | undefined }> {
  const began = parts.clock.now().getTime()
  const isLate = (): boolean => parts.clock.now().getTime() - began >= ANSWER_MS
  const found: FoundIn[] = []
  let at = from
  for (;;) {
    const rows = await findCandidates(parts.database.db, visibleItems(actor), wanted.tokens, at, CANDIDATES + 1)
    const readable = allowed(actor, 'read', rows.map(candidateOf))
    for (const row of rows.slice(0, CANDIDATES)) {
      const here = { nameKey: row.name_key, id: row.id }
      const after = at?.id === row.id ? at.block : undefined
      const inside = readable.has(row.id) ? await lookInto(parts, row, { ...wanted, after, isLate }, until) : NOTHING
      if (inside.pages.length > 0 && found.length === limit) return { found, next: { ...here, block: after ?? 0 } }
      if (inside.pages.length > 0) found.push({ row, pages: inside.pages, more: inside.more })
      else if (inside.more) return { found, next: { ...here, block: inside.last } }
      at = here
      if (isLate()) return { found, next: at }
    }
    if (rows.length <= CANDIDATES) return { found, next: undefined }
  }
}

interface Inside extends Pick<FoundDocument, 'pages' | 'more'> {
  /** The block that was looked at last. */
  readonly last: number
}

const NOTHING: Inside = { pages: [], more: false, last: 0 }

/** The pages of a document on which the words stand: the first of them, or those that were found in time, in one block at least. */
async function lookInto(
  { database: { db }, keyring }: SearchParts,
  { room_id: roomId, content_uid: contentUid }: Candidate,
  { after = 0, isLate, ...wanted }: Wanted & { readonly after: number | undefined; readonly isLate: () => boolean },
  until: AbortSignal,
): Promise<Inside> {
  const pages: FoundDocument['pages'] = []
  let last = after
  let blocks: Awaited<ReturnType<typeof findBlocks>> = []
  do {
    blocks = await findBlocks(db, { roomId, contentUid, tokens: wanted.tokens, after: last, limit: BLOCKS })
    for (const { first_page, sealed } of blocks) {
      until.throwIfAborted()
      if (last > after && isLate()) return { pages, more: true, last }
      const read = await unpackPages(await keyring.content.open(db, roomId, blockPurpose(contentUid, first_page), sealed))
      for (const page of read) {
        const found = lookOn(page, wanted)
        if (found && pages.length === LIMITS.searchPages) return { pages, more: true, last }
        if (found) pages.push(found)
      }
      last = first_page
    }
  } while (blocks.length === BLOCKS)
  return { pages, more: false, last }
}

function lookOn({ page, text, unseen }: ReadPage, { finder, hasText }: Wanted): FoundDocument['pages'][number] | undefined {
  if (foldedForm(text).search(finder) < 0) return undefined
  const covered = new Uint8Array(text.length)
  for (const [from, to] of unseen) covered.fill(1, from, to)
  const isSeen = (index: number): boolean => covered[index] === 0
  const places: Stretch[] = []
  for (const place of placesIn(text, finder, hasText ? undefined : isSeen)) {
    places.push(place)
    if (places.length === LIMITS.searchCountMax) break
  }
  if (places.length === 0) return undefined
  return { page, hits: places.length, ...(hasText ? { passage: passageAround(text, places) } : {}) }
}
