import { type ReadPage, RenderError } from '../../workers/render/index.ts'
import { findVersion, type VersionRow } from '../documents/index.ts'
import { renderSource, statusOfFailure } from '../renditions/index.ts'
import { indexKeyOf } from '../rooms/index.ts'
import { gramsOfPages, tokensOf } from './grams.ts'
import type { SearchParts } from './search.parts.ts'
import { findReadyVersion, findText } from './search.read.ts'
import { advanceText, failText, insertBlock } from './search.store.ts'
import { blockPurpose, hasHidden, packPages } from './text-block.ts'
import { type ClaimedText, dequeueText, requeueText } from './text-queue.store.ts'

/** Characters and pages of one block: fewer tell more of what stands beside what to whom sees the tokens alone, more cost each search. */
const BLOCK_CHARACTERS = 16_000
const BLOCK_PAGES = 64
/** Characters of one content that are read, some thousand pages of print; with all rooms full of such texts the index still has an end. */
const CONTENT_CHARACTERS = 5_000_000
/** Pages over which a worker is lost, or held up until its deadline, before the rest of a document is given up; each whole block forgets them. */
const COSTLY_PAGES = 3
/** A run that took longer is slow: it ends with what it has read, and its document waits behind all others. */
const SLOW_MS = 10_000

/**
 * Reads one block of a content: a long document is not in the way of the others. The block is shorter where its pages take long.
 * @throws what may turn out otherwise the next time; nothing is written then.
 */
export async function readNextBlock(parts: SearchParts, claimed: ClaimedText, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = parts
  const { contentUid, roomId } = claimed
  const began = clock.now().getTime()
  const isLate = (): boolean => clock.now().getTime() - began >= SLOW_MS
  const versionId = await findReadyVersion(database.db, contentUid)
  const version = versionId === undefined ? undefined : await findVersion(database.db, roomId, versionId)
  const text = await findText(database.db, contentUid)
  if (version?.status !== 'READY' || text?.state !== 'WAITING')
    return database.transaction((tx) => dequeueText(tx, claimed, { slow: false, at: clock.now() }))
  try {
    const read = await readBlock(parts, { roomId, version, from: text.next_page, costly: claimed.costly, isLate }, signal)
    const slow = isLate() || read.costly > claimed.costly
    await keepBlock(parts, claimed, { ...read, slow, first: text.next_page, before: text.characters })
  } catch (error) {
    // Only what proves something of the document is believed for good; an outage of ours has it read later.
    if (statusOfFailure(error, { repeated: false }) === undefined) throw error
    log.warn({ versionId }, 'the text of a document cannot be read')
    await database.transaction(async (tx) => {
      await failText(tx, contentUid)
      await dequeueText(tx, claimed, { slow: isLate(), at: clock.now() })
    })
  }
}

/** Whether a failed run cost others their time. */
export const isCostly = (error: unknown): boolean => error instanceof RenderError && [...PAGE_FAILURES, 'BUDGET'].includes(error.code)

interface Reading {
  readonly roomId: number
  readonly version: VersionRow
  readonly from: number
  /** As `ClaimedText` has it. */
  readonly costly: number
  /** Whether the run has had its time. */
  readonly isLate: () => boolean
}

interface Block {
  readonly pages: readonly ReadPage[]
  /** Where to go on; undefined at the end. */
  readonly next: number | undefined
  readonly costly: number
}

/**
 * Reads pages until there are enough for a block, its time is up or a page was costly. A page over which a worker is lost, or held up until
 * its deadline, is left out.
 */
async function readBlock(parts: SearchParts, { roomId, version, from, costly, isLate }: Reading, signal: AbortSignal): Promise<Block> {
  const source = await renderSource(parts, { roomId }, version, 'pdf')
  const last = version.pages?.length ?? 0
  const pages: ReadPage[] = []
  let characters = 0
  let next = from
  let isSingle = false
  while (next <= last) {
    if (isLate() && pages.length > 0) return { pages, next, costly }
    try {
      const read = await parts.pool.read(source, { from: next, to: isSingle ? next : last }, { signal })
      for (const page of read.pages) {
        if (pages.length === BLOCK_PAGES || (pages.length > 0 && characters + page.text.length > BLOCK_CHARACTERS))
          return { pages, next, costly: 0 }
        pages.push(page)
        characters += page.text.length
        next = page.page + 1
      }
      // What was inspected as longer than it is has no more to read.
      if (read.pages.length === 0) return { pages, next: undefined, costly }
    } catch (error) {
      if (!isOfPage(error)) throw error
      if (isSingle || next === last)
        return { pages, costly: costly + 1, next: costly + 1 < COSTLY_PAGES && next < last ? next + 1 : undefined }
      // It may be any page of those that were asked for: by itself it shows.
      isSingle = true
    }
  }
  return { pages, next: undefined, costly }
}

const PAGE_FAILURES = ['TIMEOUT', 'CRASHED', 'MEMORY']

/** Whether a page is at fault. A budget that is used up says nothing of the pages that are left: they are read later. */
const isOfPage = (error: unknown): boolean => error instanceof RenderError && !error.isRemembered && PAGE_FAILURES.includes(error.code)

interface NewBlock extends Block {
  readonly first: number
  readonly slow: boolean
  /** Characters that were read of the content before. */
  readonly before: number
}

/**
 * Seals what was read and has the next block read, or notes that it was the last, or enough; nothing where the text is gone, or somebody
 * else was faster.
 */
async function keepBlock({ database, keyring, clock }: SearchParts, claimed: ClaimedText, block: NewBlock): Promise<void> {
  const { contentUid, roomId } = claimed
  const { first, costly, slow } = block
  const written = block.pages.filter(({ text }) => text !== '')
  const grams = gramsOfPages(written)
  const packed = await packPages(written)
  // A character may fold to several, and make more pairs than one.
  const length = written.reduce((sum, { text }) => sum + text.length, 0)
  const characters = block.before + Math.max(length, grams.size)
  const next = characters < CONTENT_CHARACTERS ? block.next : undefined
  await database.transaction(async (tx) => {
    const at = clock.now()
    const isKept = await advanceText(tx, contentUid, { from: first, to: next, characters, hidden: hasHidden(written) })
    if (!isKept || next !== undefined) await requeueText(tx, claimed, { failed: false, costly, slow }, at)
    else await dequeueText(tx, claimed, { slow, at })
    if (!isKept || grams.size === 0) return
    const { room } = await keyring.keysToSeal(tx, roomId)
    const tokens = tokensOf(indexKeyOf(room), grams)
    const sealed = await keyring.content.seal(tx, roomId, blockPurpose(contentUid, first), packed)
    await insertBlock(tx, { contentUid, firstPage: first, roomId, sealed, tokens })
  })
}
