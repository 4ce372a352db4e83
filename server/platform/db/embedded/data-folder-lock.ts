import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isErrno } from '../../crypto/durable-files.ts'
import { findProcess, type ProcessIdentity } from './processes.ts'

const Holder = z.object({ pid: z.int(), startedAt: z.string() })

/** Another running program has its database in this data folder. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError'
  readonly pid: number

  constructor(file: string, pid: number) {
    super(`The data folder is in use by process ${pid} (${file}).`)
    this.pid = pid
  }
}

/**
 * Marks a data folder as ours, so that a second start does not take our running server for an orphan and stop it. Of several starts in
 * the same instant one gets it. A holder that died holds nothing.
 * @returns what gives the folder free.
 * @throws DataFolderInUseError
 */
export function lockDataFolder(file: string): () => void {
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify(findProcess(process.pid)))
  try {
    while (!take(own, file)) {
      const text = readText(file)
      const holder = parseHolder(text)
      if (holder !== undefined && isDeepStrictEqual(findProcess(holder.pid), holder)) throw new DataFolderInUseError(file, holder.pid)
      if (text !== undefined) clearDead(file, text)
    }
  } finally {
    rmSync(own)
  }
  return () => rmSync(file, { force: true })
}

/** A hard link is made whole or not at all, so that no reader sees a lock without its holder. */
function take(own: string, file: string): boolean {
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    throw error
  }
}

/** Two starts may both find the holder dead: the second must not remove the lock that the first has taken by then. */
function clearDead(file: string, dead: string): void {
  const aside = `${file}.${process.pid}.dead`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return
    throw error
  }
  if (readText(aside) !== dead) take(aside, file)
  rmSync(aside)
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

/** A file that cannot be parsed was torn by a crash while it was written: nobody holds it. */
function parseHolder(text: string | undefined): ProcessIdentity | undefined {
  try {
    return Holder.parse(JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}
