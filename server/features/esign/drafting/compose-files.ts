import { randomUUID } from 'node:crypto'
import type { BlobStore } from '../../../platform/blob/blob-store.ts'
import { discardBlobs } from '../../../platform/blob/discard-blobs.ts'
import { encryptStream } from '../../../platform/blob/encrypt-stream.ts'
import { type EncryptedFile, EncryptedFileReader } from '../../../platform/blob/encrypted-file.ts'
import { openEncryptedFile } from '../../../platform/blob/open-encrypted-file.ts'
import type { StoredSegment } from '../../../platform/blob/write-segment.ts'
import type { Db, Queryable, Tx } from '../../../platform/db/database.ts'
import {
  dataKeyContext,
  type EncryptionContext,
  fieldContext,
} from '../../../platform/encryption/context.ts'
import type { EncryptedColumn } from '../../../platform/encryption/encrypted-column.ts'
import { wrapDataKey } from '../../../platform/encryption/room-key.ts'
import type { SealedPdf } from '../../../workers/esign/index.ts'
import { dropBlobs } from '../../documents/index.ts'
import type { RoomKeyring } from '../../rooms/index.ts'
import type { EsignTables } from '../esign.tables.ts'

export interface NewComposeFile {
  readonly uid: string
  readonly segment: StoredSegment
  readonly originSha256?: string
}

export interface EsignFile {
  readonly id: number
  readonly size: number
  /** The digest is hexadecimal. */
  readonly sha256: string
  readonly originSha256: string
  readonly sealed: EncryptedFile
  readonly reader: EncryptedFileReader
}

interface EsignFileParts {
  readonly db: Db
  readonly blobs: BlobStore
  readonly keyring: RoomKeyring
}

/** The room's key wraps each PDF's own key. */
export interface EsignFiles {
  write(
    roomId: number,
    pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<NewComposeFile>
  openNew(roomId: number, file: NewComposeFile): Promise<Pick<EsignFile, 'sealed' | 'reader'>>
  insert(tx: Tx, roomId: number, file: NewComposeFile, at: Date): Promise<number>
  /** @throws Error if outside the room */
  open(db: Queryable, roomId: number, fileId: number): Promise<EsignFile>
  remove(tx: Tx, roomId: number, fileId: number): Promise<void>
  discard(file: NewComposeFile): Promise<void>
}

export async function writeEncrypted(
  files: EsignFiles,
  roomId: number,
  made: SealedPdf,
): Promise<NewComposeFile> {
  const opened = await openEncryptedFile(made)
  try {
    return await files.write(roomId, opened.stream())
  } finally {
    await opened.close()
  }
}

const PURPOSE = 'compose'
const digestPurpose = (uid: string): string => `compose-sha256:${uid}`
const originPurpose = (uid: string): string => `compose-origin-sha256:${uid}`

const contextOf = (vault: string, uid: string): EncryptionContext => ({
  room: vault,
  file: uid,
  fileVersion: 1,
  purpose: PURPOSE,
})

const ofFile = { table: 'compose_files', key: ['id'], more: { content_uid: 'content_uid' } }

export const esignFileColumns: readonly EncryptedColumn[] = [
  {
    ...ofFile,
    column: 'wrapped_key',
    place: (vault, row) => dataKeyContext(contextOf(vault, String(row['content_uid'])), 0, 1),
  },
  {
    ...ofFile,
    column: 'sealed_sha256',
    place: (vault, row) => fieldContext(vault, digestPurpose(String(row['content_uid']))),
  },
  {
    ...ofFile,
    column: 'sealed_origin_sha256',
    place: (vault, row) => fieldContext(vault, originPurpose(String(row['content_uid']))),
  },
]

export function createComposeFiles({ db, blobs, keyring }: EsignFileParts): EsignFiles {
  return {
    async write(roomId, pieces) {
      const uid = randomUUID()
      const { vault } = await keyring.keysOf(db, roomId)
      return { uid, segment: await encryptStream(blobs, contextOf(vault, uid), pieces) }
    },
    async openNew(roomId, { uid, segment }) {
      const { vault } = await keyring.keysOf(db, roomId)
      const sealed: EncryptedFile = { segments: [segment], context: contextOf(vault, uid) }
      return { sealed, reader: new EncryptedFileReader(blobs, sealed) }
    },
    async insert(tx, roomId, { uid, segment, originSha256 }, at) {
      const { vault, room } = await keyring.keysToEncrypt(tx, roomId)
      const digest = (purpose: string, value: string): Promise<Buffer> =>
        keyring.content.encrypt(tx, roomId, purpose, Buffer.from(value))
      const { id } = await tx
        .withTables<EsignTables>()
        .insertInto('compose_files')
        .values({
          room_id: roomId,
          content_uid: uid,
          size: segment.size,
          sealed_sha256: await digest(digestPurpose(uid), segment.sha256),
          sealed_origin_sha256:
            originSha256 === undefined ? null : await digest(originPurpose(uid), originSha256),
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
        .withTables<EsignTables>()
        .selectFrom('compose_files')
        .selectAll()
        .where('id', '=', fileId)
        .where('room_id', '=', roomId)
        .executeTakeFirstOrThrow()
      const { vault } = await keyring.keysOf(queryable, roomId)
      const context = contextOf(vault, row.content_uid)
      const key = await keyring.openKey(
        queryable,
        roomId,
        () => dataKeyContext(context, 0, 1),
        row.wrapped_key,
      )
      const sealed: EncryptedFile = {
        segments: [{ blobId: row.blob_id, size: row.size, key }],
        context,
      }
      const digest = async (purpose: string, value: Buffer): Promise<string> =>
        (await keyring.content.open(queryable, roomId, purpose, value)).toString()
      const sha256 = await digest(digestPurpose(row.content_uid), row.sealed_sha256)
      const { sealed_origin_sha256: origin } = row
      const originSha256 =
        origin === null ? sha256 : await digest(originPurpose(row.content_uid), origin)
      return {
        id: fileId,
        size: row.size,
        sha256,
        originSha256,
        sealed,
        reader: new EncryptedFileReader(blobs, sealed),
      }
    },
    async remove(tx, roomId, fileId) {
      const { blob_id } = await tx
        .withTables<EsignTables>()
        .deleteFrom('compose_files')
        .where('id', '=', fileId)
        .where('room_id', '=', roomId)
        .returning('blob_id')
        .executeTakeFirstOrThrow()
      await dropBlobs(tx, [blob_id])
    },
    discard: ({ segment }) => discardBlobs(blobs, [segment.blobId]),
  }
}
