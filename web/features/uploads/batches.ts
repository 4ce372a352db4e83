/** What one request carries at most. Its files are stored together: few enough that progress is seen to move and little is lost with it. */
interface BatchLimits {
  readonly files: number
  readonly bytes: number
}

const BATCH_LIMITS: BatchLimits = { files: 25, bytes: 20_000_000 }

/** Files in their order, in requests that keep to the limits; a file that is larger than a request goes alone. */
export function batchesOf<T extends { readonly size: number }>(
  files: readonly T[],
  limits: BatchLimits = BATCH_LIMITS,
): readonly (readonly T[])[] {
  const batches: T[][] = []
  let bytes = 0
  for (const file of files) {
    const last = batches.at(-1)
    if (last && last.length < limits.files && bytes + file.size <= limits.bytes) {
      last.push(file)
      bytes += file.size
    } else {
      batches.push([file])
      bytes = file.size
    }
  }
  return batches
}

/** How much of each file has left, when so much of the request has: files follow each other in the body. */
export function sentOfEach(sizes: readonly number[], sent: number, total: number): readonly number[] {
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  let left = total === 0 ? 0 : (sent / total) * bytes
  return sizes.map((size) => {
    const own = Math.min(size, Math.max(0, left))
    left -= size
    return own
  })
}
