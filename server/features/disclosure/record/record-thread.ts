import { once } from 'node:events'
import path from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { PROJECT_ROOT } from '../../../platform/config/project-root.ts'
import { portionsOf } from '../../../platform/db/portions.ts'
import type { FromThread, OneFile, RecordFile, ToThread } from './protocol.ts'
import type { RecordContent } from './record-files.ts'

/** Node 20 cannot start a TypeScript thread, so tests run the compiled worker. */
const WORKER_FILE = path.join(
  PROJECT_ROOT,
  '.build/server/features/disclosure/record/record-files.worker.js',
)
/** The limit is in MB. */
const MAX_OLD_MB = 1024
const DEADLINE_MS = 600_000
const AT_ONCE = 500

/** PDF layout would block for seconds. Memory holds one file. @throws Error if the thread dies */
export async function* threadedFiles(
  content: RecordContent,
  { checkpoint, one }: { readonly checkpoint: string | null; readonly one?: OneFile },
): AsyncGenerator<RecordFile> {
  // The environment contains passwords.
  const worker = new Worker(WORKER_FILE, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_OLD_MB },
  })
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

function endOf(worker: Worker): Promise<never> {
  const died = new Promise<never>((_, reject) => {
    worker.on('error', reject)
    worker.on('exit', (code) =>
      reject(new Error(`the thread that writes records ended with ${code}`)),
    )
  })
  // Between files nobody awaits this promise.
  died.catch(() => undefined)
  return died
}
