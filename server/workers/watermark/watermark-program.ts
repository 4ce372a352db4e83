/** Memory holds the whole untrusted input. */
import { decryptPdf } from '../pdf/decrypt-pdf.ts'
import { readSource, serveTasks, writeTarget } from '../pdf/serve-tasks.ts'
import type { Task } from './protocol.ts'
import { watermarkPdf } from './watermark-pdf.ts'

await serveTasks<Task>((task) => {
  const bytes = readSource(task.source)
  return writeTarget(task.target, (emit) =>
    'mark' in task ? watermarkPdf(bytes, task, emit) : decryptPdf(bytes, task.passwords, emit),
  )
})
