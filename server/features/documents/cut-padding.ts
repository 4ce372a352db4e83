import type { Extension } from '../../../contract/core/limits.ts'
import type { SealedSegment } from '../../platform/blob/sealed-file.ts'
import type { SegmentWriter, StoredSegment } from '../../platform/blob/write-segment.ts'
import { endOfDocument } from './content/check-content.ts'
import type { ContentPurpose, ContentStore, NewContent } from './sealed-content.ts'

type Store = Pick<ContentStore, 'beginSegment' | 'readNew' | 'discard'>

/** What content is, and where it belongs. */
interface Place {
  readonly roomId: number
  readonly ext: Extension
  readonly purpose?: ContentPurpose
}

/** Content without what lay behind its end. */
export interface CutContent {
  readonly content: NewContent
  /** Its last segment, which was sealed anew. */
  readonly last: StoredSegment
  /** The segments that it has no more. */
  readonly dropped: readonly SealedSegment[]
}

/**
 * Content that ends where its document does: white space and zeros behind a ZIP are of no use and refused by strict readers. What is sealed
 * cannot be shortened, so the segment with the end is sealed anew up to there, under a key of its own. The caller keeps one and discards
 * the other. @returns undefined where there is nothing to cut. @throws NoSpaceError; then nothing is left of what was written.
 */
export async function cutPadding(
  store: Store,
  { roomId, ext, purpose = 'content' }: Place,
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
    return { content: { uid, segments: [...segments.slice(0, ordinal), last] }, last, dropped: segments.slice(ordinal) }
  } finally {
    // Does nothing once it is finished.
    await writer.discard()
  }
}

/** Ends content of one segment, without what lies behind its document. @throws NoSpaceError; then nothing of it is left. */
export async function finishCut(store: Store, place: Place, uid: string, writer: SegmentWriter): Promise<StoredSegment> {
  const whole: NewContent & { readonly segments: readonly [StoredSegment] } = { uid, segments: [await writer.finish()] }
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
