import { randomUUID } from 'node:crypto'
import type { BlobStore } from '../../platform/blob/blob-store.ts'
import { type SealedFile, SealedFileReader, type SealedSegment } from '../../platform/blob/sealed-file.ts'
import { type SegmentWriter, writeSegment } from '../../platform/blob/write-segment.ts'
import { arrivingKeyContext, dataKeyContext, type SealingContext } from '../../platform/crypto/context.ts'
import { wrapDataKey } from '../../platform/crypto/room-key.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { RoomKeyring } from '../rooms/index.ts'
import type { VersionRow } from './documents.read.ts'
import type { SegmentPurpose } from './documents.tables.ts'

/** What content is sealed as. `message`: a file that went with a message, which is no document. */
export type ContentPurpose = SegmentPurpose | 'message'

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

/** Where sealed content stands in the database: under which id, and its segments in order. */
interface StoredContent {
  readonly content_uid: string
  readonly segments: readonly StoredSegment[]
}

/** Where the PDF that was made of a version stands in the database; without segments where none was made. */
interface StoredPreview {
  readonly content_uid: string
  readonly preview: readonly StoredSegment[]
}

type StoredSegment = Pick<VersionRow['segments'][number], 'blob_id' | 'size' | 'wrapped_key'>

/**
 * Content of documents and of files of messages, and the PDFs that are made of documents, as sealed segments under keys that the room key
 * wraps. Content is that of a document unless told.
 */
export interface ContentStore {
  /** Begins new content with its only segment. */
  begin(roomId: number, purpose?: ContentPurpose): Promise<{ uid: string; writer: SegmentWriter }>
  /** Begins the PDF that is made of the content with this id, with its only segment. */
  beginPreview(roomId: number, uid: string): Promise<SegmentWriter>
  /** Begins one more segment of content that arrives in several goes. */
  beginSegment(place: ArrivingPlace, purpose?: ContentPurpose): Promise<SegmentWriter>
  /** A segment's data key wrapped for the time until the content is whole, for the transaction that stores it. */
  wrapArriving(tx: Tx, place: ArrivingPlace, segment: SealedSegment): Promise<WrappedSegment>
  /** The segments that have arrived, in order, with their keys opened. */
  openArriving(roomId: number, uid: string, segments: readonly WrappedSegment[]): Promise<SealedSegment[]>
  /** Reads content that has just been written. */
  readNew(roomId: number, content: NewContent, purpose?: ContentPurpose): Promise<SealedFileReader>
  /** A PDF that has just been written, with its keys. */
  newPreview(roomId: number, preview: NewContent): Promise<SealedFile>
  /** The data keys wrapped for the database, for the transaction that stores them. */
  wrapKeys(tx: Tx, roomId: number, content: NewContent, purpose?: ContentPurpose): Promise<WrappedSegment[]>
  /** The content of a version, or of a file, with its keys opened. */
  open(roomId: number, content: StoredContent, purpose?: ContentPurpose): Promise<SealedFile>
  /** The PDF that was made of a version, with its keys opened. */
  openPreview(roomId: number, version: StoredPreview): Promise<SealedFile>
  read(file: SealedFile): SealedFileReader
  /** Removes what was written for nothing. */
  discard(content: NewContent): Promise<void>
}

/** The purpose under which the SHA-256 of a content is sealed. */
export const digestPurpose = (contentUid: string): string => `digest:${contentUid}`

/** Where content, or the PDF that was made of it, belongs. */
export const contentContext = (vault: string, uid: string, purpose: ContentPurpose): SealingContext => ({
  room: vault,
  file: uid,
  fileVersion: 1,
  purpose,
})

export function createContentStore(db: Db, blobs: BlobStore, keyring: RoomKeyring): ContentStore {
  const begin = async ({ roomId, uid, ordinal }: ArrivingPlace, purpose: ContentPurpose): Promise<SegmentWriter> => {
    const { vault } = await keyring.keysOf(db, roomId)
    return writeSegment(blobs, contentContext(vault, uid, purpose), ordinal)
  }
  const sealedNew = async (roomId: number, { uid, segments }: NewContent, purpose: ContentPurpose): Promise<SealedFile> => {
    const { vault } = await keyring.keysOf(db, roomId)
    return { segments, context: contentContext(vault, uid, purpose) }
  }
  const open = async (roomId: number, uid: string, rows: readonly StoredSegment[], purpose: ContentPurpose): Promise<SealedFile> => {
    const { vault } = await keyring.keysOf(db, roomId)
    const context = contentContext(vault, uid, purpose)
    const keyOf = (ordinal: number, wrapped: Buffer): Promise<Buffer> =>
      keyring.openKey(db, roomId, () => dataKeyContext(context, ordinal, rows.length), wrapped)
    const segments = rows.map(async ({ blob_id: blobId, size, wrapped_key }, ordinal) => ({
      blobId,
      size,
      key: await keyOf(ordinal, wrapped_key),
    }))
    return { segments: await Promise.all(segments), context }
  }
  return {
    async begin(roomId, purpose = 'content') {
      const uid = randomUUID()
      return { uid, writer: await begin({ roomId, uid, ordinal: 0 }, purpose) }
    },
    beginSegment: (place, purpose = 'content') => begin(place, purpose),
    async wrapArriving(tx, { roomId, uid, ordinal }, { blobId, size, key }) {
      const { vault, room } = await keyring.keysToSeal(tx, roomId)
      return { blobId, size, wrappedKey: wrapDataKey(room, arrivingKeyContext(contentContext(vault, uid, 'content'), ordinal), key) }
    },
    async openArriving(roomId, uid, segments) {
      const contextAt = (ordinal: number) => (vault: string) => arrivingKeyContext(contentContext(vault, uid, 'content'), ordinal)
      const opened = segments.map(async ({ blobId, size, wrappedKey }, ordinal) => ({
        blobId,
        size,
        key: await keyring.openKey(db, roomId, contextAt(ordinal), wrappedKey),
      }))
      return Promise.all(opened)
    },
    beginPreview: (roomId, uid) => begin({ roomId, uid, ordinal: 0 }, 'preview'),
    readNew: async (roomId, content, purpose = 'content') => new SealedFileReader(blobs, await sealedNew(roomId, content, purpose)),
    newPreview: (roomId, preview) => sealedNew(roomId, preview, 'preview'),
    async wrapKeys(tx, roomId, { uid, segments }, purpose = 'content') {
      const { vault, room } = await keyring.keysToSeal(tx, roomId)
      const context = contentContext(vault, uid, purpose)
      return segments.map(({ blobId, size, key }, ordinal) => ({
        blobId,
        size,
        wrappedKey: wrapDataKey(room, dataKeyContext(context, ordinal, segments.length), key),
      }))
    },
    open: (roomId, { content_uid, segments }, purpose = 'content') => open(roomId, content_uid, segments, purpose),
    openPreview: (roomId, { content_uid, preview }) => open(roomId, content_uid, preview, 'preview'),
    read: (file) => new SealedFileReader(blobs, file),
    async discard({ segments }) {
      for (const { blobId } of segments) await blobs.remove(blobId)
    },
  }
}
