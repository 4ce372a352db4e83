import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sealStream } from '../../platform/blob/seal-stream.ts'
import { type SealedFile, SealedFileReader } from '../../platform/blob/sealed-file.ts'
import { dataKeyContext, type SealingContext } from '../../platform/crypto/context.ts'
import { wrapDataKey } from '../../platform/crypto/room-key.ts'
import type { SealedColumn } from '../../platform/crypto/sealed-column.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ArchiveParts } from './archive.parts.ts'
import type { EntryRow } from './archive.read.ts'
import type { MadeBlob } from './archive.store.ts'

/** What was read of a content. */
export interface Measured {
  /** Bytes. */
  readonly size: number
  /** CRC-32. */
  readonly crc: number
  /** In hexadecimal. */
  readonly sha256: string
}

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>
type Keys = Pick<ArchiveParts, 'database' | 'blobs' | 'keyring'>

const contextOf = (vault: string, uid: string): SealingContext => ({ room: vault, file: uid, fileVersion: 1, purpose: 'archive' })

/** Keys of what was made for archives. */
export const madeKeyColumn: SealedColumn = {
  table: 'archive_entries',
  column: 'wrapped_key',
  key: ['archive_id', 'position'],
  more: { content_uid: 'content_uid' },
  place: (vault, { content_uid: uid }) => dataKeyContext(contextOf(vault, String(uid)), 0, 1),
}

/** What was made, and belongs to no entry yet. */
export interface NewMade {
  readonly uid: string
  readonly blobId: string
  readonly key: Buffer
}

/** Seals what was made for an archive under a key of its own. */
export async function sealMade(
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
  const { blobId, key, size, sha256 } = await sealStream(blobs, context, counted())
  return { measured: { size, crc, sha256 }, made: { uid, blobId, key } }
}

/** What was made as it stands in the row of its entry, for the transaction that writes it. */
export async function wrapMade(
  tx: Tx,
  { keyring }: Pick<Keys, 'keyring'>,
  roomId: number,
  { uid, blobId, key }: NewMade,
): Promise<MadeBlob> {
  const { vault, room } = await keyring.keysToSeal(tx, roomId)
  return { uid, blobId, wrappedKey: wrapDataKey(room, dataKeyContext(contextOf(vault, uid), 0, 1), key) }
}

/** Reads it again. @throws Error for an entry of which nothing was made. */
export async function readMade({ database, blobs, keyring }: Keys, roomId: number, entry: EntryRow): Promise<SealedFileReader> {
  const { content_uid: uid, blob_id: blobId, wrapped_key: wrapped, size } = entry
  if (uid === null || blobId === null || wrapped === null) throw new Error(`nothing was made for entry ${entry.position}`)
  const { vault } = await keyring.keysOf(database.db, roomId)
  const context = contextOf(vault, uid)
  const key = await keyring.openKey(database.db, roomId, () => dataKeyContext(context, 0, 1), wrapped)
  const file: SealedFile = { segments: [{ blobId, size, key }], context }
  return new SealedFileReader(blobs, file)
}

const PIECE = 64 * 1024

/** A text as UTF-8, small pieces joined. */
export async function* utf8(text: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  let waiting: string[] = []
  let length = 0
  for await (const piece of text) {
    waiting.push(piece)
    length += piece.length
    if (length < PIECE) continue
    yield Buffer.from(waiting.join(''))
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.from(waiting.join(''))
}
