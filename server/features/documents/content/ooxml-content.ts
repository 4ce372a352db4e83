import { isCompoundFile } from './cfb-directory.ts'
import { isEncryptedOoxml } from './compound-content.ts'
import type { ContentReader } from './content-reader.ts'
import { readZipDirectory, type ZipEntry } from './zip-directory.ts'

/** The folder of a package that holds its main part. */
export type MainFolder = 'word/' | 'xl/' | 'ppt/'

const MAX_UNPACKED = 2 * 2 ** 30
/** Below this a package is small however well it was packed. */
const ALWAYS_UNPACKED = 100_000_000
const MAX_RATIO = 250

const FILE_TYPE = 0o170000
const SYMBOLIC_LINK = 0o120000

/**
 * Whether the content is an Office Open XML package of this family, without macros, that can be unpacked without harm (by the sizes it
 * claims: they bind nobody who unpacks it). A package under a password is a compound file that hides its family; it is let through.
 */
export async function isOoxml(content: ContentReader, folder: MainFolder): Promise<boolean> {
  if (await isCompoundFile(content)) return isEncryptedOoxml(content)
  const entries = await readZipDirectory(content)
  // Names of parts are compared without case (ECMA-376-2, 9.1.1), and some writers separate them in the manner of Windows.
  const paths = entries.map(({ name }) => name.replaceAll('\\', '/').toLowerCase())
  return unpacksSafely(entries) && paths.every(isSafePath) && new Set(paths).size === paths.length && isFamily(paths, folder)
}

function unpacksSafely(entries: readonly ZipEntry[]): boolean {
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0)
  const packed = entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0)
  const sane = unpacked <= ALWAYS_UNPACKED || (unpacked <= MAX_UNPACKED && unpacked <= packed * MAX_RATIO)
  return sane && entries.every(({ mode }) => (mode & FILE_TYPE) !== SYMBOLIC_LINK)
}

function isSafePath(path: string): boolean {
  return path !== '' && !path.includes('\0') && !/^(?:\/|[a-z]:)/.test(path) && !path.split('/').includes('..')
}

function isFamily(paths: readonly string[], folder: MainFolder): boolean {
  const hasMacros = paths.some((path) => path.endsWith('vbaproject.bin'))
  return paths.includes('[content_types].xml') && paths.some((path) => path.startsWith(folder)) && !hasMacros
}
