import { Readable } from 'node:stream'
import type { Actor } from '../../access/actor.ts'
import { authorizeOne, type Subjects } from '../../access/authorize.ts'
import { type VisibleItems, visibleItems } from '../../access/items.ts'
import type { ArchiveFacts } from '../../access/policies.ts'
import { bytesInRange, requestedRange } from '../../platform/http/byte-range.ts'
import { disposition } from '../../platform/http/disposition.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ArchiveDownloads } from '../delivery/index.ts'
import { noteTakenAway } from '../rooms/index.ts'
import type { ArchiveParts } from './archive.parts.ts'
import { type ArchiveRow, contentsOf, findArchive } from './archive.read.ts'
import { coverOf, permissionOf, requireOwn } from './archive.rules.ts'
import { noteFetched } from './archive.store.ts'
import { type ReadingParts, readArchive } from './read-archive.ts'

/** Each check reads all entries. */
const LOOK_EVERY_MS = 1_000

/** Checks rights at each request and during downloads. */
export function archiveDoor(
  parts: ReadingParts & Pick<ArchiveParts, 'activity' | 'clock'>,
): ArchiveDownloads {
  const find = async (actor: Actor, archiveId: number): Promise<ArchiveRow> => {
    const archive = requireOwn(
      await findArchive(parts.database.db, archiveId),
      actor,
      parts.clock.now(),
    )
    if (archive.state === 'PREPARING') throw new Refusal('ARCHIVE_PENDING')
    if (archive.state === 'FAILED') throw new Refusal('NOT_FOUND')
    await authorizeOne(
      parts.renditions,
      actor,
      archiveContents(archive, visibleItems(actor)),
      'archive',
    )
    return archive
  }
  return {
    async permissionsFor(actor, archiveId) {
      const archive = await find(actor, archiveId)
      const hasDocuments =
        archive.scope === 'own' &&
        (await contentsOf(parts.database.db, archive, visibleItems(actor))).documents > 0
      return [permissionOf(archive), ...(hasDocuments ? (['documents.download'] as const) : [])]
    },
    async fetch(actor, archiveId, { headers, isFirst }) {
      const archive = await find(actor, archiveId)
      const { name, size, etag } = archive
      const range = requestedRange(headers, size, etag)
      // A range from the first byte counts as a whole download.
      if (isFirst || range === undefined) {
        const details = {
          archiveId,
          ...coverOf(archive),
          sealed: archive.protection !== null,
          size,
        }
        await parts.database.transaction((tx) =>
          parts.activity.record(tx, actor, 'archive.fetched', details),
        )
      }
      const { start, end } = range ?? { start: 0, end: size }
      let lookedAt = parts.clock.now().getTime()
      const check = async (): Promise<void> => {
        const now = parts.clock.now().getTime()
        if (Math.abs(now - lookedAt) < LOOK_EVERY_MS) return
        lookedAt = now
        await find(
          await parts.renditions.sessions.renew(actor, permissionOf(archive), {
            outlastsIdle: true,
          }),
          archiveId,
        )
      }
      async function* pieces(): AsyncGenerator<Uint8Array> {
        yield* readArchive(parts, archive, { start, end }, check)
        if (end === size) await noteTaken(parts, archive)
      }
      const body = Readable.from(pieces(), { objectMode: false })
      const type = archive.protection === null ? 'application/zip' : 'application/octet-stream'
      return bytesInRange(
        { size, type, disposition: disposition('attachment', name), etag },
        range,
        body,
      )
    },
  }
}

async function noteTaken(
  { database, clock }: Pick<ArchiveParts, 'database' | 'clock'>,
  { id, room_id: roomId, scope, group_id: groupId }: ArchiveRow,
): Promise<void> {
  const at = clock.now()
  await database.transaction(async (tx) => {
    await noteFetched(tx, id, at)
    if (scope === 'room' && groupId === null) await noteTakenAway(tx, roomId, at)
  })
}

const archiveContents = (
  archive: ArchiveRow,
  seen: VisibleItems,
): Subjects<{ readonly facts: ArchiveFacts }> => ({
  async find(db) {
    const { documents, copies, gone, goneFiles, unmarked } = await contentsOf(db, archive, seen)
    const isOwn = archive.scope === 'own'
    return [{ facts: { isOwn, documents, copies, gone: gone + goneFiles, unmarked } }]
  },
})
