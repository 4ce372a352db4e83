/** A program of its own, since it reads what strangers wrote and holds it whole: puts what was written on PDFs into them and has them signed. */
import { readSource, serveTasks, writeTarget } from '../pdf/serve-tasks.ts'
import type { Task } from './protocol.ts'
import { burnPdf } from './seal-pdf.ts'
import { signPdf } from './sign-pdf.ts'

await serveTasks<Task>(async ({ source, target, sealing }, ask) => {
  const { bytes, ...told } = await burnPdf(readSource(source), sealing)
  const sealed = sealing.signature ? await signPdf(bytes, sealing.signature, ask) : bytes
  return await writeTarget(target, async (emit) => {
    emit(sealed)
    return told
  })
})
