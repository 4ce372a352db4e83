import type { EncryptedFileReader } from '../../../platform/blob/encrypted-file.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { ContentStore } from '../../documents/index.ts'
import { findEntries } from '../entries.read.ts'
import { eachThread } from '../reading/list-threads.ts'
import { isSeenEntry } from '../reading/thread-filter.read.ts'
import { absentReader, numberFor } from '../thread-reader.ts'
import { openFileName } from '../thread-texts.ts'
import type { ThreadParts } from '../threads.parts.ts'
import { openStored } from './open-stored.ts'
import { findFiles, findStored } from './thread-files.read.ts'

interface AttachedFile {
  readonly id: string
  readonly number: string
  readonly name: string
  readonly at: Date
}

export async function* attachedFiles(
  parts: Pick<ThreadParts, 'database' | 'keyring'>,
  roomId: number,
  groupId: number | undefined,
): AsyncGenerator<AttachedFile> {
  const { db } = parts.database
  const reader = await absentReader(db, roomId, { groupId })
  for await (const thread of eachThread(db, reader, {})) {
    const entries = await findEntries(db, [thread.id], isSeenEntry(reader))
    const at = new Map(entries.map(({ id, created_at }) => [id, created_at]))
    for (const row of await findFiles(db, [...at.keys()])) {
      const name = await openFileName(parts, db, roomId, row)
      yield {
        id: row.id,
        number: numberFor(reader, thread),
        name,
        at: at.get(row.entry_id) ?? thread.created_at,
      }
    }
  }
}

interface OpeningParts extends Pick<ThreadParts, 'database'> {
  readonly renditions: { readonly content: ContentStore }
}

/** @throws Refusal ARCHIVE_OUTDATED */
export async function openThreadFile(
  { database, renditions }: OpeningParts,
  roomId: number,
  fileId: string,
): Promise<EncryptedFileReader> {
  const row = await findStored(database.db, roomId, fileId)
  if (!row) throw new Refusal('ARCHIVE_OUTDATED')
  const { content } = renditions
  return content.read(await openStored(content, roomId, row))
}
