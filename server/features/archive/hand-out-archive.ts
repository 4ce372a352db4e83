import { Readable } from 'node:stream'
import type { Actor } from '../../access/actor.ts'
import { authorizeOne, type Subjects } from '../../access/authorize.ts'
import type { ArchiveFacts } from '../../access/policies.ts'
import { bytesInRange, requestedRange } from '../../platform/http/byte-range.ts'
import { disposition } from '../../platform/http/disposition.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ArchiveDoor } from '../renditions/index.ts'
import { noteArchived } from '../rooms/index.ts'
import type { ArchiveParts } from './archive.parts.ts'
import { type ArchiveRow, contentsOf, findArchive } from './archive.read.ts'
import { permissionOf, requireOwn } from './archive.rules.ts'
import { noteFetched } from './archive.store.ts'
import { readArchive } from './read-archive.ts'

/** While an archive flows, what it holds is looked at no more often than this, in milliseconds: a look goes through all of its entries. */
const LOOK_EVERY_MS = 1_000

/** The way by which archives leave. Rights are looked at for each request, and again while it flows. */
export function archiveDoor(parts: ArchiveParts): ArchiveDoor {
  const find = async (actor: Actor, archiveId: number): Promise<ArchiveRow> => {
    const archive = requireOwn(await findArchive(parts.database.db, archiveId), actor, parts.clock.now())
    if (archive.state === 'PREPARING') throw new Refusal('ARCHIVE_PENDING')
    if (archive.state === 'FAILED') throw new Refusal('NOT_FOUND')
    await authorizeOne(parts.renditions, actor, archiveContents(archive), 'archive')
    return archive
  }
  return {
    async permissionsFor(actor, archiveId) {
      const archive = await find(actor, archiveId)
      const hasDocuments = archive.scope === 'own' && (await contentsOf(parts.database.db, archive)).documents > 0
      return [permissionOf(archive), ...(hasDocuments ? (['documents.download'] as const) : [])]
    },
    async fetch(actor, archiveId, { headers, isFirst }) {
      const archive = await find(actor, archiveId)
      const { scope, name, size, etag } = archive
      const range = requestedRange(headers, size, etag)
      // An answer from its first byte on is the whole once more.
      if (isFirst || range === undefined) {
        const details = { archiveId, scope, sealed: archive.protection !== null, size }
        await parts.database.transaction((tx) => parts.activity.record(tx, actor, 'archive.fetched', details))
      }
      const { start, end } = range ?? { start: 0, end: size }
      let lookedAt = parts.clock.now().getTime()
      const check = async (): Promise<void> => {
        const now = parts.clock.now().getTime()
        if (Math.abs(now - lookedAt) < LOOK_EVERY_MS) return
        lookedAt = now
        await find(await parts.renditions.sessions.renew(actor, permissionOf(archive), { outlastsIdle: true }), archiveId)
      }
      async function* pieces(): AsyncGenerator<Uint8Array> {
        yield* readArchive(parts, archive, { start, end }, check)
        if (end === size) await noteTaken(parts, archive)
      }
      const body = Readable.from(pieces(), { objectMode: false })
      const type = archive.protection === null ? 'application/zip' : 'application/octet-stream'
      return bytesInRange({ size, type, disposition: disposition('attachment', name), etag }, range, body)
    },
  }
}

/** Its last byte has left. */
async function noteTaken({ database, clock }: ArchiveParts, { id, room_id: roomId, scope }: ArchiveRow): Promise<void> {
  const at = clock.now()
  await database.transaction(async (tx) => {
    await noteFetched(tx, id, at)
    if (scope === 'room') await noteArchived(tx, roomId, at)
  })
}

/** What an archive holds, as the gate looks at it. */
const archiveContents = (archive: ArchiveRow): Subjects<{ readonly facts: ArchiveFacts }> => ({
  async find(db) {
    const { documents, copies, gone, goneFiles } = await contentsOf(db, archive)
    const isOwn = archive.scope === 'own'
    return [{ facts: { isOwn, documents, copies, gone: gone + goneFiles, isMarked: archive.marked } }]
  },
})
