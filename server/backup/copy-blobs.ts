import { createHash } from 'node:crypto'
import { link, mkdir, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BlobNotFoundError, type BlobStore } from '../platform/blob/blob-store.ts'
import { isErrno, syncDirectory } from '../platform/encryption/durable-files.ts'
import { finderIn, type ListedBlob, lineOf, linesOf, readBlobList } from './blob-list.ts'
import { BLOB_LIST, type Manifest } from './manifest.ts'

const PIECE_BYTES = 8 * 2 ** 20
const AT_ONCE = 4
const BATCH = 64
/** A blob between storages reappears within this time. */
const LOOK_AGAIN_MS = 1_000

export const fileOfBlob = (folder: string, id: string): string =>
  path.join(folder, 'blobs', id.slice(0, 2), id)

interface BlobCopy {
  readonly blobs: BlobStore
  readonly ids: string
  readonly folder: string
  readonly earlier: string | undefined
  /** Queries the current database, not the snapshot. */
  readonly isReferenced: (id: string) => Promise<boolean>
}

/** Uses constant memory. Links an earlier backup's blobs, which never change. */
export async function copyBlobs(copy: BlobCopy): Promise<Manifest['blobs']> {
  const { ids, folder, earlier } = copy
  const findEarlier = finderIn(
    earlier === undefined
      ? undefined
      : readBlobList(path.join(earlier, BLOB_LIST))[Symbol.asyncIterator](),
  )
  for (let index = 0; index < 256; index += 1)
    await mkdir(path.join(folder, 'blobs', index.toString(16).padStart(2, '0')), {
      recursive: true,
      mode: 0o700,
    })
  const list = await open(path.join(folder, BLOB_LIST), 'wx', 0o600)
  const hash = createHash('sha256')
  const counts = { copied: 0, bytes: 0, destroyed: 0, missing: 0 }
  const settle = async (batch: readonly string[]): Promise<void> => {
    const found: { id: string; known: ListedBlob | undefined }[] = []
    for (const id of batch) found.push({ id, known: await findEarlier(id) })
    const done = await inLanes(found, ({ id, known }) => copyBlob(copy, id, known))
    for (const blob of done) {
      counts[blob.is] += 1
      if (blob.is === 'copied') counts.bytes += blob.size
    }
    const lines = done.map(lineOf).join('')
    hash.update(lines)
    await list.writeFile(lines)
  }
  try {
    let batch: string[] = []
    for await (const id of linesOf(ids)) if (batch.push(id) === BATCH) await settle(batch.splice(0))
    await settle(batch)
    batch = []
    await list.sync()
  } finally {
    await list.close()
  }
  await syncBlobFolders(folder)
  return { listSha256: hash.digest('hex'), ...counts }
}

async function syncBlobFolders(folder: string): Promise<void> {
  const blobs = path.join(folder, 'blobs')
  for (let index = 0; index < 256; index += 1)
    await syncDirectory(path.join(blobs, index.toString(16).padStart(2, '0')))
  await syncDirectory(blobs)
}

async function inLanes<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(items[index] as T)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return results
}

async function copyBlob(
  copy: BlobCopy,
  id: string,
  known: ListedBlob | undefined,
): Promise<ListedBlob> {
  const { folder, earlier } = copy
  if (
    earlier !== undefined &&
    known?.is === 'copied' &&
    (await isLinked(fileOfBlob(earlier, id), fileOfBlob(folder, id), known.size))
  )
    return known
  const read =
    (await readBlob(copy, id)) ?? (await wait(LOOK_AGAIN_MS).then(() => readBlob(copy, id)))
  if (read) return { id, is: 'copied', ...read }
  return { id, is: (await copy.isReferenced(id)) ? 'missing' : 'destroyed' }
}

/** @returns false without links or for another size */
async function isLinked(from: string, to: string, size: number): Promise<boolean> {
  try {
    if ((await stat(from)).size !== size) return false
    await link(from, to)
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP')) return false
    throw error
  }
}

async function readBlob(
  { blobs, folder }: BlobCopy,
  id: string,
): Promise<{ size: number; sha256: string } | undefined> {
  const size = await blobs.size(id)
  if (size === undefined) return undefined
  const path = fileOfBlob(folder, id)
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  try {
    for (let offset = 0; offset < size; offset += PIECE_BYTES) {
      const piece = await blobs.read(id, { offset, length: Math.min(PIECE_BYTES, size - offset) })
      hash.update(piece)
      await file.writeFile(piece)
    }
    await file.sync()
    return { size, sha256: hash.digest('hex') }
  } catch (error) {
    if (!(error instanceof BlobNotFoundError)) throw error
    await rm(path, { force: true })
    return undefined
  } finally {
    await file.close()
  }
}
