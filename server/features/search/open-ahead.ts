import type { ReadPage } from '../../workers/render/index.ts'
import type { SearchParts } from './search.parts.ts'
import { findBlocks, findFirstBlocks, type Search, type SearchCandidate } from './search.read.ts'
import { blockPurpose, unpackPages } from './text-block.ts'

const DOCUMENTS = 7
/** Later blocks follow in groups. */
const FIRST = 2
const BLOCKS = 8

type OpenParts = Pick<SearchParts, 'database' | 'keyring'>

interface OpenBlock {
  readonly firstPage: number
  readonly pages: readonly ReadPage[]
}

/** `after` is the previous block's first page. */
export interface OpenCandidate {
  readonly row: SearchCandidate
  readonly after: number
  readonly blocks: AsyncIterable<OpenBlock>
}

export async function* openAhead(
  parts: OpenParts,
  search: Pick<Search, 'tokens'>,
  rows: readonly { readonly row: SearchCandidate; readonly after: number }[],
  until: AbortSignal,
): AsyncGenerator<OpenCandidate> {
  const open = (from: number): Promise<OpenCandidate[]> => {
    const opening = openFirst(parts, search, rows.slice(from, from + DOCUMENTS), until)
    // The caller may stop early.
    opening.catch(() => {})
    return opening
  }
  let next = open(0)
  for (let at = 0; at < rows.length; at += DOCUMENTS) {
    const opened = await next
    if (at + DOCUMENTS < rows.length) next = open(at + DOCUMENTS)
    yield* opened
  }
}

async function openFirst(
  parts: OpenParts,
  { tokens }: Pick<Search, 'tokens'>,
  rows: readonly { readonly row: SearchCandidate; readonly after: number }[],
  until: AbortSignal,
): Promise<OpenCandidate[]> {
  const [first] = rows
  if (!first) return []
  const wanted = rows.map(({ row, after }) => ({ contentUid: row.content_uid, after }))
  const found = await findFirstBlocks(
    parts.database.db,
    { roomId: first.row.room_id, tokens, limit: FIRST },
    wanted,
  )
  until.throwIfAborted()
  const opened = await Promise.all(
    found.map(async (block) => ({
      place: block.place,
      ...(await openBlock(parts, first.row.room_id, block)),
    })),
  )
  return rows.map(({ row, after }, index) => {
    const own = opened.filter(({ place }) => place === index + 1)
    return {
      row,
      after,
      blocks: own.length < FIRST ? iterate(own) : goOn(parts, row, tokens, own, until),
    }
  })
}

async function* iterate(blocks: readonly OpenBlock[]): AsyncGenerator<OpenBlock> {
  yield* blocks
}

async function* goOn(
  parts: OpenParts,
  row: SearchCandidate,
  tokens: Search['tokens'],
  first: readonly OpenBlock[],
  until: AbortSignal,
): AsyncGenerator<OpenBlock> {
  yield* first
  let last = first.at(-1)?.firstPage ?? 0
  for (;;) {
    const found = await findBlocks(parts.database.db, {
      roomId: row.room_id,
      contentUid: row.content_uid,
      tokens,
      after: last,
      limit: BLOCKS,
    })
    for (const block of found) {
      until.throwIfAborted()
      yield await openBlock(parts, row.room_id, { content_uid: row.content_uid, ...block })
      last = block.first_page
    }
    if (found.length < BLOCKS) return
  }
}

async function openBlock(
  { database: { db }, keyring }: OpenParts,
  roomId: number,
  {
    content_uid,
    first_page: firstPage,
    sealed: encrypted,
  }: { content_uid: string; first_page: number; sealed: Buffer },
): Promise<OpenBlock> {
  const packed = await keyring.content.open(
    db,
    roomId,
    blockPurpose(content_uid, firstPage),
    encrypted,
  )
  return { firstPage, pages: await unpackPages(packed) }
}
