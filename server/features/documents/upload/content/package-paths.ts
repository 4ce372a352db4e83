import type { ContentReader } from './content-reader.ts'
import { readZipDirectory, type ZipEntry } from './zip-directory.ts'

const MAX_UNPACKED = 2 * 2 ** 30
/** Below this, any ratio is acceptable. */
const ALWAYS_UNPACKED = 100_000_000
const MAX_RATIO = 250

const FILE_TYPE = 0o170000
const SYMBOLIC_LINK = 0o120000

/** Returns lower-case paths, or undefined for unsafe claimed sizes. Code that unpacks cannot rely on the claims. */
export async function readPackagePaths(content: ContentReader): Promise<string[] | undefined> {
  const entries = await readZipDirectory(content)
  // Part names ignore case (ECMA-376-2, 9.1.1); some contain backslashes.
  const paths = entries.map(({ name }) => name.replaceAll('\\', '/').toLowerCase())
  const safe =
    unpacksSafely(entries) && paths.every(isSafePath) && new Set(paths).size === paths.length
  return safe ? paths : undefined
}

function unpacksSafely(entries: readonly ZipEntry[]): boolean {
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0)
  const packed = entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0)
  const sane =
    unpacked <= ALWAYS_UNPACKED || (unpacked <= MAX_UNPACKED && unpacked <= packed * MAX_RATIO)
  return sane && entries.every(({ mode }) => (mode & FILE_TYPE) !== SYMBOLIC_LINK)
}

function isSafePath(path: string): boolean {
  return (
    path !== '' &&
    !path.includes('\0') &&
    !/^(?:\/|[a-z]:)/.test(path) &&
    !path.split('/').includes('..')
  )
}
