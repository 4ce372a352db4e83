import { LIMITS } from '../../../contract/core/limits.ts'
import { discardBlobs } from '../../platform/blob/discard-blobs.ts'
import type { Tx } from '../../platform/db/database.ts'
import { undoneTransaction } from '../../platform/db/undone-transaction.ts'
import { ZipLayout } from '../../platform/zip/zip-layout.ts'
import { encryptedLength } from './age-of-archive.ts'
import type { ArchiveParts } from './archive.parts.ts'
import { type ArchiveRow, entryPages } from './archive.read.ts'
import { type ArchiveEntryPosition, makeReady, placeEntries } from './archive.store.ts'
import { encryptDigest, openDigest } from './encrypted-digest.ts'
import { isFile, isInZip } from './entry.rules.ts'
import { TURN } from './made.ts'
import { encryptMade, wrapMade } from './made-content.ts'

export async function finishArchive(
  parts: Pick<ArchiveParts, 'database' | 'blobs' | 'keyring' | 'encryptor' | 'clock'>,
  archive: ArchiveRow,
): Promise<void> {
  const layout = new ZipLayout(archive.zone)
  let files = 0
  let last = -1
  const directory = async function* (): AsyncGenerator<Uint8Array> {
    for await (const entries of entryPages(parts.database.db, archive.id)) {
      const places: ArchiveEntryPosition[] = []
      for (const entry of entries.filter(isInZip)) {
        const { size, crc } = await openDigest(parts, parts.database.db, archive, entry)
        const { offset, headerLength, record } = layout.add({
          name: entry.path,
          modified: entry.modified,
          size,
          crc,
        })
        places.push({ position: entry.position, start_at: offset, header_length: headerLength })
        if (isFile(entry)) files += 1
        yield record
      }
      await placeEntries(parts.database.db, archive.id, places)
      last = entries.at(-1)?.position ?? last
    }
    yield layout.end().record
  }
  const { measured, made } = await encryptMade(parts, archive.room_id, directory())
  const { offset } = layout.end()
  const position = last + 1
  const discard = (): Promise<void> => discardBlobs(parts.blobs, [made.blobId])
  const isReady = await undoneTransaction(parts.database, { work: finish, undo: discard })
  if (!isReady) await discard()
  async function finish(tx: Tx): Promise<boolean> {
    const { uid, blobId, wrappedKey } = await wrapMade(tx, parts, archive.room_id, made)
    return makeReady(tx, archive.id, {
      files,
      size: encryptedLength(archive, offset + measured.size),
      expiresAt: new Date(parts.clock.now().getTime() + LIMITS.archiveMs),
      directory: {
        ...{
          archive_id: archive.id,
          room_id: archive.room_id,
          position,
          turn: TURN.note,
          kind: 'directory',
          path: '',
          modified: archive.created_at,
        },
        ...{ settled: true, size: measured.size, start_at: offset, header_length: 0 },
        sealed: await encryptDigest(parts, tx, archive, position, measured),
        ...{ content_uid: uid, blob_id: blobId, wrapped_key: wrappedKey },
      },
    })
  }
}
