import { createInterface } from 'node:readline'
import { SyncEncryptedFile } from '../../platform/blob/sync-encrypted-file.ts'
import { PdfError } from './pdf-error.ts'
import type { PdfAnswer, Question, Reply, TaskSource, TaskTarget } from './protocol.ts'
import { EncryptedOutput } from './writing/encrypted-output.ts'

const STEP = 4 * 2 ** 20

/** @throws PdfError CLOSED if the input ends */
export type Ask = (question: Question) => Promise<Reply>

/** Ends with standard input. */
export async function serveTasks<Task>(
  work: (task: Task, ask: Ask) => Promise<unknown>,
): Promise<void> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const ask: Ask = async (question) => {
    say({ type: 'asked', question })
    const { value, done } = await lines.next()
    if (done) throw new PdfError('CLOSED')
    return JSON.parse(value) as Reply
  }
  say({ type: 'ready' })
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    const answer = await work(JSON.parse(line.value) as Task, ask).then(
      (done): PdfAnswer => ({ type: 'done', done }),
      failure,
    )
    say(answer)
  }
}

function say(answer: PdfAnswer): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

function failure(error: unknown): PdfAnswer {
  const detail = error instanceof Error ? error.message : String(error)
  if (error instanceof PdfError && (error.code === 'NOT_UNDERSTOOD' || error.code === 'TOO_LARGE'))
    return { type: 'failed', code: error.code, detail }
  // Disk errors are not the document's fault.
  if (error instanceof Error && 'syscall' in error)
    return { type: 'failed', code: 'CRASHED', detail }
  // The library throws arbitrary errors.
  return { type: 'failed', code: 'NOT_UNDERSTOOD', detail }
}

export function readSource({ segments, context }: TaskSource): Buffer {
  const opened = segments.map(({ path, key, size }) => ({
    path,
    key: Buffer.from(key, 'base64'),
    size,
  }))
  const file = new SyncEncryptedFile({ segments: opened, context })
  try {
    const bytes = Buffer.allocUnsafeSlow(file.size)
    for (let at = 0; at < file.size; at += STEP)
      file.readInto(bytes, at, at, Math.min(STEP, file.size - at))
    return bytes
  } finally {
    file.close()
  }
}

export async function writeTarget<Written>(
  { path, key, context }: TaskTarget,
  write: (emit: (bytes: Uint8Array) => void) => Promise<Written>,
): Promise<Written & { size: number }> {
  const output = new EncryptedOutput(path, Buffer.from(key, 'base64'), context)
  try {
    const written = await write((piece) => output.write(piece))
    output.finish()
    return { ...written, size: output.size }
  } finally {
    output.close()
  }
}
