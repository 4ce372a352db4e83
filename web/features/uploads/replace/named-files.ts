import { REJECTIONS } from '../../../../contract/core/errors/rejections.ts'
import type { Language } from '../../../../contract/core/language.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { isSystemFile, type PickedFile, refusalOf } from '../choose/check-file.ts'
import type { NamedFile } from './pair-files.ts'

const nameOf = (path: string): string => path.split('/').at(-1) ?? path

/** Names exclude folders; the last picked duplicate counts. `left` counts files beyond the dialog's limit, `repeated` duplicates. */
export function namedFiles(
  picked: readonly PickedFile[],
  language: Language,
): { readonly files: readonly NamedFile[]; readonly left: number; readonly repeated: number } {
  const byName = new Map<string, NamedFile>()
  let repeated = 0
  for (const each of picked) {
    if (each.isFolder || isSystemFile(each)) continue
    const name = nameOf(each.path)
    if (byName.has(name) && byName.get(name)?.file !== each.file) repeated += 1
    const refusal = name.length > LIMITS.nameLength ? 'NAME' : refusalOf(each)
    byName.set(name, { name, file: each.file, refusal: refusal && REJECTIONS[refusal][language] })
  }
  const files = [...byName.values()]
  return {
    files: files.slice(0, LIMITS.pathsPerCall),
    left: Math.max(0, files.length - LIMITS.pathsPerCall),
    repeated,
  }
}
