import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  mkdirSync,
  openSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'

/** `sockaddr_un` has this limit in bytes. */
const LONGEST_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107
const SOCKET_NAME = '.s.PGSQL.5432'

/** Only root may write to the first folder. */
const SHORT_BASES = ['/run', '/tmp']

/**
 * Long paths get a short folder. It removes an existing socket, so the caller must first hold the data folder lock and clear leftovers.
 * @throws Error if another user owns the folder and could impersonate the database.
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
    throw new Error(
      `The path ${dataFolder} is too long for a socket, and neither ${SHORT_BASES.join(' nor ')} can be written to.`,
    )
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

/** Names in /tmp may change their folder. */
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

/** PostgreSQL does not start while any process has its lock file's number. */
function removeLeftovers(folder: string): void {
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`])
    rmSync(join(folder, name), { force: true })
}

function openFolder(folder: string, refusal: string): number {
  try {
    return openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  } catch (error) {
    throw new Error(refusal, { cause: error })
  }
}
