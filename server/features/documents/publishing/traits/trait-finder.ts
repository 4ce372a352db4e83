import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { PROJECT_ROOT } from '../../../../platform/config/project-root.ts'
import type { ContentSource } from '../../upload/content/content-reader.ts'
import type { FromThread, ToThread } from './protocol.ts'
import type { DocumentTrait } from './trait.ts'

/** Node 20 cannot start a TypeScript thread, so tests run the compiled worker. */
const WORKER_FILE = path.join(
  PROJECT_ROOT,
  '.build/server/features/documents/publishing/traits/traits.worker.js',
)
const MAX_OLD_MB = 512
const DEADLINE_MS = 15_000

export interface TraitFinder {
  /** Returns `UNCHECKED` after timeouts, for unreadable content, or if the thread ends. */
  find(source: ContentSource, ext: string): Promise<ReadonlySet<DocumentTrait>>
  close(): Promise<void>
}

/** Hostile documents must not block the server. */
export function openTraitFinder({ deadlineMs = DEADLINE_MS } = {}): TraitFinder {
  let worker: Worker | undefined
  const close = async (): Promise<void> => {
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }
  const start = (): Worker => {
    // The environment contains passwords.
    const started = new Worker(WORKER_FILE, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_OLD_MB },
    })
    // An unhandled error event would end the server.
    started.on('error', () => undefined)
    return started
  }
  return {
    close,
    async find(source, ext) {
      worker ??= start()
      try {
        return new Set(await ask(worker, { source, ext, deadlineMs }))
      } catch {
        await close()
        return new Set(['UNCHECKED'])
      }
    },
  }
}

interface FindTraitsInput {
  readonly source: ContentSource
  readonly ext: string
  readonly deadlineMs: number
}

async function ask(
  worker: Worker,
  { source, ext, deadlineMs }: FindTraitsInput,
): Promise<readonly DocumentTrait[]> {
  const post = (message: ToThread, bytes?: Uint8Array<ArrayBuffer>): void =>
    worker.postMessage(message, bytes ? [bytes.buffer] : [])
  const serve = async (offset: number, length: number): Promise<void> => {
    // Posting transfers the buffer, so bytes leave the pool.
    const bytes = await source.read(offset, length).then(
      (read) => new Uint8Array(read),
      () => undefined,
    )
    post({ type: 'read', bytes }, bytes)
  }
  const over = new AbortController()
  try {
    return await new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error('a document took too long')), deadlineMs)
      const hear = (message: FromThread): void => {
        if (message.type === 'found') resolve(message.traits)
        else void serve(message.offset, message.length).catch(reject)
      }
      const end = (): void => reject(new Error('the thread that looks into documents ended'))
      worker.on('message', hear).on('error', end).on('exit', end)
      over.signal.addEventListener('abort', () => {
        clearTimeout(limit)
        worker.off('message', hear).off('error', end).off('exit', end)
      })
      post({ type: 'find', ext, size: source.size })
    })
  } finally {
    over.abort()
  }
}
