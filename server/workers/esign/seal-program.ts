/** Memory holds the whole untrusted input. */
import { readSource, serveTasks, writeTarget } from '../pdf/serve-tasks.ts'
import type { Task } from './protocol.ts'
import { burnPdf } from './seal-pdf.ts'
import { signPdf } from './sign-pdf.ts'

await serveTasks<Task>(async ({ source, target, sealing }, ask) => {
  const { bytes, ...reported } = await burnPdf(readSource(source), sealing)
  const sealed = sealing.signature ? await signPdf(bytes, sealing.signature, ask) : bytes
  return await writeTarget(target, async (emit) => {
    emit(sealed)
    return reported
  })
})
