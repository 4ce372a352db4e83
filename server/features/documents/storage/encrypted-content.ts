import { randomUUID } from 'node:crypto'
import type { BlobStore } from '../../../platform/blob/blob-store.ts'
import { discardBlobs } from '../../../platform/blob/discard-blobs.ts'
import {
  type ChunkDecryptor,
  type EncryptedFile,
  EncryptedFileReader,
  type EncryptedSegment,
} from '../../../platform/blob/encrypted-file.ts'
import { type SegmentWriter, writeSegment } from '../../../platform/blob/write-segment.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import {
  arrivingKeyContext,
  dataKeyContext,
  type EncryptionContext,
} from '../../../platform/encryption/context.ts'
import { wrapDataKey } from '../../../platform/encryption/room-key.ts'
import type { RoomKeyring } from '../../rooms/index.ts'
import type { VersionRow } from '../documents.read.ts'
import type { SegmentPurpose } from '../documents.tables.ts'

export type ContentPurpose = SegmentPurpose | 'message' | 'thread' | 'disclosure'

export interface NewContent {
  readonly uid: string
  readonly segments: readonly EncryptedSegment[]
}

export interface WrappedSegment {
  readonly blobId: string
  readonly size: number
  readonly wrappedKey: Buffer
}

export interface ArrivingPlace {
  readonly roomId: number
  readonly uid: string
  readonly ordinal: number
}

interface StoredContent {
  readonly content_uid: string
  readonly segments: readonly StoredSegment[]
}

interface StoredPreview {
  readonly content_uid: string
  readonly preview: readonly StoredSegment[]
}

type StoredSegment = Pick<VersionRow['segments'][number], 'blob_id' | 'size' | 'wrapped_key'>

export interface ContentStore {
  begin(roomId: number, purpose?: ContentPurpose): Promise<{ uid: string; writer: SegmentWriter }>
  beginPreview(roomId: number, uid: string): Promise<SegmentWriter>
  beginSegment(place: ArrivingPlace, purpose?: ContentPurpose): Promise<SegmentWriter>
  wrapArriving(tx: Tx, place: ArrivingPlace, segment: EncryptedSegment): Promise<WrappedSegment>
  openArriving(
    roomId: number,
    uid: string,
    segments: readonly WrappedSegment[],
  ): Promise<EncryptedSegment[]>
  readNew(
    roomId: number,
    content: NewContent,
    purpose?: ContentPurpose,
  ): Promise<EncryptedFileReader>
  newFile(roomId: number, content: NewContent, purpose: ContentPurpose): Promise<EncryptedFile>
  wrapKeys(
    tx: Tx,
    roomId: number,
    content: NewContent,
    purpose?: ContentPurpose,
  ): Promise<WrappedSegment[]>
  open(roomId: number, content: StoredContent, purpose?: ContentPurpose): Promise<EncryptedFile>
  openPreview(roomId: number, version: StoredPreview): Promise<EncryptedFile>
  read(file: EncryptedFile): EncryptedFileReader
  discard(content: NewContent): Promise<void>
}

/** This encrypts a content's SHA-256. */
export const digestPurpose = (contentUid: string): string => `digest:${contentUid}`

export const contentContext = (
  vault: string,
  uid: string,
  purpose: ContentPurpose,
): EncryptionContext => ({
  room: vault,
  file: uid,
  fileVersion: 1,
  purpose,
})

/** @param elsewhere decrypts large chunks in another thread */
export function createContentStore(
  db: Db,
  blobs: BlobStore,
  keyring: RoomKeyring,
  elsewhere?: ChunkDecryptor,
): ContentStore {
  const begin = async (
    { roomId, uid, ordinal }: ArrivingPlace,
    purpose: ContentPurpose,
  ): Promise<SegmentWriter> => {
    const { vault } = await keyring.keysOf(db, roomId)
    return writeSegment(blobs, contentContext(vault, uid, purpose), ordinal)
  }
  const encryptedNew = async (
    roomId: number,
    { uid, segments }: NewContent,
    purpose: ContentPurpose,
  ): Promise<EncryptedFile> => {
    const { vault } = await keyring.keysOf(db, roomId)
    return { segments, context: contentContext(vault, uid, purpose) }
  }
  const open = async (
    roomId: number,
    uid: string,
    rows: readonly StoredSegment[],
    purpose: ContentPurpose,
  ): Promise<EncryptedFile> => {
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
      const { vault, room } = await keyring.keysToEncrypt(tx, roomId)
      return {
        blobId,
        size,
        wrappedKey: wrapDataKey(
          room,
          arrivingKeyContext(contentContext(vault, uid, 'content'), ordinal),
          key,
        ),
      }
    },
    async openArriving(roomId, uid, segments) {
      const contextAt = (ordinal: number) => (vault: string) =>
        arrivingKeyContext(contentContext(vault, uid, 'content'), ordinal)
      const opened = segments.map(async ({ blobId, size, wrappedKey }, ordinal) => ({
        blobId,
        size,
        key: await keyring.openKey(db, roomId, contextAt(ordinal), wrappedKey),
      }))
      return Promise.all(opened)
    },
    beginPreview: (roomId, uid) => begin({ roomId, uid, ordinal: 0 }, 'preview'),
    readNew: async (roomId, content, purpose = 'content') =>
      new EncryptedFileReader(blobs, await encryptedNew(roomId, content, purpose)),
    newFile: encryptedNew,
    async wrapKeys(tx, roomId, { uid, segments }, purpose = 'content') {
      const { vault, room } = await keyring.keysToEncrypt(tx, roomId)
      const context = contentContext(vault, uid, purpose)
      return segments.map(({ blobId, size, key }, ordinal) => ({
        blobId,
        size,
        wrappedKey: wrapDataKey(room, dataKeyContext(context, ordinal, segments.length), key),
      }))
    },
    open: (roomId, { content_uid, segments }, purpose = 'content') =>
      open(roomId, content_uid, segments, purpose),
    openPreview: (roomId, { content_uid, preview }) =>
      open(roomId, content_uid, preview, 'preview'),
    read: (file) => new EncryptedFileReader(blobs, file, elsewhere),
    discard: ({ segments }) =>
      discardBlobs(
        blobs,
        segments.map(({ blobId }) => blobId),
      ),
  }
}
