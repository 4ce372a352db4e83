import type { Extension } from '../../../../contract/core/limits.ts'
import type { EncryptedSegment } from '../../../platform/blob/encrypted-file.ts'
import type { SegmentWriter, StoredSegment } from '../../../platform/blob/write-segment.ts'
import { endOfDocument } from '../upload/content/check-content.ts'
import type { ContentPurpose, ContentStore, NewContent } from './encrypted-content.ts'

type Store = Pick<ContentStore, 'beginSegment' | 'readNew' | 'discard'>

interface CutPaddingInput {
  readonly roomId: number
  readonly ext: Extension
  readonly purpose?: ContentPurpose
}

export interface CutContent {
  readonly content: NewContent
  readonly last: StoredSegment
  readonly dropped: readonly EncryptedSegment[]
}

/**
 * Strict readers reject padding after ZIP documents. The caller discards one content.
 * @returns undefined if nothing is cut
 * @throws NoSpaceError without leaving a file
 */
export async function cutPadding(
  store: Store,
  { roomId, ext, purpose = 'content' }: CutPaddingInput,
  made: NewContent,
): Promise<CutContent | undefined> {
  const { uid, segments } = made
  const reader = await store.readNew(roomId, made, purpose)
  const end = await endOfDocument(ext, reader)
  if (end === undefined) return undefined
  let start = 0
  let ordinal = 0
  for (const { size } of segments) {
    if (start + size >= end) break
    start += size
    ordinal += 1
  }
  const writer = await store.beginSegment({ roomId, uid, ordinal }, purpose)
  try {
    for await (const bytes of reader.stream({ start, end })) await writer.write(bytes as Buffer)
    const last = await writer.finish()
    return {
      content: { uid, segments: [...segments.slice(0, ordinal), last] },
      last,
      dropped: segments.slice(ordinal),
    }
  } finally {
    await writer.discard()
  }
}

/** @throws NoSpaceError without leaving a file */
export async function finishCut(
  store: Store,
  place: CutPaddingInput,
  uid: string,
  writer: SegmentWriter,
): Promise<StoredSegment> {
  const whole: NewContent & { readonly segments: readonly [StoredSegment] } = {
    uid,
    segments: [await writer.finish()],
  }
  let last = whole.segments[0]
  try {
    last = (await cutPadding(store, place, whole))?.last ?? last
  } catch (error) {
    await store.discard(whole)
    throw error
  }
  if (last !== whole.segments[0]) await store.discard(whole)
  return last
}
