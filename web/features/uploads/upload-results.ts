import type { BatchResult } from './send-batch.ts'
import type { UploadEntry } from './upload-entry.ts'
import type { Job, Taken } from './upload-job.ts'

/** What changes on a file that is over. */
export type Result = Pick<UploadEntry, 'state' | 'sent'> & Partial<UploadEntry>

/** The name at the end of a path. */
export const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** A stored file, with its name where that is not its own. */
export function storedAs({ path, size }: Job, name: string): Result {
  return { state: 'done', sent: size, ...(name === lastOf(path) ? {} : { storedAs: name }) }
}

/** What became of each file. The server names a refused one by its path or by its last name; two of one name are told apart by order. */
export function resultsOf(jobs: readonly Job[], { stored, rejected }: BatchResult): ReadonlyMap<number, Result> {
  const results = new Map<number, Result>()
  for (const { name, reason } of rejected) {
    const job =
      jobs.find(({ id, path }) => !results.has(id) && path === name) ??
      jobs.find(({ id, path }) => !results.has(id) && lastOf(path) === name)
    if (job) results.set(job.id, { state: 'refused', sent: 0, reason })
  }
  const kept = jobs.filter(({ id }) => !results.has(id))
  // The names come in the order of the files, and say which is which only when there is one for each.
  const names = stored.length === kept.length ? stored : []
  for (const [index, job] of kept.entries()) results.set(job.id, storedAs(job, names[index] || lastOf(job.path)))
  return results
}

/** Whether a request that got no answer has stored the file after all: what is there now was not there when it was asked before. */
export function hasArrived({ size, taken }: Job, found: Taken | undefined): boolean {
  return found !== undefined && found.size === size && (found.id !== taken?.id || found.uploadedAt !== taken.uploadedAt)
}
