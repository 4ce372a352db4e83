import { createHash } from 'node:crypto'
import type { DestructionFacts } from '../../../contract/proof/destruction.ts'
import { EncryptionError } from '../../platform/encryption/cobblestone.ts'
import { KeyStoreError } from '../../platform/encryption/key-store.ts'
import type { ClosingParts } from './closing.parts.ts'
import { countOthers, findVersionDigests, type VersionDigest } from './closing.read.ts'
import { countBlobs } from './empty-room.store.ts'

type Destroyed = DestructionFacts['destroyed']

const BATCH = 1_000

class Contents {
  readonly #lines: string[] = []
  #count = 0
  #bytes = 0

  /** @param sha256 32 bytes, undefined if unavailable. */
  add(size: number, sha256: Buffer | undefined): void {
    this.#count += 1
    this.#bytes += size
    if (sha256) this.#lines.push(`${sha256.toString('hex')} ${size}\n`)
  }

  counted(): Destroyed['documents'] {
    const isWhole = this.#lines.length === this.#count
    const list = isWhole
      ? createHash('sha256').update(this.#lines.sort().join('')).digest('base64')
      : null
    return { count: this.#count, bytes: this.#bytes, list }
  }
}

/** A missing key or damaged content never stops the destruction. */
export async function gatherDestroyed(
  parts: Pick<ClosingParts, 'content' | 'database'>,
  roomId: number,
  signal?: AbortSignal,
): Promise<Destroyed> {
  const { db } = parts.database
  const [documents, versions] = [new Contents(), new Contents()]
  let after = 0
  for (let more = true; more; ) {
    signal?.throwIfAborted()
    const rows = await findVersionDigests(db, roomId, after, BATCH)
    const digests = await Promise.all(rows.map((row) => digestOf(parts, roomId, row)))
    for (const [index, { size, isCurrent }] of rows.entries()) {
      versions.add(size, digests[index])
      if (isCurrent) documents.add(size, digests[index])
    }
    after = rows.at(-1)?.id ?? after
    more = rows.length === BATCH
  }
  return {
    documents: documents.counted(),
    versions: versions.counted(),
    ...(await countOthers(db, roomId)),
    blobs: await countBlobs(db, roomId),
  }
}

async function digestOf(
  { content, database }: Pick<ClosingParts, 'content' | 'database'>,
  roomId: number,
  { uid, sealed: encrypted }: VersionDigest,
): Promise<Buffer | undefined> {
  try {
    return await content.open(database.db, roomId, `digest:${uid}`, encrypted)
  } catch (error) {
    const isUntellable =
      error instanceof EncryptionError ||
      (error instanceof KeyStoreError && error.code === 'NO_KEY')
    if (isUntellable) return undefined
    throw error
  }
}
