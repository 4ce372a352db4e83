import type { SearchParts } from './search.parts.ts'
import { findBlockAfter, findNotLookedAt } from './search.read.ts'
import { noteHidden } from './search.store.ts'
import { blockPurpose, hasHidden, unpackPages } from './text-block.ts'

type LookParts = Pick<SearchParts, 'database' | 'keyring' | 'log'>

const AT_ONCE = 20

/** @returns true if more contents remain. */
export async function lookForHidden(parts: LookParts, signal: AbortSignal): Promise<boolean> {
  const { db } = parts.database
  const contents = await findNotLookedAt(db, AT_ONCE + 1)
  for (const { content_uid: contentUid, room_id: roomId } of contents.slice(0, AT_ONCE)) {
    signal.throwIfAborted()
    const hidden = await isHiddenIn(parts, { contentUid, roomId }, signal).catch(
      (error: unknown) => {
        signal.throwIfAborted()
        // An undecryptable text must not block others.
        parts.log.warn({ content: contentUid, error }, 'a text could not be opened')
        return true
      },
    )
    await noteHidden(db, contentUid, hidden)
  }
  return contents.length > AT_ONCE
}

async function isHiddenIn(
  { database: { db }, keyring }: LookParts,
  { contentUid, roomId }: { contentUid: string; roomId: number },
  signal: AbortSignal,
): Promise<boolean> {
  for (
    let block = await findBlockAfter(db, contentUid, 0);
    block;
    block = await findBlockAfter(db, contentUid, block.first_page)
  ) {
    signal.throwIfAborted()
    const packed = await keyring.content.open(
      db,
      roomId,
      blockPurpose(contentUid, block.first_page),
      block.sealed,
    )
    if (hasHidden(await unpackPages(packed))) return true
  }
  return false
}
