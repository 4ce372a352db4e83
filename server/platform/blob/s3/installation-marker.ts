import type { S3Bucket } from './s3-bucket.ts'
import { StorageError } from './storage-error.ts'

export interface MarkedPrefix {
  readonly bucket: S3Bucket
  /** The prefix is empty or ends with a slash. */
  readonly prefix: string
  readonly installationId: string
}

const NAME = 'sealroom-installation'
const ID_BYTES = 100

export const markerKey = (prefix: string): string => `${prefix}${NAME}`

/** Another installation's sweep would remove all documents. @throws StorageError */
export async function checkMarker(marked: MarkedPrefix): Promise<void> {
  const { bucket, prefix, installationId } = marked
  if (await isOurs(marked)) return
  for await (const _ of bucket.list(`${prefix}blobs/`, 1))
    throw new StorageError(
      `STORAGE_URL: ${placeOf(prefix)} holds documents, but the object ${NAME} that names their installation is gone`,
    )
  // Of two simultaneous markers the first counts, or the last without conditional writes.
  await bucket.putOver(markerKey(prefix), Buffer.from(installationId), undefined)
  if (!(await isOurs(marked))) throw foreign(prefix)
}

export async function findMarker({
  bucket,
  prefix,
}: Omit<MarkedPrefix, 'installationId'>): Promise<Buffer | undefined> {
  return bucket.get(markerKey(prefix), 0, ID_BYTES)
}

async function isOurs({ bucket, prefix, installationId }: MarkedPrefix): Promise<boolean> {
  const found = await findMarker({ bucket, prefix })
  if (found === undefined) return false
  if (found.toString() !== installationId) throw foreign(prefix)
  return true
}

export const placeOf = (prefix: string): string =>
  prefix === '' ? 'the bucket' : `the prefix ${prefix}`

const foreign = (prefix: string): StorageError =>
  new StorageError(
    `STORAGE_URL: ${placeOf(prefix)} belongs to another installation; choose a prefix of its own for each`,
  )
