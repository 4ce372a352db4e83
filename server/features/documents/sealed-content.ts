import { randomUUID } from 'node:crypto'
import type { BlobStore } from '../../platform/blob/blob-store.ts'
import { type SealedFile, SealedFileReader } from '../../platform/blob/sealed-file.ts'
import { type SegmentWriter, type StoredSegment, writeSegment } from '../../platform/blob/write-segment.ts'
import { dataKeyContext, type SealingContext } from '../../platform/crypto/context.ts'
import { openDataKey, wrapDataKey } from '../../platform/crypto/room-key.ts'
import type { Db } from '../../platform/db/database.ts'
import type { RoomKeyring } from '../rooms/index.ts'
import { findSegments, type VersionRow } from './documents.read.ts'
import type { SealedSegmentRow } from './documents.store.ts'
import type { SegmentPurpose } from './documents.tables.ts'

/** Content that was sealed and belongs to no version yet. */
export interface NewContent {
  readonly uid: string
  readonly segments: readonly StoredSegment[]
}

/** Content of documents, and the PDFs that are made of it, as sealed segments under keys that the room key wraps. */
export interface ContentStore {
  /** Begins new content with its only segment. */
  begin(roomId: number): Promise<{ uid: string; writer: SegmentWriter }>
  /** Begins the PDF that is made of the content with this id, with its only segment. */
  beginPreview(roomId: number, uid: string): Promise<SegmentWriter>
  /** Reads content that has just been written. */
  readNew(roomId: number, content: NewContent): Promise<SealedFileReader>
  /** A PDF that has just been written, with its keys. */
  newPreview(roomId: number, preview: NewContent): Promise<SealedFile>
  /** The data keys wrapped for the database. */
  wrapKeys(roomId: number, content: NewContent, purpose?: SegmentPurpose): Promise<SealedSegmentRow[]>
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
  const writer = async (roomId: number, uid: string, purpose: SegmentPurpose): Promise<SegmentWriter> => {
    const { vault } = await keyring.keysOf(db, roomId)
    return writeSegment(blobs, contextOf(vault, uid, purpose), 0)
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
      return { uid, writer: await writer(roomId, uid, 'content') }
    },
    beginPreview: (roomId, uid) => writer(roomId, uid, 'preview'),
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
