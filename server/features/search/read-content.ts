import { z } from 'zod'
import type { Queryable } from '../../platform/db/database.ts'
import { addJob, every, handle, jobType } from '../../platform/jobs/job.ts'
import { type ReadPage, RenderError } from '../../workers/render/index.ts'
import { findVersion, type VersionRow } from '../documents/index.ts'
import { renderSource, statusOfFailure } from '../renditions/index.ts'
import { indexKeyOf } from '../rooms/index.ts'
import { gramsOfPages, tokensOf } from './grams.ts'
import type { SearchParts } from './search.parts.ts'
import { findContentOf, findText, findUnread } from './search.read.ts'
import { advanceText, failText, insertBlock } from './search.store.ts'
import { blockPurpose, packPages } from './text-block.ts'

const versionIds = z.object({ roomId: z.int(), versionId: z.int() })

/** Behind conversions, which somebody may wait for. What fails for good is begun again by `readUnread`. */
const readContent = jobType('search.read', versionIds, { maxAttempts: 5, priority: 30 })

/**
 * All are read one after the other, on all nodes together, and a run reads one block: nobody's mails or pages wait for long, and a long
 * document is not in the way of the others.
 */
const LANE = readContent.name
/** Characters and pages of one block: fewer tell more of what stands beside what to whom sees the tokens alone, more cost each search. */
const BLOCK_CHARACTERS = 16_000
const BLOCK_PAGES = 64
/** Characters of one content that are read, some thousand pages of print; with all rooms full of such texts the index still has an end. */
const CONTENT_CHARACTERS = 5_000_000
/** Pages of a block over which a worker is lost, or held up until its deadline, before the rest of the document is given up. */
const COSTLY_PAGES = 3
/** Contents that one query of `readUnread` finds. */
const BATCH = 500

/** Has the text of a version read in the background; what is read already, or by another version with the same content, is so at once. */
export async function queueReading(tx: Queryable, { roomId, versionId }: { roomId: number; versionId: number }): Promise<void> {
  const contentUid = await findContentOf(tx, versionId)
  if (contentUid !== undefined) await queue(tx, { roomId, versionId, contentUid })
}

async function queue(db: Queryable, content: { roomId: number; versionId: number; contentUid: string }): Promise<void> {
  const { roomId, versionId, contentUid } = content
  await addJob(db, readContent, { roomId, versionId }, { jobKey: `${readContent.name}:${contentUid}`, queue: LANE })
}

const readUnread = jobType('search.readUnread', z.object({}), { maxAttempts: 3, priority: 30 })

/** Background work of this feature: texts as documents get their pages, and each hour whatever has been left unread. */
export function readingJobs(parts: SearchParts) {
  const { db } = parts.database
  const catchUp = handle(readUnread, async (_, { signal }) => {
    let unread: Awaited<ReturnType<typeof findUnread>> = []
    do {
      signal.throwIfAborted()
      unread = await findUnread(db, unread.at(-1)?.content_uid, BATCH)
      for (const row of unread) await queue(db, { roomId: row.room_id, versionId: row.version_id, contentUid: row.content_uid })
    } while (unread.length === BATCH)
  })
  return {
    handlers: [readingHandler(parts), catchUp],
    recurring: [every(readUnread, '7 * * * *')],
    start: () => addJob(db, readUnread, {}, { jobKey: readUnread.name }),
  }
}

function readingHandler(parts: SearchParts) {
  const { db } = parts.database
  return handle(readContent, async ({ roomId, versionId }, { signal }) => {
    const version = await findVersion(db, roomId, versionId)
    const text = version && (await findText(db, version.content_uid))
    if (version?.status !== 'READY' || text?.state !== 'WAITING') return
    const contentUid = version.content_uid
    try {
      const { pages, next } = await readBlock(parts, { roomId, version, from: text.next_page }, signal)
      await keepBlock(parts, { roomId, versionId, contentUid, first: text.next_page, next, pages, before: text.characters })
    } catch (error) {
      // Only what proves something of the document is believed for good; an outage of ours has it read later.
      if (statusOfFailure(error, { repeated: false }) === undefined) throw error
      parts.log.warn({ versionId }, 'the text of a document cannot be read')
      await failText(db, contentUid)
    }
  })
}

interface Reading {
  readonly roomId: number
  readonly version: VersionRow
  readonly from: number
}

/** Reads pages until there are enough for a block. Those over which a worker is lost, or held up until its deadline, are left out. */
async function readBlock(
  parts: SearchParts,
  { roomId, version, from }: Reading,
  signal: AbortSignal,
): Promise<{ pages: readonly ReadPage[]; next: number | undefined }> {
  const source = await renderSource(parts, { roomId }, version, 'pdf')
  const last = version.pages?.length ?? 0
  const pages: ReadPage[] = []
  let characters = 0
  let costly = 0
  let next = from
  let to = last
  while (next <= last && costly < COSTLY_PAGES) {
    try {
      const read = await parts.pool.read(source, { from: next, to }, { signal })
      for (const page of read.pages) {
        if (pages.length === BLOCK_PAGES || (pages.length > 0 && characters + page.text.length > BLOCK_CHARACTERS)) return { pages, next }
        pages.push(page)
        characters += page.text.length
        next = page.page + 1
      }
      // What was inspected as longer than it is has no more to read.
      if (read.pages.length === 0) return { pages, next: undefined }
      to = last
    } catch (error) {
      if (!isOfPage(error)) throw error
      // It may be any page of those that were asked for: by itself it shows.
      if (to === next) {
        costly += 1
        next += 1
        to = last
      } else to = next
    }
  }
  return { pages, next: undefined }
}

/** Whether a page is at fault. A budget that is used up says nothing of the pages that are left: they are read later. */
const isOfPage = (error: unknown): boolean =>
  error instanceof RenderError && !error.isRemembered && ['TIMEOUT', 'CRASHED', 'MEMORY'].includes(error.code)

interface Block {
  readonly roomId: number
  readonly versionId: number
  readonly contentUid: string
  readonly first: number
  /** Where to go on; undefined at the end. */
  readonly next: number | undefined
  readonly pages: readonly ReadPage[]
  /** Characters that were read of the content before. */
  readonly before: number
}

/**
 * Seals what was read and has the next block read, or notes that it was the last, or enough; nothing where the text is gone, or somebody
 * else was faster.
 */
async function keepBlock(
  { database, keyring }: SearchParts,
  { roomId, versionId, contentUid, first, before, ...block }: Block,
): Promise<void> {
  const written = block.pages.filter(({ text }) => text !== '')
  const grams = gramsOfPages(written)
  const packed = await packPages(written)
  // A character may fold to several, and make more pairs than one.
  const length = written.reduce((sum, { text }) => sum + text.length, 0)
  const characters = before + Math.max(length, grams.size)
  const next = characters < CONTENT_CHARACTERS ? block.next : undefined
  await database.transaction(async (tx) => {
    if (!(await advanceText(tx, contentUid, { from: first, to: next, characters }))) return
    if (next !== undefined) await queue(tx, { roomId, versionId, contentUid })
    if (grams.size === 0) return
    const { room } = await keyring.keysToSeal(tx, roomId)
    const tokens = tokensOf(indexKeyOf(room), grams)
    const sealed = await keyring.content.seal(tx, roomId, blockPurpose(contentUid, first), packed)
    await insertBlock(tx, { contentUid, firstPage: first, roomId, sealed, tokens })
  })
}
