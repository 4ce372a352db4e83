import type { BatchResult } from './send-batch.ts'
import type { UploadEntry } from './upload-entry.ts'
import type { Job, Taken } from './upload-job.ts'

export type UploadResult = Pick<UploadEntry, 'state' | 'sent'> & Partial<UploadEntry>

export const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export function storedAs({ path, size }: Job, name: string): UploadResult {
  return { state: 'done', sent: size, ...(name === lastSegment(path) ? {} : { storedAs: name }) }
}

/** The server names files by path or last name. */
export function resultsOf(
  jobs: readonly Job[],
  { stored, rejected }: BatchResult,
): ReadonlyMap<number, UploadResult> {
  const results = new Map<number, UploadResult>()
  for (const { name, reason } of rejected) {
    const job =
      jobs.find(({ id, path }) => !results.has(id) && path === name) ??
      jobs.find(({ id, path }) => !results.has(id) && lastSegment(path) === name)
    if (job) results.set(job.id, { state: 'refused', sent: 0, reason })
  }
  const kept = jobs.filter(({ id }) => !results.has(id))
  const names = stored.length === kept.length ? stored : []
  for (const [index, job] of kept.entries())
    results.set(job.id, storedAs(job, names[index] || lastSegment(job.path)))
  return results
}

export function hasArrived({ size, taken }: Job, found: Taken | undefined): boolean {
  return (
    found !== undefined &&
    found.size === size &&
    (found.id !== taken?.id || found.uploadedAt !== taken.uploadedAt)
  )
}
