import type { PickedFile } from './check-file.ts'
import type { Unfinished } from './upload-job.ts'

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Whether a file can be the one of which a part has arrived: by its name, its size and, where it is known, the time of its last change. */
export function isSameFile({ path, size, modifiedAt }: Unfinished, picked: PickedFile): boolean {
  const isSamePath = picked.path.includes('/') ? picked.path === path : picked.path === lastOf(path)
  return isSamePath && picked.file.size === size && (modifiedAt === null || Date.parse(modifiedAt) === picked.file.lastModified)
}

/**
 * The unfinished upload that a newly added file goes on with, first the one for the same place. The time of the last change must be known:
 * nobody has said that they are the same.
 */
export function matchOf(unfinished: readonly Unfinished[], picked: PickedFile, parent: number): Unfinished | undefined {
  const same = unfinished.filter((one) => one.modifiedAt !== null && isSameFile(one, picked))
  return same.find((one) => one.parent === parent && one.path === picked.path) ?? same[0]
}
