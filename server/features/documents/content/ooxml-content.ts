import type { RejectionCode } from '../../../../contract/core/errors.ts'
import { isCompoundFile } from './cfb-directory.ts'
import { isEncryptedOoxml } from './compound-content.ts'
import type { ContentReader } from './content-reader.ts'
import { readPackagePaths } from './package-paths.ts'

/** The folder of a package that holds its main part. */
export type MainFolder = 'word/' | 'xl/' | 'ppt/'

/**
 * Why the content is no Office Open XML package of this family that can be unpacked without harm: CONTENT, or MACROS, whose packages have
 * extensions of their own. A package under a password is a compound file that hides its family; it is let through.
 */
export async function refusedOoxml(content: ContentReader, folder: MainFolder): Promise<RejectionCode | undefined> {
  if (await isCompoundFile(content)) return (await isEncryptedOoxml(content)) ? undefined : 'CONTENT'
  const paths = await readPackagePaths(content)
  if (!paths?.includes('[content_types].xml') || !paths.some((path) => path.startsWith(folder))) return 'CONTENT'
  return paths.some((path) => path.endsWith('vbaproject.bin')) ? 'MACROS' : undefined
}
