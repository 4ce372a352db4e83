import type { StoredSegment } from '../../../platform/blob/write-segment.ts'
import { refuseFullDisk } from '../upload/refuse-full-disk.ts'
import type { ContentPurpose, ContentStore, NewContent } from './encrypted-content.ts'

interface WrittenContent {
  readonly content: NewContent
  readonly segment: StoredSegment
}

/** An error leaves no trace. @throws Refusal NO_SPACE, errors of the pieces */
export async function writeContent(
  store: Pick<ContentStore, 'begin'>,
  roomId: number,
  pieces: AsyncIterable<Uint8Array>,
  purpose?: ContentPurpose,
): Promise<WrittenContent> {
  const { uid, writer } = await store.begin(roomId, purpose)
  try {
    for await (const piece of pieces) await writer.write(piece)
    const segment = await writer.finish()
    return { content: { uid, segments: [segment] }, segment }
  } catch (error) {
    await writer.discard()
    return refuseFullDisk(error)
  }
}
