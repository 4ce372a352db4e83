import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
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
 * Marks a data folder as ours, so that a second start does not take our running server for an orphan and stop it. A holder that died
 * holds nothing. (Against two starts in the same instant PostgreSQL's own lock stands.)
 * @returns what gives the folder free.
 * @throws DataFolderInUseError
 */
export function lockDataFolder(file: string): () => void {
  const holder = readHolder(file)
  if (holder !== undefined && isDeepStrictEqual(findProcess(holder.pid), holder)) throw new DataFolderInUseError(file, holder.pid)
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify(findProcess(process.pid)), { flag: 'wx' })
  return () => rmSync(file, { force: true })
}

/** A file that cannot be parsed was torn by a crash while it was written: nobody holds it. */
function readHolder(file: string): ProcessIdentity | undefined {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
