import path from 'node:path'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { PROJECT_ROOT } from '../../../platform/config/project-root.ts'
import type { ConnectionOptions } from '../../../platform/db/connection-options.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { ExportTask, FromThread, ToThread } from './protocol.ts'

/** Node 20 cannot start a TypeScript thread, so tests run the compiled worker too. */
const WORKER_FILE = path.join(PROJECT_ROOT, '.build/server/features/audit/export/export.worker.js')
/** These V8 heap limits are in MB; exceeding one ends all exports. */
const MAX_OLD_MB = 64
const MAX_YOUNG_MB = 6
const AHEAD_BYTES = 192 * 1024
/** A collection follows this many sent bytes. */
const COLLECT_BYTES = 4 * 1024 * 1024
const REST_MS = 10_000

export interface LogExporter {
  /** Destroying the stream stops the export. */
  open(task: ExportTask): Readable
  close(): Promise<void>
}

export function createLogExporter(options: ConnectionOptions, log: Log): LogExporter {
  let thread: ExportThread | undefined
  const alive = (): ExportThread => {
    if (!thread || thread.ended) thread = new ExportThread(options, log)
    return thread
  }
  return {
    open: (task) => alive().open(task),
    close: async () => thread?.end(new Error('the server closes')),
  }
}

type Collect = (options: { readonly type: 'minor' }) => void

/** Sent pieces outside V8's heap would reach 64 MB. */
function createYoungCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  setFlagsFromString('--no-expose-gc')
  return () => collect({ type: 'minor' })
}

class ExportThread {
  readonly #worker: Worker
  readonly #log: Log
  readonly #open = new Map<number, Readable>()
  readonly #collectYoung = createYoungCollector()
  #nextId = 1
  #sent = 0
  #resting: NodeJS.Timeout | undefined
  #ended: Promise<unknown> | undefined

  constructor(options: ConnectionOptions, log: Log) {
    this.#log = log
    this.#worker = new Worker(WORKER_FILE, {
      workerData: options,
      // The environment contains passwords.
      env: {},
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: MAX_OLD_MB,
        maxYoungGenerationSizeMb: MAX_YOUNG_MB,
      },
    })
    this.#worker.on('message', (message: FromThread) => this.#receive(message))
    this.#worker.on('error', (error) => {
      log.error({ error }, 'the thread that exports logs has died')
      void this.end(error)
    })
    this.#worker.on(
      'exit',
      () => void this.end(new Error('the thread that exports logs has ended')),
    )
  }

  get ended(): boolean {
    return this.#ended !== undefined
  }

  open(task: ExportTask): Readable {
    clearTimeout(this.#resting)
    const id = this.#nextId
    this.#nextId += 1
    const body = new Readable({
      highWaterMark: AHEAD_BYTES,
      read: () => this.#post({ type: 'more', id }),
      destroy: (error, done) => {
        this.#forget(id)
        this.#post({ type: 'end', id })
        done(error)
      },
    })
    this.#open.set(id, body)
    this.#post({ type: 'begin', id, task })
    return body
  }

  async end(error: Error): Promise<void> {
    if (!this.#ended) {
      clearTimeout(this.#resting)
      this.#ended = this.#worker.terminate()
      for (const body of this.#open.values()) body.destroy(error)
    }
    await this.#ended
  }

  #post(message: ToThread): void {
    if (!this.#ended) this.#worker.postMessage(message)
  }

  #receive(message: FromThread): void {
    if (message.type === 'log') {
      this.#log[message.level]({ error: message.error }, message.message)
      return
    }
    const body = this.#open.get(message.id)
    if (message.type === 'piece') this.#pass(body, message.bytes)
    else if (message.type === 'done') body?.push(null)
    else
      body?.destroy(message.error instanceof Error ? message.error : new Error('an export failed'))
  }

  #pass(body: Readable | undefined, bytes: Uint8Array): void {
    body?.push(bytes)
    this.#sent += bytes.length
    if (this.#sent < COLLECT_BYTES) return
    this.#sent = 0
    this.#collectYoung()
  }

  #forget(id: number): void {
    this.#open.delete(id)
    if (this.#open.size > 0 || this.#ended) return
    this.#resting = setTimeout(
      () => void this.end(new Error('the thread that exports logs rests')),
      REST_MS,
    )
    this.#resting.unref()
  }
}
