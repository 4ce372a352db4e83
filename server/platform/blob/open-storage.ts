import path from 'node:path'
import type { Clock } from '../clock/clock.ts'
import type { Settings } from '../config/settings.ts'
import type { Db } from '../db/database.ts'
import { findInstallation, noteObjectStorage } from '../db/installation.store.ts'
import { claimBookOf, hasClaims } from '../db/storage-claims.store.ts'
import type { Log } from '../log/log.ts'
import type { StorageAnswer } from '../metrics/metrics.ts'
import type { BlobStore } from './blob-store.ts'
import { openDiskBlobStore } from './disk-blob-store.ts'
import type { CacheUse } from './s3/blob-cache.ts'
import type { S3BlobStore } from './s3/s3-blob-store.ts'
import { asStorageError, StorageError } from './s3/storage-error.ts'
import { parseStorageUrl } from './s3/storage-url.ts'
import { TieredBlobStore } from './tiered-blob-store.ts'

const GIB = 2 ** 30

export interface StorageTiers {
  readonly disk: BlobStore
  readonly remote: S3BlobStore
  readonly cache: { use(): Promise<CacheUse> }
}

export interface Storage {
  readonly blobs: BlobStore
  /** Without documents outside the disk this is undefined. */
  readonly tiers: StorageTiers | undefined
  close(): void
}

type StorageSettings = Pick<
  Settings,
  | 'DATA_DIR'
  | 'STORAGE_URL'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'STORAGE_CACHE_GB'
>

interface OpenStorageParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly staleAfterMs: number
  readonly isCommand: boolean
  readonly onAnswer?: ((answer: StorageAnswer) => void) | undefined
}

/** @throws StorageError for the administrator */
export async function openStorage(
  settings: StorageSettings,
  opening: OpenStorageParts,
): Promise<Storage> {
  const { db, clock, staleAfterMs, isCommand } = opening
  const disk = await openDiskBlobStore(settings.DATA_DIR, clock, staleAfterMs)
  const { id: installationId, objectStorage } = await findInstallation(db)
  const { STORAGE_URL: wanted } = settings
  if (wanted === 'file:' && objectStorage === null)
    return { blobs: disk, tiers: undefined, close: () => undefined }
  if (wanted === 'file:' && !isCommand)
    throw new StorageError(
      `STORAGE_URL: documents still lie in ${objectStorage}; set it again, or stop all servers and run npm run room -- storage move --to file:`,
    )
  if (wanted !== 'file:' && objectStorage !== null && objectStorage !== wanted)
    throw new StorageError(
      `STORAGE_URL: documents still lie in ${objectStorage}; bring them to the disk before they go elsewhere`,
    )
  const url = wanted === 'file:' ? (objectStorage ?? '') : wanted
  try {
    const remote = await openRemote(settings, url, { ...opening, installationId })
    if (wanted !== 'file:') await noteObjectStorage(db, url)
    const blobs = new TieredBlobStore({
      disk,
      remote: remote.store,
      isNewOnDisk: wanted === 'file:',
    })
    return {
      blobs,
      tiers: { disk, remote: remote.store, cache: remote.cache },
      close: remote.close,
    }
  } catch (error) {
    throw asStorageError(error) ?? error
  }
}

/** Works without the database. @throws StorageError */
export async function holdsRemoteBlobs(settings: StorageSettings): Promise<boolean> {
  if (settings.STORAGE_URL === 'file:') return false
  const { bucket, prefix } = await openBucket(settings, settings.STORAGE_URL)
  try {
    for await (const _ of bucket.list(`${prefix}blobs/`, 1)) return true
    return false
  } catch (error) {
    throw asStorageError(error) ?? error
  } finally {
    bucket.close()
  }
}

interface Surroundings extends OpenStorageParts {
  readonly installationId: string
}

/** The caller closes the bucket. @throws StorageError without access */
export async function openBucket(
  settings: StorageSettings,
  url: string,
  onAnswer?: OpenStorageParts['onAnswer'],
) {
  const place = parseStorageUrl(url)
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (place?.kind !== 's3' || accessKeyId === undefined || secretAccessKey === undefined)
    throw new StorageError(`S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: needed for ${url}`)
  // Loading takes half a second.
  const { S3Bucket } = await import('./s3/s3-bucket.ts')
  const access = {
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    accessKeyId,
    secretAccessKey,
    onAnswer,
  }
  return { bucket: new S3Bucket({ bucket: place.bucket, ...access }), prefix: place.prefix }
}

async function openRemote(settings: StorageSettings, url: string, surroundings: Surroundings) {
  const { installationId, db, clock, log, isCommand, onAnswer } = surroundings
  const { bucket, prefix } = await openBucket(settings, url, onAnswer)
  const [{ openS3BlobStore }, { BlobCache }, { StorageClaim }] = await Promise.all([
    import('./s3/s3-blob-store.ts'),
    import('./s3/blob-cache.ts'),
    import('./s3/storage-claim.ts'),
  ])
  const folder = path.join(settings.DATA_DIR, 'cache')
  const cache = await BlobCache.open({ folder, limit: settings.STORAGE_CACHE_GB * GIB, clock, log })
  const claim = new StorageClaim({ bucket, prefix, book: claimBookOf(db), log })
  const store = await openS3BlobStore({
    bucket,
    prefix,
    installationId,
    cache,
    clock,
    claim,
    isCommand,
  })
  const endRenewing = isCommand ? () => undefined : claim.keepRenewing()
  const close = (): void => {
    endRenewing()
    bucket.close()
  }
  return { store, cache, close }
}

/** An administrator declares that only this database uses the documents there. @throws StorageError */
export async function claimStorage(
  settings: StorageSettings,
  { db, log }: Pick<OpenStorageParts, 'db' | 'log'>,
): Promise<string> {
  const { STORAGE_URL: wanted } = settings
  if (!(await hasClaims(db)))
    throw new StorageError(
      'the database is of an earlier release; start a server of this one first, which brings it up to date',
    )
  const { id: installationId, objectStorage } = await findInstallation(db)
  if (wanted !== 'file:' && objectStorage !== null && objectStorage !== wanted)
    throw new StorageError(
      `STORAGE_URL: documents still lie in ${objectStorage}; set it to that place, and claim it`,
    )
  const url = objectStorage ?? wanted
  if (url === 'file:')
    throw new StorageError('STORAGE_URL: no object storage is set, so there is nothing to claim')
  const { bucket, prefix } = await openBucket(settings, url)
  try {
    const [{ checkMarker }, { StorageClaim }] = await Promise.all([
      import('./s3/installation-marker.ts'),
      import('./s3/storage-claim.ts'),
    ])
    await checkMarker({ bucket, prefix, installationId })
    await new StorageClaim({ bucket, prefix, book: claimBookOf(db), log }).take()
    return url
  } catch (error) {
    throw asStorageError(error) ?? error
  } finally {
    bucket.close()
  }
}
