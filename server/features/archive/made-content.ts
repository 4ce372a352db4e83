import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { encryptStream } from '../../platform/blob/encrypt-stream.ts'
import { type EncryptedFile, EncryptedFileReader } from '../../platform/blob/encrypted-file.ts'
import type { Tx } from '../../platform/db/database.ts'
import { dataKeyContext, type EncryptionContext } from '../../platform/encryption/context.ts'
import type { EncryptedColumn } from '../../platform/encryption/encrypted-column.ts'
import { wrapDataKey } from '../../platform/encryption/room-key.ts'
import type { ArchiveParts } from './archive.parts.ts'
import type { EntryRow } from './archive.read.ts'
import type { MadeBlob } from './archive.store.ts'

export interface Measured {
  readonly size: number
  readonly crc: number
  readonly sha256: string
}

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>
type Keys = Pick<ArchiveParts, 'database' | 'blobs' | 'keyring'>

const contextOf = (vault: string, uid: string): EncryptionContext => ({
  room: vault,
  file: uid,
  fileVersion: 1,
  purpose: 'archive',
})

export const madeKeyColumn: EncryptedColumn = {
  table: 'archive_entries',
  column: 'wrapped_key',
  key: ['archive_id', 'position'],
  more: { content_uid: 'content_uid' },
  place: (vault, { content_uid: uid }) => dataKeyContext(contextOf(vault, String(uid)), 0, 1),
}

export interface NewMade {
  readonly uid: string
  readonly blobId: string
  readonly key: Buffer
}

export async function encryptMade(
  { database, blobs, keyring }: Keys,
  roomId: number,
  pieces: Pieces,
): Promise<{ readonly measured: Measured; readonly made: NewMade }> {
  const uid = randomUUID()
  const { vault } = await keyring.keysOf(database.db, roomId)
  const context = contextOf(vault, uid)
  let crc = 0
  const counted = async function* () {
    for await (const piece of pieces) {
      crc = crc32(piece, crc)
      yield piece
    }
  }
  const { blobId, key, size, sha256 } = await encryptStream(blobs, context, counted())
  return { measured: { size, crc, sha256 }, made: { uid, blobId, key } }
}

export async function wrapMade(
  tx: Tx,
  { keyring }: Pick<Keys, 'keyring'>,
  roomId: number,
  { uid, blobId, key }: NewMade,
): Promise<MadeBlob> {
  const { vault, room } = await keyring.keysToEncrypt(tx, roomId)
  return {
    uid,
    blobId,
    wrappedKey: wrapDataKey(room, dataKeyContext(contextOf(vault, uid), 0, 1), key),
  }
}

/** @throws Error without created content */
export async function readMade(
  { database, blobs, keyring }: Keys,
  roomId: number,
  entry: EntryRow,
): Promise<EncryptedFileReader> {
  const { content_uid: uid, blob_id: blobId, wrapped_key: wrapped, size } = entry
  if (uid === null || blobId === null || wrapped === null)
    throw new Error(`nothing was made for entry ${entry.position}`)
  const { vault } = await keyring.keysOf(database.db, roomId)
  const context = contextOf(vault, uid)
  const key = await keyring.openKey(
    database.db,
    roomId,
    () => dataKeyContext(context, 0, 1),
    wrapped,
  )
  const file: EncryptedFile = { segments: [{ blobId, size, key }], context }
  return new EncryptedFileReader(blobs, file)
}
