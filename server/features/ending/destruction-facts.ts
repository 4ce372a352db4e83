import { createHash } from 'node:crypto'
import type { DestructionFacts } from '../../../contract/proof/destruction.ts'
import { SealError } from '../../platform/crypto/cobblestone.ts'
import { KeyStoreError } from '../../platform/crypto/key-store.ts'
import { countBlobs } from './empty-room.store.ts'
import type { EndingParts } from './ending.parts.ts'
import { countOthers, findVersionDigests, type VersionDigest } from './ending.read.ts'

type Destroyed = DestructionFacts['destroyed']

const BATCH = 1_000

/** Contents that are counted one by one, and what their list hashes to. */
class Contents {
  readonly #lines: string[] = []
  #count = 0
  #bytes = 0

  /** @param sha256 32 bytes; undefined where nobody can tell any more. */
  add(size: number, sha256: Buffer | undefined): void {
    this.#count += 1
    this.#bytes += size
    if (sha256) this.#lines.push(`${sha256.toString('hex')} ${size}\n`)
  }

  told(): Destroyed['documents'] {
    const isWhole = this.#lines.length === this.#count
    const list = isWhole ? createHash('sha256').update(this.#lines.sort().join('')).digest('base64') : null
    return { count: this.#count, bytes: this.#bytes, list }
  }
}

/** What is about to be destroyed. Of a room whose key is gone already, digests cannot be told, and none that is damaged keeps a room from its end. */
export async function gatherDestroyed(parts: EndingParts, roomId: number, signal?: AbortSignal): Promise<Destroyed> {
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
  return { documents: documents.told(), versions: versions.told(), ...(await countOthers(db, roomId)), blobs: await countBlobs(db, roomId) }
}

async function digestOf({ content, database }: EndingParts, roomId: number, { uid, sealed }: VersionDigest): Promise<Buffer | undefined> {
  try {
    return await content.open(database.db, roomId, `digest:${uid}`, sealed)
  } catch (error) {
    const isUntellable = error instanceof SealError || (error instanceof KeyStoreError && error.code === 'NO_KEY')
    if (isUntellable) return undefined
    throw error
  }
}
