import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isErrno } from '../../encryption/durable-files.ts'
import { findProcess, type ProcessIdentity } from './processes.ts'

const Holder = z.object({ pid: z.int(), startedAt: z.string() })

export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError'
  readonly pid: number

  constructor(file: string, pid: number) {
    super(`The data folder is in use by process ${pid} (${file}).`)
    this.pid = pid
  }
}

/** A second start must not stop the running server. Dead holders hold nothing. @throws DataFolderInUseError */
export function lockDataFolder(file: string): () => void {
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify(findProcess(process.pid)))
  try {
    while (!take(own, file)) {
      const text = readText(file)
      const holder = parseHolder(text)
      if (holder !== undefined && isDeepStrictEqual(findProcess(holder.pid), holder))
        throw new DataFolderInUseError(file, holder.pid)
      if (text !== undefined) clearDead(file, text)
    }
  } finally {
    rmSync(own)
  }
  return () => rmSync(file, { force: true })
}

/** Hard links are atomic, so locks always have holders. */
function take(own: string, file: string): boolean {
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    throw error
  }
}

/** A first start may have taken it. */
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

/** A crash truncated the file. */
function parseHolder(text: string | undefined): ProcessIdentity | undefined {
  try {
    return Holder.parse(JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}
