import type { PickedFile } from '../choose/check-file.ts'
import type { Unfinished } from './upload-job.ts'

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export function isSameFile({ path, size, modifiedAt }: Unfinished, picked: PickedFile): boolean {
  const isSamePath = picked.path.includes('/') ? picked.path === path : picked.path === lastOf(path)
  return isSamePath && picked.file.size === size && (modifiedAt === null || Date.parse(modifiedAt) === picked.file.lastModified)
}

/** The user has not confirmed the match, so modification times must agree. */
export function matchOf(unfinished: readonly Unfinished[], picked: PickedFile, parent: number): Unfinished | undefined {
  const same = unfinished.filter((one) => one.modifiedAt !== null && isSameFile(one, picked))
  return same.find((one) => one.parent === parent && one.path === picked.path) ?? same[0]
}
