import {
  type ImportSource,
  type SourceEntry,
  SourceFault,
  stepsOfPath,
} from '../../features/documents/index.ts'
import { StorageUnavailableError } from '../../platform/blob/blob-store.ts'
import { openBucket } from '../../platform/blob/open-storage.ts'
import type { StoredObject } from '../../platform/blob/s3/s3-bucket.ts'
import { asStorageError, StorageError, statusOf } from '../../platform/blob/s3/storage-error.ts'
import type { Settings } from '../../platform/config/settings.ts'

const PIECE = 8 * 2 ** 20
const PRECONDITION_FAILED = 412
/** After 408 (timeout) or 429 (too many requests), the storage may answer later. */
const LATER = [408, 429]

interface BucketPlace {
  readonly bucket: string
  readonly prefix: string
}

export function parseBucketPlace(text: string): BucketPlace | undefined {
  const [, bucket, rest = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/su.exec(text) ?? []
  const prefix = rest.replace(/\/+$/, '')
  return bucket === undefined ? undefined : { bucket, prefix: prefix === '' ? '' : `${prefix}/` }
}

interface BucketSource extends ImportSource {
  close(): Promise<void>
}

/** @throws StorageError for the administrator */
export async function openBucketSource(
  settings: Settings,
  { bucket: name, prefix }: BucketPlace,
): Promise<BucketSource> {
  const { bucket } = await openBucket(settings, `s3://${name}`)
  const entries: SourceEntry[] = []
  const read = (object: StoredObject) => async (offset: number) => {
    const bytes = await bucket.get(object.key, offset, PIECE, object.etag).catch(asFault)
    if (bytes === undefined || bytes.length === 0) throw new SourceFault('CHANGED')
    return bytes
  }
  try {
    for await (const object of bucket.list(prefix)) {
      const path = object.key.slice(prefix.length)
      if (path === '') continue
      const steps = stepsOfPath(path)
      const { size } = object
      const isFolder = path.endsWith('/')
      const content = () => contentOf(size, read(object))
      entries.push({
        path,
        steps: steps ?? [],
        isFolder,
        size,
        fault: steps ? undefined : 'PATH',
        content,
      })
    }
    // A bucket has no empty folders, so this one is misspelled.
    if (prefix !== '' && entries.length === 0)
      throw new StorageError(`--from: the bucket has nothing under ${prefix}`)
  } catch (error) {
    bucket.close()
    throw asSourceError(error)
  }
  return {
    name: prefix.split('/').at(-2)?.normalize('NFC') ?? name,
    entries,
    close: async () => bucket.close(),
  }
}

async function* contentOf(
  size: number,
  read: (offset: number) => Promise<Buffer>,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const bytes = await read(at)
    at += bytes.length
    if (at > size) throw new SourceFault('CHANGED')
    yield bytes
  }
}

/** After a replacement, the remaining bytes would belong to another object. */
function asFault(error: unknown): never {
  const status = error instanceof StorageUnavailableError ? (statusOf(error.cause) ?? 0) : 0
  if (status === PRECONDITION_FAILED) throw new SourceFault('CHANGED')
  if (status >= 400 && status < 500 && !LATER.includes(status)) throw new SourceFault('UNREADABLE')
  throw asSourceError(error)
}

function asSourceError(error: unknown): unknown {
  const known = asStorageError(error)
  return known
    ? new StorageError(known.message.replace('STORAGE_URL', '--from'), { cause: error })
    : error
}
