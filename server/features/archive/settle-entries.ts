import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Actor } from '../../access/actor.ts'
import { BlobNotFoundError } from '../../platform/blob/blob-store.ts'
import { discardBlobs } from '../../platform/blob/discard-blobs.ts'
import type { Tx } from '../../platform/db/database.ts'
import { undoneTransaction } from '../../platform/db/undone-transaction.ts'
import { EncryptionError } from '../../platform/encryption/cobblestone.ts'
import { copyName, exportDocument } from '../delivery/index.ts'
import { openRecord } from '../disclosure/index.ts'
import { type VersionRow, versionOf } from '../documents/index.ts'
import { openThreadFile } from '../threads/index.ts'
import type { ArchiveParts } from './archive.parts.ts'
import { type ArchiveRow, type EntryRow, findToSettle } from './archive.read.ts'
import { type Settled, settleEntries } from './archive.store.ts'
import type { DocumentForm } from './archive.tables.ts'
import { ArchiveFailed, EntryUnreadable } from './archive-failed.ts'
import { makeFile } from './contents/make-file.ts'
import { encryptDigest } from './encrypted-digest.ts'
import { encryptMade, type Measured, type NewMade, wrapMade } from './made-content.ts'
import { standInFor } from './stand-in.ts'

type SettlingParts = Pick<
  ArchiveParts,
  | 'clock'
  | 'database'
  | 'blobs'
  | 'keyring'
  | 'encryptor'
  | 'renditions'
  | 'files'
  | 'history'
  | 'verifyPage'
>

const BATCH = 50
const BATCH_BYTES = 100_000_000

interface EntryOutcome extends Pick<Settled, 'form' | 'reason'> {
  readonly made: NewMade | undefined
  readonly measured: Measured | undefined
}

type PositionedOutcome = EntryOutcome & Pick<Settled, 'position'>

/**
 * @returns false if none is left.
 * @throws ArchiveFailed if no retry can help, EntryUnreadable.
 */
export async function settleNext(
  parts: SettlingParts,
  archive: ArchiveRow,
  signal: AbortSignal,
): Promise<boolean> {
  const entries = await findToSettle(parts.database.db, archive.id, BATCH)
  if (entries.length === 0) return false
  const actor = await actorOf(parts, archive)
  const found: PositionedOutcome[] = []
  try {
    let bytes = 0
    for (const entry of entries) {
      signal.throwIfAborted()
      const outcome = await outcomeOf(parts, archive, actor, entry, signal).catch(
        reportPlace(entry),
      )
      found.push({ ...outcome, position: entry.position })
      bytes += outcome.measured?.size ?? 0
      if (bytes > BATCH_BYTES) break
    }
  } catch (error) {
    await discard(parts, found)
    throw error
  }
  const done = await undoneTransaction(parts.database, {
    async work(tx) {
      const settled: Settled[] = []
      for (const one of found) settled.push(await sealOutcome(tx, parts, archive, one))
      return settleEntries(tx, archive.id, settled)
    },
    undo: () => discard(parts, found),
  })
  await discard(
    parts,
    found.filter(({ position }) => !done.has(position)),
  )
  return true
}

const reportPlace =
  ({ path }: EntryRow) =>
  (error: unknown): never => {
    if (error instanceof EncryptionError || error instanceof BlobNotFoundError)
      throw new EntryUnreadable(path, { cause: error })
    throw error
  }

const discard = (
  { blobs }: Pick<ArchiveParts, 'blobs'>,
  found: readonly PositionedOutcome[],
): Promise<void> =>
  discardBlobs(
    blobs,
    found.flatMap(({ made }) => (made ? [made.blobId] : [])),
  )

async function sealOutcome(
  tx: Tx,
  parts: Pick<ArchiveParts, 'keyring' | 'encryptor'>,
  archive: ArchiveRow,
  { measured, made, ...found }: PositionedOutcome,
): Promise<Settled> {
  return {
    ...found,
    size: measured?.size ?? 0,
    sealed: measured ? await encryptDigest(parts, tx, archive, found.position, measured) : null,
    blob: made && (await wrapMade(tx, parts, archive.room_id, made)),
  }
}

