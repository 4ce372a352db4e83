import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ChunkOpener } from '../../platform/blob/encrypted-file.ts'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { type EncryptedChunks, EncryptionError } from '../../platform/encryption/cobblestone.ts'
import type { Log } from '../../platform/log/log.ts'
import type { FromOpener, ToOpener } from './protocol.ts'

const WORKER_FILE = path.join(PROJECT_ROOT, '.build/server/workers/open/open.worker.js')
/** A small young generation stays in the processor cache. */
const MAX_OLD_MB = 32
const MAX_YOUNG_MB = 3
const REST_MS = 10_000

interface PendingChunk {
  resolve(bytes: Buffer): void
  reject(error: Error): void
}

/** One thread decrypts large files without delaying requests, and does not keep the program running. */
export function createChunkOpener(log: Log): ChunkOpener {
  let thread: OpenerThread | undefined
  return (chunks) => {
    if (!thread || thread.ended) thread = new OpenerThread(log)
    return thread.open(chunks)
  }
}

class OpenerThread {
  readonly #worker: Worker
  readonly #asked = new Map<number, PendingChunk>()
  #nextId = 1
  #resting: NodeJS.Timeout | undefined
  #ended = false

  constructor(log: Log) {
    this.#worker = new Worker(WORKER_FILE, {
      // The thread gets no settings, which contain passwords, and no loaders.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_OLD_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    })
    this.#worker.on('message', (answer: FromOpener) => this.#receive(answer))
    this.#worker.on('error', (error) => {
      log.error({ error }, 'the thread that opens files has died')
      this.#end(error)
    })
    this.#worker.on('exit', () => this.#end(new Error('the thread that opens files has ended')))
  }

  get ended(): boolean {
    return this.#ended
  }

  open({ key, baseNonce, first, encrypted }: EncryptedChunks): Promise<Buffer> {
    clearTimeout(this.#resting)
    this.#worker.ref()
    const id = this.#nextId
    this.#nextId += 1
    // Posting a view would send its whole buffer.
    const message: ToOpener = { id, chunks: { key: new Uint8Array(key), baseNonce: new Uint8Array(baseNonce), first, encrypted } }
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject })
      this.#worker.postMessage(message, [encrypted.buffer as ArrayBuffer])
    })
  }

  #receive({ id, bytes }: FromOpener): void {
    const asked = this.#asked.get(id)
    this.#asked.delete(id)
    if (this.#asked.size === 0) this.#rest()
    if (bytes) asked?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    else asked?.reject(new EncryptionError('sealed data is damaged'))
  }

  #rest(): void {
    this.#worker.unref()
    this.#resting = setTimeout(() => this.#end(new Error('the thread that opens files rests')), REST_MS)
    this.#resting.unref()
  }

  #end(error: Error): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#resting)
    for (const { reject } of this.#asked.values()) reject(error)
    this.#asked.clear()
    void this.#worker.terminate()
  }
}
