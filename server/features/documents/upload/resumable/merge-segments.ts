import {
  BlobNotFoundError,
  NoSpaceError,
  StorageUnavailableError,
} from '../../../../platform/blob/blob-store.ts'
import { totalSize } from '../../../../platform/blob/segments.ts'
import type { StoredSegment } from '../../../../platform/blob/write-segment.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { DocumentParts } from '../../documents.parts.ts'
import type { ArrivingPlace, WrappedSegment } from '../../storage/encrypted-content.ts'
import { isWriter, type UploadWriter } from './uploads.store.ts'

/** Object storages dislike smaller parts. */
const LARGE_BYTES = 5 * 2 ** 20

export interface MergedSegment {
  /** Segments from this one on are replaced. */
  readonly ordinal: number
  readonly segment: StoredSegment
}

/** Each small segment then is more than twice its successor or precedes a large one, and bytes are rewritten a dozen times at most. */
export function firstToMerge(sizes: readonly number[]): number {
  let first = Math.max(0, sizes.length - 1)
  let merged = sizes[first] ?? 0
  for (; first > 0 && merged < LARGE_BYTES; first -= 1) {
    const before = sizes[first - 1] ?? 0
    if (before >= LARGE_BYTES || before > 2 * merged) break
    merged += before
  }
  return first
}

export interface EarlierSegments extends Omit<ArrivingPlace, 'ordinal'> {
  readonly segments: readonly WrappedSegment[]
}

/**
 * @returns undefined if the piece stays alone, also where storage fails, since a later piece merges it
 * @throws Refusal UPLOAD_OFFSET if another piece writes
 */
export async function mergeSegments(
  { content, database }: Pick<DocumentParts, 'content' | 'database'>,
  writer: UploadWriter,
  { segments, roomId, uid }: EarlierSegments,
  piece: StoredSegment,
): Promise<MergedSegment | undefined> {
  const ordinal = firstToMerge([...segments, piece].map(({ size }) => size))
  if (ordinal === segments.length) return undefined
  if (!(await isWriter(database.db, writer))) throw new Refusal('UPLOAD_OFFSET')
  try {
    const whole = await content.readNew(roomId, {
      uid,
      segments: [...(await content.openArriving(roomId, uid, segments)), piece],
    })
    const merged = await content.beginSegment({ roomId, uid, ordinal })
    try {
      for await (const bytes of whole.stream({ start: totalSize(segments.slice(0, ordinal)) }))
        await merged.write(bytes as Buffer)
      return { ordinal, segment: await merged.finish() }
    } finally {
      await merged.discard()
    }
  } catch (error) {
    // A newer piece may have merged the same segments.
    if (
      error instanceof BlobNotFoundError ||
      error instanceof NoSpaceError ||
      error instanceof StorageUnavailableError
    )
      return undefined
    throw error
  }
}
