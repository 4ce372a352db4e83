import type { EncryptedFileReader } from '../../platform/blob/encrypted-file.ts'
import type { AgeRange } from '../../platform/encryption/age/age-stream.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { localHeaderOf } from '../../platform/zip/zip-layout.ts'
import { openRecord } from '../disclosure/index.ts'
import { type VersionRow, versionsById } from '../documents/index.ts'
import { openThreadFile } from '../threads/index.ts'
import { protectedRange } from './age-of-archive.ts'
import type { ArchiveParts } from './archive.parts.ts'
import { type ArchiveRow, type EntryRow, findAt } from './archive.read.ts'
import { openDigest } from './encrypted-digest.ts'
import { readMade } from './made-content.ts'

export type ReadingParts = Pick<
  ArchiveParts,
  'database' | 'blobs' | 'keyring' | 'encryptor' | 'renditions' | 'files'
>

const ROWS = 250
/** These limits are in bytes. */
const SMALL = 512 * 1024
const AHEAD = 8_000_000

/**
 * The bytes never change.
 * @param check runs before each group of entries
 * @throws Refusal ARCHIVE_OUTDATED if content is gone
 */
export async function* readArchive(
  parts: ReadingParts,
  archive: ArchiveRow,
  span: AgeRange,
  check: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const { db } = parts.database
  const zip = await zipSize(parts, archive)
  yield* protectedRange(parts, db, archive, zip, span, (inZip) =>
    zipRange(parts, archive, inZip, check),
  )
}

async function zipSize(
  { database }: Pick<ArchiveParts, 'database'>,
  archive: ArchiveRow,
): Promise<number> {
  const [last] = await findAt(
    database.db,
    archive.id,
    { start: Number.MAX_SAFE_INTEGER, end: Number.MAX_SAFE_INTEGER },
    1,
  )
  if (last?.kind !== 'directory') throw new Error(`archive ${archive.id} has no directory`)
  return (last.start_at ?? 0) + last.size
}

async function* zipRange(
  parts: ReadingParts,
  archive: ArchiveRow,
  { start, end }: AgeRange,
  check: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let at = start
  let isFirst = true
  while (at < end) {
    const entries = await findAt(parts.database.db, archive.id, { start: at, end }, ROWS)
    if (!isFirst) await check()
    isFirst = false
    for await (const { entry, header, content } of opened(parts, archive, entries)) {
      const from = (entry.start_at ?? 0) + header.length
      if (at < from) {
        yield header.subarray(
          at - (from - header.length),
          Math.min(header.length, end - (from - header.length)),
        )
        at = Math.min(from, end)
      }
      const part = { start: at - from, end: Math.min(entry.size, end - from) }
      if (part.start < part.end) yield* content(part)
      at = Math.max(at, Math.min(from + entry.size, end))
    }
    if (entries.length === 0) throw new Error(`archive ${archive.id} ends too early`)
  }
}

interface OpenedEntry {
  readonly entry: EntryRow
  readonly header: Buffer
  readonly content: (part: AgeRange) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** Each small entry would otherwise wait for the disk. */
async function* opened(
  parts: ReadingParts,
  archive: ArchiveRow,
  entries: readonly EntryRow[],
): AsyncGenerator<OpenedEntry> {
  const ids = entries.flatMap(({ kind, blob_id: blobId, version_id: id }) =>
    kind === 'document' && blobId === null ? (id ?? []) : [],
  )
  const versions = await versionsById(parts.database.db, archive.room_id, ids)
  let group: EntryRow[] = []
  let bytes = 0
  for (const entry of entries) {
    const isSmall = entry.size <= SMALL
    if (group.length > 0 && (!isSmall || bytes + entry.size > AHEAD)) {
      yield* await openAll(parts, archive, group, versions)
      group = []
      bytes = 0
    }
    group.push(entry)
    bytes += entry.size
  }
  if (group.length > 0) yield* await openAll(parts, archive, group, versions)
}

const openAll = (
  parts: ReadingParts,
  archive: ArchiveRow,
  group: readonly EntryRow[],
  versions: ReadonlyMap<number, VersionRow>,
): Promise<OpenedEntry[]> =>
  Promise.all(group.map((entry) => open(parts, archive, entry, versions)))

async function open(
  parts: ReadingParts,
  archive: ArchiveRow,
  entry: EntryRow,
  versions: ReadonlyMap<number, VersionRow>,
): Promise<OpenedEntry> {
  const header = await headerOf(parts, archive, entry)
  if (entry.size === 0) return { entry, header, content: () => [] }
  const reader = await readerOf(parts, archive, entry, versions)
  if (reader.size !== entry.size)
    throw new Error(
      `entry ${entry.position} of archive ${archive.id} has another size than was planned`,
    )
  if (entry.size > SMALL) return { entry, header, content: (part) => reader.stream(part) }
  const whole = Buffer.concat([...(await reader.load())])
  return { entry, header, content: ({ start, end }) => [whole.subarray(start, end)] }
}

async function headerOf(
  parts: Pick<ArchiveParts, 'database' | 'encryptor'>,
  archive: ArchiveRow,
  entry: EntryRow,
): Promise<Buffer> {
  if (entry.kind === 'directory') return Buffer.alloc(0)
  const { size, crc } = await openDigest(parts, parts.database.db, archive, entry)
  return localHeaderOf({ name: entry.path, modified: entry.modified, size, crc }, archive.zone)
}

async function readerOf(
  parts: Pick<ArchiveParts, 'database' | 'blobs' | 'keyring' | 'renditions' | 'files'>,
  archive: ArchiveRow,
  entry: EntryRow,
  versions: ReadonlyMap<number, VersionRow>,
): Promise<EncryptedFileReader> {
  const { content } = parts.renditions
  if (entry.blob_id !== null) return readMade(parts, archive.room_id, entry)
  if (entry.kind === 'signed')
    return (await parts.files.open(parts.database.db, archive.room_id, entry.file_id ?? 0)).reader
  if (entry.kind === 'attached')
    return openThreadFile(parts, archive.room_id, entry.thread_file_id ?? '')
  if (entry.kind === 'record')
    return openRecord(
      { database: parts.database, content },
      archive.room_id,
      entry.disclosure_id ?? 0,
    )
  const version = versions.get(entry.version_id ?? 0)
  if (!version) throw new Refusal('ARCHIVE_OUTDATED')
  return content.read(await content.open(archive.room_id, version))
}
