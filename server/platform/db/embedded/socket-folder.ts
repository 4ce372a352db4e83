import { createHash } from 'node:crypto'
import { closeSync, constants, fchmodSync, fchownSync, fstatSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What `sockaddr_un` takes, in bytes; macOS has less room. */
const LONGEST_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107
const SOCKET_NAME = '.s.PGSQL.5432'

/** Folders that hold short names, the one that only root may write to first. */
const SHORT_BASES = ['/run', '/tmp']

/**
 * Makes the private folder of the server's socket: below the data folder, or, where that path is too long for a socket, a short one
 * named by a hash of it. Only for whoever holds the data folder and has cleared its leftover server: a socket that is there goes.
 * @throws Error where such a folder belongs to somebody else: whoever owns it could pose as the database.
 */
export function makeSocketFolder(dataFolder: string, owner: { uid: number; gid: number }): string {
  const inside = join(dataFolder, 'db-socket')
  if (Buffer.byteLength(join(inside, SOCKET_NAME)) <= LONGEST_SOCKET_PATH) {
    makeFolder(inside)
    return takePrivately(inside, owner)
  }
  const name = `sealroom-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`
  const short = SHORT_BASES.map((base) => join(base, name)).find(canMakeFolder)
  if (short === undefined)
    throw new Error(`The path ${dataFolder} is too long for a socket, and neither ${SHORT_BASES.join(' nor ')} can be written to.`)
  return takePrivately(short, owner)
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

function canMakeFolder(folder: string): boolean {
  try {
    makeFolder(folder)
    return true
  } catch {
    return false
  }
}

/** Looks at and changes the opened folder, not its name: in /tmp a name may come to mean another folder between two calls. */
function takePrivately(folder: string, owner: { uid: number; gid: number }): string {
  const refusal = `${folder} is not a folder of ours. Remove it, or use a shorter DATA_DIR.`
  const handle = openFolder(folder, refusal)
  try {
    const found = fstatSync(handle).uid
    if (found !== owner.uid && found !== process.getuid?.()) throw new Error(refusal)
    fchmodSync(handle, 0o700)
    if (found !== owner.uid) fchownSync(handle, owner.uid, owner.gid)
  } finally {
    closeSync(handle)
  }
  removeLeftovers(folder)
  return folder
}

/** What a killed server left: PostgreSQL would not start while a zombie, or another process by now, has the number in its lock file. */
function removeLeftovers(folder: string): void {
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`]) rmSync(join(folder, name), { force: true })
}

function openFolder(folder: string, refusal: string): number {
  try {
    return openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  } catch (error) {
    throw new Error(refusal, { cause: error })
  }
}
