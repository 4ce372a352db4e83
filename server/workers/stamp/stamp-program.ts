/**
 * A program of its own, since it reads what strangers wrote and holds it whole: opens sealed PDFs, stamps them and seals what came of it. One
 * task is a line on standard input, its answer a line on standard output (protocol.ts). It ends with its standard input.
 */
import { createInterface } from 'node:readline'
import { SyncSealedFile } from '../../platform/blob/sync-sealed-file.ts'
import type { Answer, Task } from './protocol.ts'
import { SealedOutput } from './sealed-output.ts'
import { StampError } from './stamp-error.ts'
import { stampPdf } from './stamp-pdf.ts'

const STEP = 4 * 2 ** 20

async function stamp({ source, target, mark }: Task): Promise<Answer> {
  const bytes = read(source)
  const output = new SealedOutput(target.path, Buffer.from(target.key, 'base64'), target.context)
  try {
    const { pageCount, rebuilt } = await stampPdf(bytes, mark, (piece) => output.write(piece))
    output.finish()
    return { type: 'stamped', size: output.size, pageCount, rebuilt: [...rebuilt] }
  } finally {
    output.close()
  }
}

function read({ segments, context }: Task['source']): Buffer {
  const opened = segments.map(({ path, key, size }) => ({ path, key: Buffer.from(key, 'base64'), size }))
  const file = new SyncSealedFile({ segments: opened, context })
  try {
    const bytes = Buffer.allocUnsafeSlow(file.size)
    for (let at = 0; at < file.size; at += STEP) file.readInto(bytes, at, at, Math.min(STEP, file.size - at))
    return bytes
  } finally {
    file.close()
  }
}

function say(answer: Answer): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

function failure(error: unknown): Answer {
  const detail = error instanceof Error ? error.message : String(error)
  if (error instanceof StampError && (error.code === 'UNSTAMPABLE' || error.code === 'TOO_LARGE'))
    return { type: 'failed', code: error.code, detail }
  // Whatever the library throws at what it does not understand.
  return { type: 'failed', code: 'UNSTAMPABLE', detail }
}

say({ type: 'ready' })
for await (const line of createInterface({ input: process.stdin })) {
  say(await stamp(JSON.parse(line) as Task).catch(failure))
}
