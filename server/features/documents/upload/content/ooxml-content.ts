import type { RejectionCode } from '../../../../../contract/core/errors/rejections.ts'
import { isCompoundFile } from './cfb-directory.ts'
import { isEncryptedOoxml } from './compound-content.ts'
import type { ContentReader } from './content-reader.ts'
import { readPackagePaths } from './package-paths.ts'

export type MainFolder = 'word/' | 'xl/' | 'ppt/'

/** A password hides the family, so any package is accepted. Macros have their own extensions. */
export async function refusedOoxml(
  content: ContentReader,
  folder: MainFolder,
): Promise<RejectionCode | undefined> {
  if (await isCompoundFile(content))
    return (await isEncryptedOoxml(content)) ? undefined : 'CONTENT'
  const paths = await readPackagePaths(content)
  if (!paths?.includes('[content_types].xml') || !paths.some((path) => path.startsWith(folder)))
    return 'CONTENT'
  return paths.some((path) => path.endsWith('vbaproject.bin')) ? 'MACROS' : undefined
}
