import { randomUUID } from 'node:crypto'
import { link, mkdir, open, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Makes the names in a folder survive a power cut; without it even a file that was fsynced may be gone. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Makes a folder (0700), and those above it, where absent; it is there after a power cut too. */
export async function ensureDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = resolve(path); made !== dirname(resolve(first)); made = dirname(made)) await syncDirectory(dirname(made))
}

/** Writes a file (0600) that must not be there yet, down to the disk. Its name lasts once its folder is synced. */
export async function writeNewFile(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Publishes a small file (0600) under a name that nobody has taken yet; where somebody has, theirs stays. Readers see a whole file or none,
 * of several processes at once exactly one wins, and whichever did, its file lasts when this returns.
 */
export async function publishFile(folder: string, name: string, content: Uint8Array): Promise<void> {
  const temp = join(folder, `.${name}.${randomUUID()}.tmp`)
  await writeNewFile(temp, content)
  try {
    // Not rename(2): that would replace what another process published in the meantime.
    await link(temp, join(folder, name))
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
  } finally {
    await unlink(temp)
    await syncDirectory(folder)
  }
}

/** True where an operation on a file failed with this code. */
export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}
