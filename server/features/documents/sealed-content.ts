import { randomUUID } from 'node:crypto'
import type { BlobStore } from '../../platform/blob/blob-store.ts'
import { type SealedFile, SealedFileReader } from '../../platform/blob/sealed-file.ts'
import { type SegmentWriter, type StoredSegment, writeSegment } from '../../platform/blob/write-segment.ts'
import { dataKeyContext, type SealingContext } from '../../platform/crypto/context.ts'
import { openDataKey, wrapDataKey } from '../../platform/crypto/room-key.ts'
import type { Db } from '../../platform/db/database.ts'
import type { RoomKeyring } from '../rooms/index.ts'
import type { VersionRow } from './documents.read.ts'

/** Content that was sealed and belongs to no version yet. */
export interface NewContent {
  readonly uid: string
  readonly segments: readonly StoredSegment[]
}

/** Content of documents as sealed segments, under keys that the room key wraps. */
export interface ContentStore {
  /** Begins new content with its only segment. */
  begin(roomId: number): Promise<{ uid: string; writer: SegmentWriter }>
  /** Reads content that has just been written. */
  readNew(roomId: number, content: NewContent): Promise<SealedFileReader>
  /** The data keys wrapped for the database. */
  wrapKeys(roomId: number, content: NewContent): Promise<{ blobId: string; size: number; wrappedKey: Buffer }[]>
  /** The content of a version with its keys opened. */
  open(roomId: number, version: VersionRow): Promise<SealedFile>
  read(file: SealedFile): SealedFileReader
  /** Removes what was written for nothing. */
  discard(content: NewContent): Promise<void>
}

const contextOf = (vault: string, uid: string): SealingContext => ({ room: vault, file: uid, fileVersion: 1, purpose: 'content' })

export function createContentStore(db: Db, blobs: BlobStore, keyring: RoomKeyring): ContentStore {
  return {
    async begin(roomId) {
      const uid = randomUUID()
      const { vault } = await keyring.keysOf(db, roomId)
      return { uid, writer: await writeSegment(blobs, contextOf(vault, uid), 0) }
    },
    async readNew(roomId, { uid, segments }) {
      const { vault } = await keyring.keysOf(db, roomId)
      return new SealedFileReader(blobs, { segments, context: contextOf(vault, uid) })
    },
    async wrapKeys(roomId, { uid, segments }) {
      const { vault, room } = await keyring.keysOf(db, roomId)
      const context = contextOf(vault, uid)
      return segments.map(({ blobId, size, key }, ordinal) => ({
        blobId,
        size,
        wrappedKey: wrapDataKey(room, dataKeyContext(context, ordinal, segments.length), key),
      }))
    },
    async open(roomId, version) {
      const { vault, room } = await keyring.keysOf(db, roomId)
      const context = contextOf(vault, version.content_uid)
      const segments = version.segments.map(({ blob_id, size, wrapped_key }, ordinal) => ({
        blobId: blob_id,
        size,
        key: openDataKey(room, dataKeyContext(context, ordinal, version.segments.length), wrapped_key),
      }))
      return { segments, context }
    },
    read: (file) => new SealedFileReader(blobs, file),
    async discard({ segments }) {
      for (const { blobId } of segments) await blobs.remove(blobId)
    },
  }
}
