import { once } from 'node:events'
import path from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { PROJECT_ROOT } from '../../../platform/config/project-root.ts'
import { portionsOf } from '../../../platform/db/portions.ts'
import type { FromThread, OneFile, RecordFile, ToThread } from './protocol.ts'
import type { RecordContent } from './record-files.ts'

/** Node 20 starts no TypeScript thread, so tests run the compiled worker too. */
const WORKER_FILE = path.join(PROJECT_ROOT, '.build/server/features/disclosure/record/record-files.worker.js')
/** V8 heap limit. */
const MAX_OLD_MB = 1024
/** For one file. */
const DEADLINE_MS = 600_000
const AT_ONCE = 500

/**
 * Writes the files of a record in a thread of their own, since the layout of a PDF would hold up all other calls for seconds. One file at
 * a time is held in memory. @throws Error where the thread dies.
 */
export async function* threadedFiles(
  content: RecordContent,
  { checkpoint, one }: { readonly checkpoint: string | null; readonly one?: OneFile },
): AsyncGenerator<RecordFile> {
  // Passes no environment (with passwords) and no loaders.
  const worker = new Worker(WORKER_FILE, { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MAX_OLD_MB } })
  const post = (message: ToThread): void => worker.postMessage(message)
  const died = endOf(worker)
  try {
    const { items, threads, ...head } = content
    post({ type: 'begin', head, checkpoint, one })
    for (const some of portionsOf(items, AT_ONCE)) {
      post({ type: 'items', items: some })
      await immediate()
    }
    for (const some of portionsOf(threads, AT_ONCE)) {
      post({ type: 'threads', threads: some })
      await immediate()
    }
    for (;;) {
      const answer = once(worker, 'message', { signal: AbortSignal.timeout(DEADLINE_MS) })
      post({ type: 'next' })
      const [file] = (await Promise.race([answer, died])) as [FromThread]
      if (file === undefined) return
      yield file
    }
  } finally {
    await worker.terminate()
  }
}

/** Rejects once the thread ended. */
function endOf(worker: Worker): Promise<never> {
  const died = new Promise<never>((_, reject) => {
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`the thread that writes records ended with ${code}`)))
  })
  // Nobody waits for it between two files.
  died.catch(() => undefined)
  return died
}
