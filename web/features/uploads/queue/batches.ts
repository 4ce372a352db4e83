import { isResumable, type Job } from './upload-job.ts'

/** Small limits show progress early and lose little. */
interface BatchLimits {
  readonly files: number
  readonly bytes: number
}

const BATCH_LIMITS: BatchLimits = { files: 25, bytes: 20_000_000 }

const goWith = (first: Job, job: Job): boolean =>
  !isResumable(job) &&
  job.isFolder === first.isFolder &&
  job.parent === first.parent &&
  job.conflict === first.conflict &&
  job.staged === first.staged &&
  job.isDoubtful === first.isDoubtful

export function nextBatch(
  waiting: Iterable<Job>,
  limits: BatchLimits = BATCH_LIMITS,
): readonly Job[] {
  const batch: Job[] = []
  let bytes = 0
  for (const job of waiting) {
    const [first] = batch
    if (first && !goWith(first, job)) continue
    if (first && (batch.length === limits.files || bytes + job.size > limits.bytes)) break
    batch.push(job)
    bytes += job.size
    if (isResumable(job)) break
  }
  return batch
}

/** Files follow each other in the body. */
export function sentOfEach(
  sizes: readonly number[],
  sent: number,
  total: number,
): readonly number[] {
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  let left = total === 0 ? 0 : (sent / total) * bytes
  return sizes.map((size) => {
    const own = Math.min(size, Math.max(0, left))
    left -= size
    return own
  })
}
