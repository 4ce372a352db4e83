import { randomBytes } from 'node:crypto'
import { openBucket } from '../platform/blob/open-storage.ts'
import { checkMarker, findMarker, markerKey } from '../platform/blob/s3/installation-marker.ts'
import type { S3Bucket } from '../platform/blob/s3/s3-bucket.ts'
import { StorageClaim } from '../platform/blob/s3/storage-claim.ts'
import { asStorageError } from '../platform/blob/s3/storage-error.ts'
import { findInstallation } from '../platform/db/installation.store.ts'
import { claimBookOf, hasClaims } from '../platform/db/storage-claims.store.ts'
import {
  type Check,
  type Examined,
  type Finding,
  fault,
  ok,
  skipped,
  warning,
  withDatabase,
} from './check.ts'

const PAGE = 'docs/operate/storage.md says what the bucket and its key need.'

interface BucketLocation {
  readonly bucket: S3Bucket
  readonly prefix: string
}

type Looking = (place: BucketLocation, examined: Examined) => Promise<Finding>

async function inStorage(examined: Examined, look: Looking): Promise<Finding> {
  const { settings } = examined
  const { STORAGE_URL: url, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret } = settings
  if (url === 'file:' || keyId === undefined || secret === undefined)
    return skipped('no object storage is set')
  const place = await openBucket(settings, url)
  try {
    return await look(place, examined)
  } catch (error) {
    return fault(
      asStorageError(error)?.message ?? 'the object storage does not answer as it should',
      PAGE,
    )
  } finally {
    place.bucket.close()
  }
}

const storageCheck = (name: string, look: Looking): Check => ({
  name,
  withinMs: 60_000,
  run: (examined) => inStorage(examined, look),
})

export const storageChecks: readonly Check[] = [
  storageCheck('storage marker', ({ bucket, prefix }, examined) =>
    withDatabase(examined, async ({ db }) => {
      if ((await findMarker({ bucket, prefix })) === undefined)
        return warning(
          `there is no object ${markerKey(prefix)} yet`,
          'The first start with STORAGE_URL writes it. If documents lie there already, restore it.',
        )
      const { id: installationId } = await findInstallation(db)
      await checkMarker({ bucket, prefix, installationId })
      if (await hasClaims(db))
        await new StorageClaim({
          bucket,
          prefix,
          book: claimBookOf(db),
          log: examined.log,
        }).require()
      return ok('the prefix belongs to this installation')
    }),
  ),
  storageCheck('storage versioning', async ({ bucket, prefix }) => {
    const [versioning, isLocked] = await Promise.all([bucket.versioning(), bucket.isLocked()])
    if (versioning === 'on')
      return fault(
        'the bucket keeps versions, so that what is destroyed stays there',
        'Suspend versioning, and remove the versions that exist.',
      )
    if (isLocked)
      return fault(
        'the bucket locks objects, so that nothing can be destroyed',
        'Use a bucket without object lock.',
      )
    const former = versioning === 'suspended' ? await bucket.keepsFormer(prefix) : 'no'
    if (former === 'yes')
      return fault(
        'versioning is suspended, and former versions of objects stay in the bucket',
        'Remove the versions that are not the latest, or set a rule of the bucket (NoncurrentVersionExpiration) that does.',
      )
    if (versioning === undefined || isLocked === undefined || former === undefined)
      return warning(
        'this key may not read whether the bucket keeps versions or locks objects',
        'Allow s3:GetBucketVersioning, s3:GetBucketObjectLockConfiguration and s3:ListBucketVersions, or look there by hand.',
      )
    if (former === 'unfinished')
      return warning(
        'versioning is suspended, and the bucket has so many objects that not all were looked through for former versions',
        'Set a rule of the bucket (NoncurrentVersionExpiration) that removes former versions.',
      )
    return ok(
      versioning === 'off'
        ? 'versioning and object lock are off'
        : 'versioning is suspended without former versions, and object lock is off',
    )
  }),
  storageCheck('storage round trip', async ({ bucket, prefix }) => {
    // A versioned bucket would keep the test object forever.
    if ((await bucket.versioning()) === 'on')
      return skipped('nothing is written to a bucket that keeps versions')
    const key = `${prefix}doctor-${randomBytes(8).toString('hex')}`
    const bytes = randomBytes(1_000)
    const began = performance.now()
    try {
      await bucket.put(key, bytes)
      const read = await bucket.get(key, 0, bytes.length)
      if (!read?.equals(bytes))
        return fault(
          'an object came back changed',
          'Look at the object storage; documents would not open.',
        )
    } finally {
      await bucket.remove(key)
    }
    return ok(
      `an object was written, read and removed in ${Math.round(performance.now() - began)} ms`,
    )
  }),
]
