/** A program of its own, since it reads what strangers wrote and holds it whole: opens sealed PDFs, stamps them and seals what came of it. */
import { readSource, serveTasks, writeTarget } from '../pdf/serve-tasks.ts'
import type { Task } from './protocol.ts'
import { stampPdf } from './stamp-pdf.ts'

await serveTasks<Task>(({ source, target, mark }) => {
  const bytes = readSource(source)
  return writeTarget(target, (emit) => stampPdf(bytes, mark, emit))
})
