import { randomUUID } from 'node:crypto'
import type { BlobStore } from '../../platform/blob/blob-store.ts'
import { type SealedFile, SealedFileReader, type SealedSegment } from '../../platform/blob/sealed-file.ts'
import { type SegmentWriter, writeSegment } from '../../platform/blob/write-segment.ts'
import { arrivingKeyContext, dataKeyContext, type SealingContext } from '../../platform/crypto/context.ts'
import { openDataKey, wrapDataKey } from '../../platform/crypto/room-key.ts'
import type { Db } from '../../platform/db/database.ts'
import type { RoomKeyring } from '../rooms/index.ts'
import { findSegments, type VersionRow } from './documents.read.ts'
import type { SegmentPurpose } from './documents.tables.ts'

/** Content that was sealed and belongs to no version yet. */
export interface NewContent {
  readonly uid: string
  readonly segments: readonly SealedSegment[]
}

/** A segment as it stands in the database, its data key wrapped. */
export interface WrappedSegment {
  readonly blobId: string
  /** Bytes of plaintext. */
  readonly size: number
  readonly wrappedKey: Buffer
}

/** Where a segment of content that arrives in several goes belongs. */
export interface ArrivingPlace {
  readonly roomId: number
  readonly uid: string
  readonly ordinal: number
}

/** Content of documents, and the PDFs that are made of it, as sealed segments under keys that the room key wraps. */
export interface ContentStore {
  /** Begins new content with its only segment. */
  begin(roomId: number): Promise<{ uid: string; writer: SegmentWriter }>
  /** Begins the PDF that is made of the content with this id, with its only segment. */
  beginPreview(roomId: number, uid: string): Promise<SegmentWriter>
  /** Begins one more segment of content that arrives in several goes. */
  beginSegment(place: ArrivingPlace): Promise<SegmentWriter>
  /** A segment's data key wrapped for the time until the content is whole. */
  wrapArriving(place: ArrivingPlace, segment: SealedSegment): Promise<WrappedSegment>
  /** The segments that have arrived, in order, with their keys opened. */
  openArriving(roomId: number, uid: string, segments: readonly WrappedSegment[]): Promise<SealedSegment[]>
  /** Reads content that has just been written. */
  readNew(roomId: number, content: NewContent): Promise<SealedFileReader>
  /** A PDF that has just been written, with its keys. */
  newPreview(roomId: number, preview: NewContent): Promise<SealedFile>
  /** The data keys wrapped for the database. */
  wrapKeys(roomId: number, content: NewContent, purpose?: SegmentPurpose): Promise<WrappedSegment[]>
  /** The content of a version with its keys opened. */
  open(roomId: number, version: VersionRow): Promise<SealedFile>
  /** The PDF that was made of a version, with its keys opened. */
  openPreview(roomId: number, version: VersionRow): Promise<SealedFile>
  read(file: SealedFile): SealedFileReader
  /** Removes what was written for nothing. */
  discard(content: NewContent): Promise<void>
}

const contextOf = (vault: string, uid: string, purpose: SegmentPurpose): SealingContext => ({
  room: vault,
  file: uid,
  fileVersion: 1,
  purpose,
})

export function createContentStore(db: Db, blobs: BlobStore, keyring: RoomKeyring): ContentStore {
  const begin = async ({ roomId, uid, ordinal }: ArrivingPlace, purpose: SegmentPurpose): Promise<SegmentWriter> => {
    const { vault } = await keyring.keysOf(db, roomId)
    return writeSegment(blobs, contextOf(vault, uid, purpose), ordinal)
  }
  const sealedNew = async (roomId: number, { uid, segments }: NewContent, purpose: SegmentPurpose): Promise<SealedFile> => {
    const { vault } = await keyring.keysOf(db, roomId)
    return { segments, context: contextOf(vault, uid, purpose) }
  }
  const open = async (roomId: number, uid: string, rows: VersionRow['segments'], purpose: SegmentPurpose): Promise<SealedFile> => {
    const { vault, room } = await keyring.keysOf(db, roomId)
    const context = contextOf(vault, uid, purpose)
    const segments = rows.map(({ blob_id, size, wrapped_key }, ordinal) => ({
      blobId: blob_id,
      size,
      key: openDataKey(room, dataKeyContext(context, ordinal, rows.length), wrapped_key),
    }))
    return { segments, context }
  }
  return {
    async begin(roomId) {
      const uid = randomUUID()
      return { uid, writer: await begin({ roomId, uid, ordinal: 0 }, 'content') }
    },
    beginSegment: (place) => begin(place, 'content'),
    async wrapArriving({ roomId, uid, ordinal }, { blobId, size, key }) {
      const { vault, room } = await keyring.keysOf(db, roomId)
      return { blobId, size, wrappedKey: wrapDataKey(room, arrivingKeyContext(contextOf(vault, uid, 'content'), ordinal), key) }
    },
    async openArriving(roomId, uid, segments) {
      const { vault, room } = await keyring.keysOf(db, roomId)
      const context = contextOf(vault, uid, 'content')
      return segments.map(({ blobId, size, wrappedKey }, ordinal) => ({
        blobId,
        size,
        key: openDataKey(room, arrivingKeyContext(context, ordinal), wrappedKey),
      }))
    },
    beginPreview: (roomId, uid) => begin({ roomId, uid, ordinal: 0 }, 'preview'),
    readNew: async (roomId, content) => new SealedFileReader(blobs, await sealedNew(roomId, content, 'content')),
    newPreview: (roomId, preview) => sealedNew(roomId, preview, 'preview'),
    async wrapKeys(roomId, { uid, segments }, purpose = 'content') {
      const { vault, room } = await keyring.keysOf(db, roomId)
      const context = contextOf(vault, uid, purpose)
      return segments.map(({ blobId, size, key }, ordinal) => ({
        blobId,
        size,
        wrappedKey: wrapDataKey(room, dataKeyContext(context, ordinal, segments.length), key),
      }))
    },
    open: (roomId, { content_uid, segments }) => open(roomId, content_uid, segments, 'content'),
    openPreview: async (roomId, version) =>
      open(roomId, version.content_uid, await findSegments(db, roomId, [version.id], 'preview'), 'preview'),
    read: (file) => new SealedFileReader(blobs, file),
    async discard({ segments }) {
      for (const { blobId } of segments) await blobs.remove(blobId)
    },
  }
}
