import { type FileHandle, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isErrno, syncDirectory } from '../encryption/durable-files.ts'
import { type BlobWriter, NoSpaceError } from './blob-store.ts'

const BATCH_SIZE = 1024 * 1024
const FIRST_BATCH_SIZE = 64 * 1024

export async function openDiskBlobWriter(temp: string, path: string): Promise<BlobWriter> {
  return new DiskBlobWriter(await withNoSpaceError(open(temp, 'wx', 0o600)), temp, path)
}

/** One 1 MiB batch is written while the next fills. */
class DiskBlobWriter implements BlobWriter {
  readonly #file: FileHandle
  readonly #temp: string
  readonly #path: string
  #batch: Buffer = Buffer.allocUnsafeSlow(FIRST_BATCH_SIZE)
  #filled = 0
  #idle: Buffer | undefined
  #flushing: Promise<void> = Promise.resolve()
  #ended = false

  constructor(file: FileHandle, temp: string, path: string) {
    this.#file = file
    this.#temp = temp
    this.#path = path
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#requireOpen()
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + this.#batch.length - this.#filled)
      this.#batch.set(piece, this.#filled)
      this.#filled += piece.length
      at += piece.length
      if (this.#filled === this.#batch.length) await this.#flush()
    }
  }

  async commit(): Promise<void> {
    this.#requireOpen()
    await this.#flush()
    await this.#flushing
    await withNoSpaceError(this.#file.sync())
    await this.#file.close()
    await withNoSpaceError(rename(this.#temp, this.#path))
    await syncDirectory(dirname(this.#path))
    this.#ended = true
  }

  async discard(): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    await this.#flushing.catch(ignore)
    await this.#file.close()
    await unlinkIfThere(this.#temp)
  }

  /** Errors surface at the next flush. */
  async #flush(): Promise<void> {
    await this.#flushing
    const full = this.#batch
    const bytes = full.subarray(0, this.#filled)
    this.#batch = this.#idle ?? Buffer.allocUnsafeSlow(BATCH_SIZE)
    this.#filled = 0
    this.#idle = full.length === BATCH_SIZE ? full : undefined
    this.#flushing = withNoSpaceError(writeAll(this.#file, bytes))
    this.#flushing.catch(ignore)
  }

  #requireOpen(): void {
    if (this.#ended) throw new Error('this blob writer has ended')
  }
}

export async function unlinkIfThere(path: string): Promise<boolean> {
  try {
    await unlink(path)
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false
    throw error
  }
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    at += (await file.write(bytes, at, bytes.length - at)).bytesWritten
  }
}

async function withNoSpaceError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isErrno(error, 'ENOSPC', 'EDQUOT') ? new NoSpaceError(error) : error
  }
}

function ignore(): void {}
