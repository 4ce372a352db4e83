import type { RejectionCode } from '../../../../contract/core/errors/rejections.ts'
import { EXTENSIONS, LIMITS } from '../../../../contract/core/limits.ts'
import { normalizeName } from '../../../../contract/core/name-key.ts'

/** The path is relative to the target, such as `A/B/c.pdf`. */
export interface PickedFile {
  readonly file: File
  readonly path: string
  readonly isFolder?: boolean
}

/** Only the server can check the content. */
export function refusalOf({ path, file, isFolder }: PickedFile): RejectionCode | undefined {
  if (isFolder) return undefined
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase()
  if (!EXTENSIONS.some((allowed) => allowed === extension)) return 'EXTENSION'
  if (file.size === 0) return 'EMPTY'
  if (file.size > LIMITS.uploadBytes) return 'SIZE'
  return undefined
}

export function pickedFrom(files: Iterable<File>): readonly PickedFile[] {
  return [...files].map((file) => ({
    file,
    path: normalizeName(file.webkitRelativePath || file.name),
  }))
}

/** The server requires the extension that fits the content. */
export const namedAs = ({ file, path }: PickedFile, name: string): PickedFile => ({
  file,
  path: `${name}${/\.[^./]+$/.exec(path)?.[0] ?? ''}`,
})

export const isSystemFile = ({ path }: PickedFile): boolean =>
  /(^|\/)(\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$/i.test(path)
