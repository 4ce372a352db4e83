import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ChunkDecryptor } from '../../platform/blob/encrypted-file.ts'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { type EncryptedChunks, EncryptionError } from '../../platform/encryption/cobblestone.ts'
import type { Log } from '../../platform/log/log.ts'
import type { FromDecryptor, ToDecryptor } from './protocol.ts'

const WORKER_FILE = path.join(PROJECT_ROOT, '.build/server/workers/decrypt/decrypt.worker.js')
/** A small young generation stays in the processor cache. */
const MAX_OLD_MB = 32
const MAX_YOUNG_MB = 3
const REST_MS = 10_000

interface PendingChunk {
  resolve(bytes: Buffer): void
  reject(error: Error): void
}

/** One thread decrypts large files without delaying requests, and does not keep the program running. */
export function createChunkDecryptor(log: Log): ChunkDecryptor {
  let thread: DecryptorThread | undefined
  return (chunks) => {
    if (!thread || thread.ended) thread = new DecryptorThread(log)
    return thread.decrypt(chunks)
  }
}

class DecryptorThread {
  readonly #worker: Worker
  readonly #pending = new Map<number, PendingChunk>()
  #nextId = 1
  #resting: NodeJS.Timeout | undefined
  #ended = false

  constructor(log: Log) {
    this.#worker = new Worker(WORKER_FILE, {
      // The thread gets no settings, which contain passwords, and no loaders.
      env: {},
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: MAX_OLD_MB,
        maxYoungGenerationSizeMb: MAX_YOUNG_MB,
      },
    })
    this.#worker.on('message', (answer: FromDecryptor) => this.#receive(answer))
    this.#worker.on('error', (error) => {
      log.error({ error }, 'the thread that decrypts files has died')
      this.#end(error)
    })
    this.#worker.on('exit', () => this.#end(new Error('the thread that decrypts files has ended')))
  }

  get ended(): boolean {
    return this.#ended
  }

  decrypt({ key, baseNonce, first, encrypted }: EncryptedChunks): Promise<Buffer> {
    clearTimeout(this.#resting)
    this.#worker.ref()
    const id = this.#nextId
    this.#nextId += 1
    // Posting a view would send its whole buffer.
    const message: ToDecryptor = {
      id,
      chunks: { key: new Uint8Array(key), baseNonce: new Uint8Array(baseNonce), first, encrypted },
    }
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#worker.postMessage(message, [encrypted.buffer as ArrayBuffer])
    })
  }

  #receive({ id, bytes }: FromDecryptor): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (this.#pending.size === 0) this.#rest()
    if (bytes) pending?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    else pending?.reject(new EncryptionError('sealed data is damaged'))
  }

  #rest(): void {
    this.#worker.unref()
    this.#resting = setTimeout(
      () => this.#end(new Error('the thread that decrypts files rests')),
      REST_MS,
    )
    this.#resting.unref()
  }

  #end(error: Error): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#resting)
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
    void this.#worker.terminate()
  }
}
