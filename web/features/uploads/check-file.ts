import type { RejectionCode } from '../../../contract/core/errors.ts'
import { EXTENSIONS, LIMITS } from '../../../contract/core/limits.ts'
import { normaliseName } from '../../../contract/core/name-key.ts'

/** A file that was picked or dropped, with its place below the folder it goes to (`A/B/c.pdf`). */
export interface PickedFile {
  readonly file: File
  readonly path: string
  /** It is a folder with nothing in it, and so is `file`. */
  readonly isFolder?: boolean
}

/** Why the server would refuse a file whatever it holds, or undefined. What is inside, the server alone can judge. */
export function refusalOf({ path, file, isFolder }: PickedFile): RejectionCode | undefined {
  if (isFolder) return undefined
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase()
  if (!EXTENSIONS.some((allowed) => allowed === extension)) return 'EXTENSION'
  if (file.size === 0) return 'EMPTY'
  if (file.size > LIMITS.uploadBytes) return 'SIZE'
  return undefined
}

/** Files of an input; those of a folder know their path below it. */
export function pickedFrom(files: Iterable<File>): readonly PickedFile[] {
  return [...files].map((file) => ({ file, path: normaliseName(file.webkitRelativePath || file.name) }))
}

/** A file that an operating system leaves in folders; nobody means to upload it. */
export const isSystemFile = ({ path }: PickedFile): boolean => /(^|\/)(\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$/i.test(path)
