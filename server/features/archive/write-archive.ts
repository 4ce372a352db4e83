import { type AgeRecipient, recipientKey } from '../../platform/encryption/age/age-header.ts'
import { machine } from '../audit/index.ts'
import { noteTakenAway } from '../rooms/index.ts'
import { resumePreparing } from './archive.jobs.ts'
import type { ArchiveParts } from './archive.parts.ts'
import { findArchive } from './archive.read.ts'
import { deleteArchive } from './archive.store.ts'
import { draftArchive } from './prepare-archive.ts'
import { readArchive } from './read-archive.ts'

export interface WrittenArchive {
  readonly name: string
  readonly files: number
  readonly size: number
}

interface Sink {
  write(piece: Uint8Array): Promise<void>
}

/**
 * Streams without storing.
 * @param recipient age public key
 * @throws RangeError for an invalid key, ArchiveFailed, or sink errors
 */
export async function writeArchive(
  parts: ArchiveParts,
  roomId: number,
  recipient: string | undefined,
  sink: Sink,
): Promise<WrittenArchive> {
  if (recipient !== undefined && !recipientKey(recipient))
    throw new RangeError('not a public key of age')
  const protection: AgeRecipient | null =
    recipient === undefined ? null : { kind: 'age', recipient }
  const { database, activity } = parts
  const draft = await draftArchive(
    parts,
    { roomId, memberId: null, scope: 'room', group: undefined, marked: false },
    protection,
  )
  const archiveId = await database.transaction((tx) => draft.insert(tx))
  try {
    await resumePreparing(parts, archiveId, Number.POSITIVE_INFINITY, new AbortController().signal)
    const archive = await findArchive(database.db, archiveId)
    if (archive?.state !== 'READY') throw new Error('the archive was removed meanwhile')
    const { name, files, size } = archive
    await database.transaction((tx) =>
      activity.record(tx, machine(roomId), 'archive.written', {
        files,
        size,
        protected: protection !== null,
      }),
    )
    for await (const piece of readArchive(parts, archive, { start: 0, end: size }, async () => {}))
      await sink.write(piece)
    await database.transaction((tx) => noteTakenAway(tx, roomId, parts.clock.now()))
    return { name, files, size }
  } finally {
    await database.transaction((tx) => deleteArchive(tx, archiveId))
  }
}
