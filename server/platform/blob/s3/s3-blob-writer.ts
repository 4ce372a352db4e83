import { stat } from 'node:fs/promises'
import type { BlobWriter } from '../blob-store.ts'
import { unlinkIfThere } from '../disk-blob-writer.ts'

interface Storing {
  readonly path: string
  store(path: string, size: number): Promise<void>
}

/** Disk buffers spare memory and permit resending. */
export class S3BlobWriter implements BlobWriter {
  readonly #disk: BlobWriter
  readonly #storing: Storing

  constructor(disk: BlobWriter, storing: Storing) {
    this.#disk = disk
    this.#storing = storing
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#disk.write(bytes)
  }

  async commit(): Promise<void> {
    const { path, store } = this.#storing
    await this.#disk.commit()
    try {
      await store(path, (await stat(path)).size)
    } catch (error) {
      await unlinkIfThere(path)
      throw error
    }
  }

  discard(): Promise<void> {
    return this.#disk.discard()
  }
}
