import { randomUUID } from 'node:crypto'
import type { BlobStore } from '../../platform/blob/blob-store.ts'
import { type SealedFile, SealedFileReader, type SealedSegment } from '../../platform/blob/sealed-file.ts'
import { type SegmentWriter, writeSegment } from '../../platform/blob/write-segment.ts'
import { arrivingKeyContext, dataKeyContext, type SealingContext } from '../../platform/crypto/context.ts'
import { openDataKey, wrapDataKey } from '../../platform/crypto/room-key.ts'
import type { Db } from '../../platform/db/database.ts'
import type { RoomKeyring } from '../rooms/index.ts'
import type { VersionRow } from './documents.read.ts'

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

/** Content of documents as sealed segments, under keys that the room key wraps. */
export interface ContentStore {
  /** Begins new content with its only segment. */
  begin(roomId: number): Promise<{ uid: string; writer: SegmentWriter }>
  /** Begins one more segment of content that arrives in several goes. */
  beginSegment(place: ArrivingPlace): Promise<SegmentWriter>
  /** A segment's data key wrapped for the time until the content is whole. */
  wrapArriving(place: ArrivingPlace, segment: SealedSegment): Promise<WrappedSegment>
  /** The segments that have arrived, in order, with their keys opened. */
  openArriving(roomId: number, uid: string, segments: readonly WrappedSegment[]): Promise<SealedSegment[]>
  /** Reads content that has just been written. */
  readNew(roomId: number, content: NewContent): Promise<SealedFileReader>
  /** The data keys wrapped for the database. */
  wrapKeys(roomId: number, content: NewContent): Promise<WrappedSegment[]>
  /** The content of a version with its keys opened. */
  open(roomId: number, version: VersionRow): Promise<SealedFile>
  read(file: SealedFile): SealedFileReader
  /** Removes what was written for nothing. */
  discard(content: NewContent): Promise<void>
}

const contextOf = (vault: string, uid: string): SealingContext => ({ room: vault, file: uid, fileVersion: 1, purpose: 'content' })

export function createContentStore(db: Db, blobs: BlobStore, keyring: RoomKeyring): ContentStore {
  const beginSegment = async ({ roomId, uid, ordinal }: ArrivingPlace): Promise<SegmentWriter> => {
    const { vault } = await keyring.keysOf(db, roomId)
    return writeSegment(blobs, contextOf(vault, uid), ordinal)
  }
  return {
    async begin(roomId) {
      const uid = randomUUID()
      return { uid, writer: await beginSegment({ roomId, uid, ordinal: 0 }) }
    },
    beginSegment,
    async wrapArriving({ roomId, uid, ordinal }, { blobId, size, key }) {
      const { vault, room } = await keyring.keysOf(db, roomId)
      return { blobId, size, wrappedKey: wrapDataKey(room, arrivingKeyContext(contextOf(vault, uid), ordinal), key) }
    },
    async openArriving(roomId, uid, segments) {
      const { vault, room } = await keyring.keysOf(db, roomId)
      const context = contextOf(vault, uid)
      return segments.map(({ blobId, size, wrappedKey }, ordinal) => ({
        blobId,
        size,
        key: openDataKey(room, arrivingKeyContext(context, ordinal), wrappedKey),
      }))
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
