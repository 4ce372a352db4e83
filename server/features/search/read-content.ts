import { type ReadPage, RenderError } from '../../workers/render/index.ts'
import { renderSource, statusOfFailure } from '../delivery/index.ts'
import { type VersionRow, versionOf } from '../documents/index.ts'
import { indexKeyOf } from '../rooms/index.ts'
import { gramsOfPages, tokensOf } from './grams.ts'
import type { SearchParts } from './search.parts.ts'
import { findReadyVersion, findText } from './search.read.ts'
import {
  advanceText,
  failText,
  insertBlock,
  type OpenState,
  replaceBlocks,
} from './search.store.ts'
import { blockPurpose, hasHidden, packPages } from './text-block.ts'
import { dequeueText, requeueText, type TakenText } from './text-queue.store.ts'

/** Smaller blocks would reveal word proximity; larger ones slow each search. */
const BLOCK_CHARACTERS = 16_000
const BLOCK_PAGES = 64
/** This is about a thousand printed pages. */
const CONTENT_CHARACTERS = 5_000_000
const COSTLY_PAGES = 3
const SLOW_MS = 10_000

/** Slow pages shorten the block. @throws temporary failures, before any write */
export async function readNextBlock(
  parts: SearchParts,
  taken: TakenText,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, log } = parts
  const { contentUid, roomId } = taken
  const began = clock.now().getTime()
  const isLate = (): boolean => clock.now().getTime() - began >= SLOW_MS
  const versionId = await findReadyVersion(database.db, contentUid)
  const version =
    versionId === undefined ? undefined : await versionOf(database.db, roomId, versionId)
  const text = await findText(database.db, contentUid)
  const state = text?.state
  if (version?.status !== 'READY' || !text || (state !== 'WAITING' && state !== 'AGAIN'))
    return database.transaction((tx) => dequeueText(tx, taken, { slow: false, at: clock.now() }))
  try {
    const read = await readBlock(
      parts,
      { roomId, version, from: text.next_page, costly: taken.costly, isLate },
      signal,
    )
    const slow = isLate() || read.costly > taken.costly
    // An earlier reader's text stays.
    if (state === 'AGAIN' && read.costly > 0) return await giveUp(parts, taken, { state, slow })
    await keepBlock(parts, taken, {
      ...read,
      state,
      slow,
      first: text.next_page,
      before: text.characters,
    })
  } catch (error) {
    // Only failures of the document itself are permanent.
    if (statusOfFailure(error, { repeated: false }) === undefined) throw error
    log.warn({ versionId }, 'the text of a document cannot be read')
    await giveUp(parts, taken, { state, slow: isLate() })
  }
}

async function giveUp(
  { database, clock }: Pick<SearchParts, 'database' | 'clock'>,
  taken: TakenText,
  { state, slow }: { readonly state: OpenState; readonly slow: boolean },
): Promise<void> {
  await database.transaction(async (tx) => {
    await failText(tx, taken.contentUid, state)
    await dequeueText(tx, taken, { slow, at: clock.now() })
  })
}

export const isCostly = (error: unknown): boolean =>
  error instanceof RenderError && [...PAGE_FAILURES, 'BUDGET'].includes(error.code)

interface ReadBlockInput {
  readonly roomId: number
  readonly version: VersionRow
  readonly from: number
  readonly costly: number
  readonly isLate: () => boolean
}

interface Block {
  readonly pages: readonly ReadPage[]
  readonly next: number | undefined
  readonly costly: number
}

async function readBlock(
  parts: Pick<SearchParts, 'pool' | 'blobs' | 'content'>,
  { roomId, version, from, costly, isLate }: ReadBlockInput,
  signal: AbortSignal,
): Promise<Block> {
  const source = await renderSource(parts, { roomId }, version, 'pdf')
  const last = version.pages?.length ?? 0
  const pages: ReadPage[] = []
  let characters = 0
  let next = from
  let isSingle = false
  while (next <= last) {
    if (isLate() && pages.length > 0) return { pages, next, costly }
    try {
      const read = await parts.pool.read(
        source,
        { from: next, to: isSingle ? next : last },
        { signal },
      )
      for (const page of read.pages) {
        if (
          pages.length === BLOCK_PAGES ||
          (pages.length > 0 && characters + page.text.length > BLOCK_CHARACTERS)
        )
          return { pages, next, costly: 0 }
        pages.push(page)
        characters += page.text.length
        next = page.page + 1
      }
      if (read.pages.length === 0) return { pages, next: undefined, costly }
    } catch (error) {
      if (!isOfPage(error)) throw error
      if (isSingle || next === last)
        return {
          pages,
          costly: costly + 1,
          next: costly + 1 < COSTLY_PAGES && next < last ? next + 1 : undefined,
        }
      isSingle = true
    }
  }
  return { pages, next: undefined, costly }
}

const PAGE_FAILURES = ['TIMEOUT', 'CRASHED', 'MEMORY']

/** An exhausted budget says nothing about the remaining pages. */
const isOfPage = (error: unknown): boolean =>
  error instanceof RenderError && !error.isRemembered && PAGE_FAILURES.includes(error.code)

interface NewBlock extends Block {
  readonly state: OpenState
  readonly first: number
  readonly slow: boolean
  readonly before: number
}

async function keepBlock(
  { database, keyring, clock }: Pick<SearchParts, 'database' | 'keyring' | 'clock'>,
  taken: TakenText,
  block: NewBlock,
): Promise<void> {
  const { contentUid, roomId } = taken
  const { first, state, costly, slow } = block
  const written = block.pages.filter(({ text }) => text !== '')
  const grams = gramsOfPages(written)
  const packed = await packPages(written)
  // A character may fold to several.
  const length = written.reduce((sum, { text }) => sum + text.length, 0)
  const characters = block.before + Math.max(length, grams.size)
  const next = characters < CONTENT_CHARACTERS ? block.next : undefined
  await database.transaction(async (tx) => {
    const at = clock.now()
    const isKept = await advanceText(tx, contentUid, {
      state,
      from: first,
      to: next,
      characters,
      hidden: hasHidden(written),
    })
    if (!isKept || next !== undefined)
      await requeueText(tx, taken, { failed: false, costly, slow }, at)
    else await dequeueText(tx, taken, { slow, at })
    if (!isKept) return
    if (grams.size > 0) {
      const { room } = await keyring.keysToEncrypt(tx, roomId)
      const tokens = tokensOf(indexKeyOf(room), grams)
      const encrypted = await keyring.content.encrypt(
        tx,
        roomId,
        blockPurpose(contentUid, first),
        packed,
      )
      await insertBlock(tx, {
        contentUid,
        firstPage: state === 'AGAIN' ? -first : first,
        roomId,
        sealed: encrypted,
        tokens,
      })
    }
    if (state === 'AGAIN' && next === undefined) await replaceBlocks(tx, contentUid)
  })
}
