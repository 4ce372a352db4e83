import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** File fsync does not make names durable. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** The mode is 0700; parents become durable too. */
export async function ensureDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = resolve(path); made !== dirname(resolve(first)); made = dirname(made))
    await syncDirectory(dirname(made))
}

/** The mode is 0600. The caller syncs the folder. */
export async function writeNewFile(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Never replaces a file. Readers see complete files of mode 0600, and the winner's is durable on return. */
export async function publishFile(
  folder: string,
  name: string,
  content: Uint8Array,
): Promise<void> {
  const temp = join(folder, `.${name}.${randomUUID()}.tmp`)
  await writeNewFile(temp, content)
  try {
    // rename(2) would replace another process's file.
    await link(temp, join(folder, name))
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
  } finally {
    await unlink(temp)
    await syncDirectory(folder)
  }
}

export async function namesIfThere(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}

export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    codes.includes(error.code)
  )
}