/** @throws ArchiveFailed OUTDATED */
async function actorOf(
  parts: Pick<ArchiveParts, 'database' | 'clock'>,
  { scope, room_id: roomId, member_id: memberId }: ArchiveRow,
): Promise<Actor | undefined> {
  if (scope === 'room' || memberId === null) return undefined
  const actor = await standInFor(parts, roomId, memberId)
  if (!actor) throw new ArchiveFailed('OUTDATED')
  return actor
}

async function outcomeOf(
  parts: SettlingParts,
  archive: ArchiveRow,
  actor: Actor | undefined,
  entry: EntryRow,
  signal: AbortSignal,
): Promise<EntryOutcome> {
  if (entry.kind === 'document') return documentOutcome(parts, archive, actor, entry, signal)
  if (entry.kind === 'signed') {
    const { reader } = await parts.files.open(
      parts.database.db,
      archive.room_id,
      entry.file_id ?? 0,
    )
    return {
      form: null,
      reason: null,
      made: undefined,
      measured: await measure(reader.stream(), signal),
    }
  }
  if (entry.kind === 'attached') {
    const reader = await openThreadFile(parts, archive.room_id, entry.thread_file_id ?? '')
    return {
      form: null,
      reason: null,
      made: undefined,
      measured: await measure(reader.stream(), signal),
    }
  }
  if (entry.kind === 'record') {
    const reader = await openRecord(
      { database: parts.database, content: parts.renditions.content },
      archive.room_id,
      entry.disclosure_id ?? 0,
    )
    return {
      form: null,
      reason: null,
      made: undefined,
      measured: await measure(reader.stream(), signal),
    }
  }
  const pieces = await makeFile(parts, archive, entry.made ?? '')
  if (!pieces) return { form: null, reason: null, made: undefined, measured: undefined }
  const { measured, made } = await encryptMade(parts, archive.room_id, pieces)
  return { form: null, reason: null, made, measured }
}

const leftOut = (reason: string): EntryOutcome => ({
  form: null,
  reason,
  made: undefined,
  measured: undefined,
})

async function documentOutcome(
  parts: Pick<ArchiveParts, 'database' | 'blobs' | 'keyring' | 'renditions'>,
  archive: ArchiveRow,
  actor: Actor | undefined,
  entry: EntryRow,
  signal: AbortSignal,
): Promise<EntryOutcome> {
  const { version_id: versionId } = entry
  const { content } = parts.renditions
  const original = async (version: VersionRow): Promise<EntryOutcome> => {
    const measured = await measure(
      content.read(await content.open(archive.room_id, version)).stream(),
      signal,
    )
    return { form: 'original', reason: null, made: undefined, measured }
  }
  if (versionId === null) return leftOut('NOT_FOUND')
  // The download checks permission.
  if (!actor) {
    const version = await versionOf(parts.database.db, archive.room_id, versionId)
    return version ? original(version) : leftOut('NOT_FOUND')
  }
  const taken = await exportDocument(parts.renditions, actor, versionId, signal)
  if (taken.gives === 'nothing') return leftOut(taken.code)
  if (!isAsPlanned(taken.gives, { archive, actor, entry })) throw new ArchiveFailed('OUTDATED')
  if (taken.gives === 'original') return original(taken.found.version)
  const form: DocumentForm = taken.asImages ? 'images' : 'copy'
  const { measured, made } = await encryptMade(parts, archive.room_id, taken.body)
  return { form, reason: null, made, measured }
}

interface Planned {
  readonly archive: ArchiveRow
  readonly actor: Actor
  readonly entry: EntryRow
}

/** Planned names depend on the watermark. */
function isAsPlanned(
  gives: 'original' | 'copy',
  { archive: { marked }, actor, entry: { path: planned, name } }: Planned,
): boolean {
  if (gives === 'copy' ? !marked : marked && !actor.watermark) return false
  const given = gives === 'copy' ? copyName(name ?? '') : (name ?? '')
  return path.extname(planned).toLowerCase() === path.extname(given).toLowerCase()
}

async function measure(body: Readable, signal: AbortSignal): Promise<Measured> {
  const hash = createHash('sha256')
  let crc = 0
  let size = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    hash.update(piece)
    crc = crc32(piece, crc)
    size += piece.length
  }
  return { size, crc, sha256: hash.digest('hex') }
}
