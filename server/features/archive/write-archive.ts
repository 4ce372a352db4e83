import { type AgeRecipient, recipientKey } from '../../platform/crypto/age/age-header.ts'
import { machine } from '../activity/index.ts'
import { noteArchived } from '../rooms/index.ts'
import { carryOn } from './archive.jobs.ts'
import type { ArchiveParts } from './archive.parts.ts'
import { findArchive } from './archive.read.ts'
import { deleteArchive } from './archive.store.ts'
import { draftArchive } from './prepare-archive.ts'
import { readArchive } from './read-archive.ts'

/** An archive of a whole room for the person at the machine. */
export interface WrittenArchive {
  readonly name: string
  readonly files: number
  /** Bytes. */
  readonly size: number
}

interface Sink {
  write(piece: Uint8Array): Promise<void>
}

/**
 * Prepares an archive of a room and writes it at once; nothing of it is kept here afterwards.
 * @param recipient a public key of age to seal it to.
 * @throws RangeError for what is no key, ArchiveFailed, or what the sink throws.
 */
export async function writeArchive(
  parts: ArchiveParts,
  roomId: number,
  recipient: string | undefined,
  sink: Sink,
): Promise<WrittenArchive> {
  if (recipient !== undefined && !recipientKey(recipient)) throw new RangeError('not a public key of age')
  const protection: AgeRecipient | null = recipient === undefined ? null : { kind: 'age', recipient }
  const { database, activity } = parts
  const draft = await draftArchive(parts, { roomId, memberId: null, scope: 'room', marked: false }, protection)
  const archiveId = await database.transaction((tx) => draft.insert(tx))
  try {
    await carryOn(parts, archiveId, Number.POSITIVE_INFINITY, new AbortController().signal)
    const archive = await findArchive(database.db, archiveId)
    if (archive?.state !== 'READY') throw new Error('the archive was removed meanwhile')
    const { name, files, size } = archive
    await database.transaction((tx) =>
      activity.record(tx, machine(roomId), 'archive.written', { files, size, protected: protection !== null }),
    )
    for await (const piece of readArchive(parts, archive, { start: 0, end: size }, async () => {})) await sink.write(piece)
    await database.transaction((tx) => noteArchived(tx, roomId, parts.clock.now()))
    return { name, files, size }
  } finally {
    await database.transaction((tx) => deleteArchive(tx, archiveId))
  }
}
