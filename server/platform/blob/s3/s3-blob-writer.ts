import { stat } from 'node:fs/promises'
import type { BlobWriter } from '../blob-store.ts'
import { unlinkIfThere } from '../disk-blob-writer.ts'

interface Storing {
  /** This is the path of the complete file that the disk's writer leaves. */
  readonly path: string
  /** Takes over the file. */
  store(path: string, size: number): Promise<void>
}

/** Keeps the whole blob on disk until the storage has it, so that a slow sender occupies no memory and a part can be resent. */
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
