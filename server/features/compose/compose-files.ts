import { randomUUID } from 'node:crypto'
import type { BlobStore } from '../../platform/blob/blob-store.ts'
import { openSealedFile } from '../../platform/blob/open-sealed-file.ts'
import { sealStream } from '../../platform/blob/seal-stream.ts'
import { type SealedFile, SealedFileReader } from '../../platform/blob/sealed-file.ts'
import type { StoredSegment } from '../../platform/blob/write-segment.ts'
import { dataKeyContext, fieldContext, type SealingContext } from '../../platform/crypto/context.ts'
import { wrapDataKey } from '../../platform/crypto/room-key.ts'
import type { SealedColumn } from '../../platform/crypto/sealed-column.ts'
import type { Db, Queryable, Tx } from '../../platform/db/database.ts'
import type { SealedPdf } from '../../workers/seal/index.ts'
import { freeBlobs } from '../documents/index.ts'
import type { RoomKeyring } from '../rooms/index.ts'
import type { ComposeTables } from './compose.tables.ts'

/** A PDF that was written and belongs to no document yet. */
export interface NewComposeFile {
  readonly uid: string
  readonly segment: StoredSegment
  /** SHA-256 of the PDF of which this one was made, where it is another one. */
  readonly originSha256?: string
}

/** A PDF of a document that is signed, with its key opened. */
export interface ComposeFile {
  readonly id: number
  readonly size: number
  /** SHA-256 of the PDF, in hexadecimal. */
  readonly sha256: string
  /** That of the PDF of which it was made: the same where nothing had to be done to it. */
  readonly originSha256: string
  readonly sealed: SealedFile
  /** Reads it, whole or in ranges. */
  readonly reader: SealedFileReader
}

interface ComposeFileParts {
  readonly db: Db
  readonly blobs: BlobStore
  readonly keyring: RoomKeyring
}

/** The PDFs of documents that are signed, each sealed under a key of its own that the room's key wraps. */
export interface ComposeFiles {
  /** Seals what comes. Whatever fails, no blob is left. */
  write(roomId: number, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<NewComposeFile>
  /** What was written, to be read. */
  openNew(roomId: number, file: NewComposeFile): Promise<Pick<ComposeFile, 'sealed' | 'reader'>>
  /** Stores the row of what was written. @returns its id. */
  insert(tx: Tx, roomId: number, file: NewComposeFile, at: Date): Promise<number>
  /** @throws Error where there is no such file in the room. */
  open(db: Queryable, roomId: number, fileId: number): Promise<ComposeFile>
  /** Removes the row; the blob is removed by what sweeps freed blobs, once this has committed. */
  remove(tx: Tx, roomId: number, fileId: number): Promise<void>
  /** Removes what was written for nothing. */
  discard(file: NewComposeFile): Promise<void>
}

/** Writes what the sealing process made. */
export async function writeSealed(files: ComposeFiles, roomId: number, made: SealedPdf): Promise<NewComposeFile> {
  const opened = await openSealedFile(made)
  try {
    return await files.write(roomId, opened.stream())
  } finally {
    await opened.close()
  }
}

const PURPOSE = 'compose'
const digestPurpose = (uid: string): string => `compose-sha256:${uid}`
const originPurpose = (uid: string): string => `compose-origin-sha256:${uid}`

const contextOf = (vault: string, uid: string): SealingContext => ({ room: vault, file: uid, fileVersion: 1, purpose: PURPOSE })

const ofFile = { table: 'compose_files', key: ['id'], more: { content_uid: 'content_uid' } }

/** What is sealed of these files beside their blobs. */
export const composeFileColumns: readonly SealedColumn[] = [
  { ...ofFile, column: 'wrapped_key', place: (vault, row) => dataKeyContext(contextOf(vault, String(row['content_uid'])), 0, 1) },
  { ...ofFile, column: 'sealed_sha256', place: (vault, row) => fieldContext(vault, digestPurpose(String(row['content_uid']))) },
  { ...ofFile, column: 'sealed_origin_sha256', place: (vault, row) => fieldContext(vault, originPurpose(String(row['content_uid']))) },
]

export function createComposeFiles({ db, blobs, keyring }: ComposeFileParts): ComposeFiles {
  return {
    async write(roomId, pieces) {
      const uid = randomUUID()
      const { vault } = await keyring.keysOf(db, roomId)
      return { uid, segment: await sealStream(blobs, contextOf(vault, uid), pieces) }
    },
    async openNew(roomId, { uid, segment }) {
      const { vault } = await keyring.keysOf(db, roomId)
      const sealed: SealedFile = { segments: [segment], context: contextOf(vault, uid) }
      return { sealed, reader: new SealedFileReader(blobs, sealed) }
    },
    async insert(tx, roomId, { uid, segment, originSha256 }, at) {
      const { vault, room } = await keyring.keysToSeal(tx, roomId)
      const digest = (purpose: string, value: string): Promise<Buffer> => keyring.content.seal(tx, roomId, purpose, Buffer.from(value))
      const { id } = await tx
        .withTables<ComposeTables>()
        .insertInto('compose_files')
        .values({
          room_id: roomId,
          content_uid: uid,
          size: segment.size,
          sealed_sha256: await digest(digestPurpose(uid), segment.sha256),
          sealed_origin_sha256: originSha256 === undefined ? null : await digest(originPurpose(uid), originSha256),
          blob_id: segment.blobId,
          wrapped_key: wrapDataKey(room, dataKeyContext(contextOf(vault, uid), 0, 1), segment.key),
          created_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async open(queryable, roomId, fileId) {
      const row = await queryable
        .withTables<ComposeTables>()
        .selectFrom('compose_files')
        .selectAll()
        .where('id', '=', fileId)
        .where('room_id', '=', roomId)
        .executeTakeFirstOrThrow()
      const { vault } = await keyring.keysOf(queryable, roomId)
      const context = contextOf(vault, row.content_uid)
      const key = await keyring.openKey(queryable, roomId, () => dataKeyContext(context, 0, 1), row.wrapped_key)
      const sealed: SealedFile = { segments: [{ blobId: row.blob_id, size: row.size, key }], context }
      const digest = async (purpose: string, value: Buffer): Promise<string> =>
        (await keyring.content.open(queryable, roomId, purpose, value)).toString()
      const sha256 = await digest(digestPurpose(row.content_uid), row.sealed_sha256)
      const { sealed_origin_sha256: origin } = row
      const originSha256 = origin === null ? sha256 : await digest(originPurpose(row.content_uid), origin)
      return { id: fileId, size: row.size, sha256, originSha256, sealed, reader: new SealedFileReader(blobs, sealed) }
    },
    async remove(tx, roomId, fileId) {
      const { blob_id } = await tx
        .withTables<ComposeTables>()
        .deleteFrom('compose_files')
        .where('id', '=', fileId)
        .where('room_id', '=', roomId)
        .returning('blob_id')
        .executeTakeFirstOrThrow()
      await freeBlobs(tx, [blob_id])
    },
    discard: ({ segment }) => blobs.remove(segment.blobId),
  }
}
