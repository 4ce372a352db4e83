import type { PickedFile } from '../choose/check-file.ts'
import type { Unfinished } from './upload-job.ts'
import { lastSegment } from './upload-results.ts'

export function isSameFile({ path, size, modifiedAt }: Unfinished, picked: PickedFile): boolean {
  const isSamePath = picked.path.includes('/')
    ? picked.path === path
    : picked.path === lastSegment(path)
  return (
    isSamePath &&
    picked.file.size === size &&
    (modifiedAt === null || Date.parse(modifiedAt) === picked.file.lastModified)
  )
}

/** The user has not confirmed the match, so modification times must agree. */
export function matchOf(
  unfinished: readonly Unfinished[],
  picked: PickedFile,
  parent: number,
): Unfinished | undefined {
  const same = unfinished.filter((one) => one.modifiedAt !== null && isSameFile(one, picked))
  return same.find((one) => one.parent === parent && one.path === picked.path) ?? same[0]
}
