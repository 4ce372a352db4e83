import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type BlobId, BlobNotFoundError, type BlobStore } from './blob-store.ts'

/** Readers open a received path within this time. */
const GRACE_MS = 30_000
const BATCH = 500
const AT_ONCE = 4
const PIECE_BYTES = 8 * 2 ** 20

export interface MovedBlobs {
  readonly moved: number
  readonly bytes: number
}

interface Move {
  readonly from: BlobStore
  readonly to: BlobStore
  readonly graceMs?: number
  /** Clears a cached copy before the read-back. */
  readonly reread?: ((id: BlobId) => Promise<void>) | undefined
  readonly onProgress?: (done: MovedBlobs) => void
  /** Runs before originals are removed. @throws Error if they must stay */
  readonly mayRemove?: () => Promise<void>
}

/** Reads each copy back before removing the original. An interrupted move continues at the next call. */
export async function moveBlobs({
  from,
  to,
  graceMs = GRACE_MS,
  reread,
  onProgress,
  mayRemove,
}: Move): Promise<MovedBlobs> {
  let done: MovedBlobs = { moved: 0, bytes: 0 }
  for (;;) {
    const batch: BlobId[] = []
    for await (const { id } of from.list()) if (batch.push(id) === BATCH) break
    if (batch.length === 0) return done
    const copied: BlobId[] = []
    const lane = async (): Promise<void> => {
      for (let id = batch.pop(); id !== undefined; id = batch.pop()) {
        const bytes = await copyBlob({ from, to, reread }, id)
        if (bytes === undefined) continue
        copied.push(id)
        done = { moved: done.moved + 1, bytes: done.bytes + bytes }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    if (copied.length === 0) return done
    await wait(graceMs)
    await mayRemove?.()
    for (const id of copied) await from.remove(id)
    onProgress?.(done)
  }
}

async function copyBlob(
  { from, to, reread }: Pick<Move, 'from' | 'to' | 'reread'>,
  id: BlobId,
): Promise<number | undefined> {
  const size = await from.size(id)
  if (size === undefined) return undefined
  try {
    const isCopied = async (digest: string): Promise<boolean> => {
      await reread?.(id)
      return (await to.size(id)) === size && (await digestOf(to, id, size)) === digest
    }
    await reread?.(id)
    // An interrupted move may have left this copy.
    if ((await to.size(id)) === size && (await isCopied(await digestOf(from, id, size))))
      return size
    if (!(await isCopied(await copy(from, to, id, size))))
      throw new Error(`the copy of blob ${id} differs`)
    return size
  } catch (error) {
    if (error instanceof BlobNotFoundError && (await from.size(id)) === undefined) return undefined
    throw error
  }
}

async function copy(from: BlobStore, to: BlobStore, id: BlobId, size: number): Promise<string> {
  const writer = await to.create(id)
  try {
    const digest = await digestOf(from, id, size, (piece) => writer.write(piece))
    await writer.commit()
    return digest
  } finally {
    await writer.discard()
  }
}

async function digestOf(
  store: BlobStore,
  id: BlobId,
  size: number,
  use?: (piece: Buffer) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256')
  for (let offset = 0; offset < size; offset += PIECE_BYTES) {
    const piece = await store.read(id, { offset, length: Math.min(PIECE_BYTES, size - offset) })
    hash.update(piece)
    await use?.(piece)
  }
  return hash.digest('hex')
}
