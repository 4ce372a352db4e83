import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from 'pg'
import type { BlobStore } from '../platform/blob/blob-store.ts'
import type { Clock } from '../platform/clock/clock.ts'
import { release } from '../platform/config/release.ts'
import { takeBackupLock } from '../platform/db/backup-lock.ts'
import type { Database } from '../platform/db/connect.ts'
import { findInstallation } from '../platform/db/installation.store.ts'
import { ensureDirectory, syncDirectory } from '../platform/encryption/durable-files.ts'
import { instanceIdIn } from '../platform/encryption/key-folder.ts'
import { BackupError } from './backup-error.ts'
import {
  type BackupPlaces,
  backupName,
  backupsBelow,
  checkPlaces,
  type Folders,
  PART,
  removeLeftovers,
} from './backup-places.ts'
import { insertBackup } from './backups.store.ts'
import { copyBlobs } from './copy-blobs.ts'
import { checkRootKeys, copyKeyFolder } from './copy-keys.ts'
import { FORMAT, type Manifest, readManifest, writeManifest } from './manifest.ts'
import {
  beginSnapshot,
  copyTable,
  findSequences,
  findTables,
  isReferenced,
  listBlobIds,
  openCopyClient,
} from './snapshot.store.ts'

export interface BackupParts {
  readonly database: Database
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly removeFreedBlobs: () => Promise<void>
}

export interface WrittenBackup {
  readonly place: string
  readonly keysPlace: string | null
  readonly manifest: Manifest
  readonly bytes: number
  /** The backup is whole, and a later purge removes what was freed meanwhile. */
  readonly leftBlobs?: Error
}

export interface BackupRequest extends BackupPlaces, Folders {
  readonly full: boolean
}

/** Runs while servers are running. @throws BackupError */
export async function backUp(parts: BackupParts, request: BackupRequest): Promise<WrittenBackup> {
  const places = await checkPlaces(request, request)
  const { client, isLost } = await openCopyClient(parts.database.options)
  try {
    if (!(await takeBackupLock(client)))
      throw new BackupError('Another backup of this installation is running. Nothing was written.')
    const written = await writeBackup(parts, client, { ...request, ...places }, isLost)
    // Freed blobs stay while the lock is held.
    await client.end().catch(() => undefined)
    const leftBlobs = await parts.removeFreedBlobs().then(
      () => undefined,
      (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
    )
    return leftBlobs ? { ...written, leftBlobs } : written
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function writeBackup(
  parts: BackupParts,
  client: Client,
  request: BackupRequest,
  isLost: () => boolean,
): Promise<WrittenBackup> {
  const { out, keys, dataDir } = request
  const { id: installationId } = await findInstallation(parts.database.db)
  const instanceId = await instanceIdIn(dataDir)
  if (instanceId === undefined)
    throw new BackupError(`DATA_DIR ${dataDir} is no data folder. Nothing was written.`)
  const homes = keys === undefined ? [out] : [out, keys]
  for (const home of homes) {
    await ensureDirectory(home)
    await removeLeftovers(home, installationId)
  }
  const earlier = request.full ? undefined : await newestBelow(out, installationId)
  const facts = await beginSnapshot(client)
  const name = backupName(facts.at, installationId)
  const part = path.join(out, `${name}${PART}`)
  const keysPart = keys === undefined ? undefined : path.join(keys, `${name}${PART}`)
  try {
    const copied = await copySnapshot(client, part)
    const blobs = await copyBlobs({
      ...{ blobs: parts.blobs, ids: path.join(part, IDS), folder: part, earlier },
      isReferenced: (id) => inTurn(() => isReferenced(client, id)),
    })
    await rm(path.join(part, IDS))
    if (keysPart !== undefined) {
      // Keys come last, with tombstones of rooms destroyed meanwhile.
      await copyKeyFolder(request.keyDir, keysPart)
      await checkRootKeys(keysPart, facts.rootIds)
    }
    const manifest: Manifest = {
      ...{ format: FORMAT, name, release: release(), installationId, instanceId },
      ...{
        snapshotAt: facts.at.toISOString(),
        finishedAt: parts.clock.now().toISOString(),
        postgres: facts.postgres,
      },
      ...{ migrations: facts.migrations, ...copied, blobs },
    }
    await writeManifest(part, manifest)
    await syncDirectory(part)
    // A lost connection lost the lock, so blobs may be gone.
    if (isLost())
      throw new BackupError('The connection to the database was lost. Run the command again.')
    const bytes = blobs.bytes + manifest.tables.reduce((sum, table) => sum + table.bytes, 0)
    return await publish(parts, { ...request, name, manifest, bytes })
  } catch (error) {
    for (const left of [part, keysPart])
      if (left !== undefined) await rm(left, { recursive: true, force: true })
    throw error
  }
}

const IDS = 'blob-ids'

let turn: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = turn.then(work)
  turn = next.catch(() => undefined)
  return next
}

async function copySnapshot(
  client: Client,
  part: string,
): Promise<Pick<Manifest, 'tables' | 'sequences'>> {
  await mkdir(path.join(part, 'tables'), { recursive: true, mode: 0o700 })
  const tables: Manifest['tables'] = []
  for (const table of await findTables(client)) tables.push(await copyTable(client, part, table))
  await listBlobIds(client, path.join(part, IDS))
  const sequences = await findSequences(client)
  await client.query('commit')
  await syncDirectory(path.join(part, 'tables'))
  return { tables, sequences }
}

/** The listing precedes the renaming, so no backup is unlisted. */
async function publish(
  { database }: BackupParts,
  {
    out,
    keys,
    name,
    manifest,
    bytes,
  }: BackupPlaces & { readonly name: string; readonly manifest: Manifest; readonly bytes: number },
): Promise<WrittenBackup> {
  const place = path.join(out, name)
  const keysPlace = keys === undefined ? null : path.join(keys, name)
  await insertBackup(database.db, {
    id: name,
    place,
    keys_place: keysPlace,
    snapshot_at: new Date(manifest.snapshotAt),
    bytes,
  })
  if (keys !== undefined && keysPlace !== null) {
    await rename(`${keysPlace}${PART}`, keysPlace)
    await syncDirectory(keys)
  }
  await rename(`${place}${PART}`, place)
  await syncDirectory(out)
  return { place, keysPlace, manifest, bytes }
}

async function newestBelow(out: string, installationId: string): Promise<string | undefined> {
  for (const { name } of (await backupsBelow(out, installationId)).reverse()) {
    const folder = path.join(out, name)
    try {
      await readManifest(folder)
      return folder
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
    }
  }
  return undefined
}
