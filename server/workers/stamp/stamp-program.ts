/** A program of its own, since it reads what strangers wrote and holds it whole: opens sealed PDFs, stamps or decrypts them and seals what came of it. */
import { decryptPdf } from '../pdf/decrypt-pdf.ts'
import { readSource, serveTasks, writeTarget } from '../pdf/serve-tasks.ts'
import type { Task } from './protocol.ts'
import { stampPdf } from './stamp-pdf.ts'

await serveTasks<Task>((task) => {
  const bytes = readSource(task.source)
  return writeTarget(task.target, (emit) => ('mark' in task ? stampPdf(bytes, task, emit) : decryptPdf(bytes, task.passwords, emit)))
})
