import { isCompoundFile } from './cfb-directory.ts'
import { isEncryptedOoxml } from './compound-content.ts'
import type { ContentReader } from './content-reader.ts'
import { readPackagePaths } from './package-paths.ts'

/** The folder of a package that holds its main part. */
export type MainFolder = 'word/' | 'xl/' | 'ppt/'

/**
 * Whether the content is an Office Open XML package of this family, without macros, that can be unpacked without harm. A package under a
 * password is a compound file that hides its family; it is let through.
 */
export async function isOoxml(content: ContentReader, folder: MainFolder): Promise<boolean> {
  if (await isCompoundFile(content)) return isEncryptedOoxml(content)
  const paths = await readPackagePaths(content)
  return paths !== undefined && isFamily(paths, folder)
}

function isFamily(paths: readonly string[], folder: MainFolder): boolean {
  const hasMacros = paths.some((path) => path.endsWith('vbaproject.bin'))
  return paths.includes('[content_types].xml') && paths.some((path) => path.startsWith(folder)) && !hasMacros
}
