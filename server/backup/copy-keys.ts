import { copyFile, lstat, mkdir, open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ensureDirectory, isErrno, syncDirectory } from '../platform/encryption/durable-files.ts'
import { rootKeyId } from '../platform/encryption/room-key.ts'
import { BackupError } from './backup-error.ts'

const ROOT_FILES = ['root-next.key', 'root.key']
const TOMBSTONE = 'destroyed.json'
/** A dot marks unpublished files and vaults. */
const isUnpublished = (name: string): boolean => name.startsWith('.')

/** Preserves modes. Vanishing files belong to a room under destruction. */
export async function copyKeyFolder(from: string, to: string): Promise<void> {
  await ensureDirectory(to)
  const names = (await readdir(from)).filter((name) => !isUnpublished(name))
  // This order includes a concurrent new root key.
  for (const name of [
    ...ROOT_FILES.filter((file) => names.includes(file)),
    ...names.filter((file) => !ROOT_FILES.includes(file)),
  ])
    await copyEntry(path.join(from, name), path.join(to, name))
  await syncDirectory(to)
}

async function copyEntry(from: string, to: string): Promise<void> {
  try {
    const entry = await lstat(from)
    if (entry.isDirectory()) {
      await mkdir(to, { mode: entry.mode & 0o777 })
      for (const name of await readdir(from))
        if (!isUnpublished(name)) await copyEntry(path.join(from, name), path.join(to, name))
      await syncDirectory(to)
    } else if (entry.isFile()) {
      await copyFile(from, to)
      const file = await open(to, 'r')
      try {
        await file.chmod(entry.mode & 0o777)
        await file.sync()
      } finally {
        await file.close()
      }
    }
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error
  }
}

/** @throws BackupError if a needed root key was replaced meanwhile */
export async function checkRootKeys(keyDir: string, rootIds: readonly string[]): Promise<void> {
  const held = new Set<string>()
  for (const name of ROOT_FILES)
    await readFile(path.join(keyDir, name)).then(
      (key) => held.add(rootKeyId(key)),
      (error: unknown) => {
        if (!isErrno(error, 'ENOENT')) throw error
      },
    )
  if (rootIds.some((id) => !held.has(id)))
    throw new BackupError(
      'The root key was replaced while the backup was made, so its keys would not open it. Run the command again.',
    )
}

/** Adds nothing to destroyed rooms' vaults. */
export async function addKeys(from: string, to: string): Promise<void> {
  await ensureDirectory(to)
  for (const name of await readdir(from)) {
    if (isUnpublished(name)) continue
    const [source, target] = [path.join(from, name), path.join(to, name)]
    const entry = await lstat(source)
    if (!entry.isDirectory()) {
      if (!(await isThere(target))) await copyEntry(source, target)
    } else if (!(await isThere(target))) await copyEntry(source, target)
    else if (!(await isThere(path.join(target, TOMBSTONE)))) await addKeys(source, target)
  }
  await syncDirectory(to)
}

async function isThere(file: string): Promise<boolean> {
  try {
    await lstat(file)
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false
    throw error
  }
}
