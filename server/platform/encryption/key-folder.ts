import { randomUUID } from 'node:crypto'
import { chmod, readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { ensureDirectory, isErrno, namesIfThere, publishFile } from './durable-files.ts'
import { KeyStoreError } from './key-store.ts'

export const INSTANCE_FILE = 'instance-id'
const BOUND_FILE = 'bound-to-data'

export interface KeyFolders {
  /** This must be outside the data folder. */
  readonly keyDir: string
  readonly dataDir: string
  /** An external database names its keys here. */
  readonly known?: KnownKeys | undefined
}

export interface KnownKeys {
  readonly keyFolder: string | undefined
  /** Servers may then start with an empty data folder. */
  readonly isDataElsewhere: boolean
}

/** Others must not enter, and copies of the data folder must not contain keys. */
export async function prepareKeyFolder({ keyDir, dataDir }: KeyFolders): Promise<void> {
  const [firstStep] = relative(resolve(dataDir), resolve(keyDir)).split(sep)
  if (firstStep !== '..') {
    throw new KeyStoreError(
      'EXPOSED',
      `The key folder ${keyDir} lies in the data folder ${dataDir}. Set KEY_DIR to a folder outside it.`,
    )
  }
  await ensureDirectory(keyDir)
  const entries = await readdir(keyDir)
  const { mode } = await stat(keyDir)
  if ((mode & 0o077) === 0) return
  if (entries.length > 0) {
    throw new KeyStoreError(
      'EXPOSED',
      `The key folder ${keyDir} is open to other accounts. Run: chmod 700 ${keyDir}`,
    )
  }
  await chmod(keyDir, 0o700)
}

/**
 * `createKeys` runs only before the binding. Permanent files are published in order: key id, keys, data id, `bound-to-data`. Reverse
 * reads protect concurrent first starts. Interrupted bindings continue.
 */
export async function bindFolders(
  { keyDir, dataDir, known }: KeyFolders,
  createKeys: () => Promise<void>,
): Promise<void> {
  await ensureDirectory(dataDir)
  const used = (await holdsBlobs(dataDir)) || (await holdsKeys(keyDir))
  const bound = (await readId(keyDir, BOUND_FILE)) !== undefined
  const keyId = await instanceIdIn(keyDir)
  if (known?.keyFolder !== undefined && keyId !== known.keyFolder) throw notOfDatabase(keyDir)
  if (known?.keyFolder !== undefined && known.isDataElsewhere)
    await joinServers(dataDir, known.keyFolder)
  const dataId = await instanceIdIn(dataDir)
  // Used folders without ids have lost them; new keys would hide that.
  if (bound || dataId !== undefined || (used && keyId === undefined))
    requireSame(keyDir, dataDir, keyId, dataId)
  if (bound) return

  await publishFile(keyDir, INSTANCE_FILE, Buffer.from(`${randomUUID()}\n`))
  const agreed = await instanceIdIn(keyDir)
  await createKeys()
  await publishFile(dataDir, INSTANCE_FILE, Buffer.from(`${agreed}\n`))
  requireSame(keyDir, dataDir, agreed, await instanceIdIn(dataDir))
  await publishFile(keyDir, BOUND_FILE, Buffer.from(`${agreed}\n`))
}

async function joinServers(dataDir: string, keyFolder: string): Promise<void> {
  if ((await instanceIdIn(dataDir)) !== undefined || (await holdsBlobs(dataDir))) return
  await publishFile(dataDir, INSTANCE_FILE, Buffer.from(`${keyFolder}\n`))
}

const notOfDatabase = (keyDir: string): KeyStoreError =>
  new KeyStoreError(
    'FOREIGN',
    `The key folder ${keyDir} is not the one of this database. Set KEY_DIR to the folder that its other servers use, or restore that folder.`,
  )

/** @throws KeyStoreError if the database belongs to another key folder. */
export async function requireKeyFolder(keyDir: string, ofDatabase: string): Promise<void> {
  if ((await instanceIdIn(keyDir)) !== ofDatabase) throw notOfDatabase(keyDir)
}

export const instanceIdIn = (folder: string): Promise<string | undefined> =>
  readId(folder, INSTANCE_FILE)

function requireSame(
  keyDir: string,
  dataDir: string,
  keyId: string | undefined,
  dataId: string | undefined,
): void {
  if (keyId !== undefined && keyId === dataId) return
  throw new KeyStoreError(
    'FOREIGN',
    `Key folder ${keyDir}, data folder ${dataDir}: ${adviceFor(keyId, dataId)}`,
  )
}

function adviceFor(keyId: string | undefined, dataId: string | undefined): string {
  if (keyId !== undefined && dataId !== undefined) {
    return 'keys of another data folder are refused. Set KEY_DIR and the data folder to two that belong together, or both to empty folders.'
  }
  if (keyId !== undefined) {
    return 'these keys belong to data that is not in this data folder. Restore the data folder, or set KEY_DIR to an empty folder to begin anew.'
  }
  return 'these folders are in use, but the key folder is not the one that belongs to the data. Set KEY_DIR to the folder with its keys, or restore that folder.'
}

async function holdsBlobs(dataDir: string): Promise<boolean> {
  const blobs = join(dataDir, 'blobs')
  for (const fanOut of await namesIfThere(blobs)) {
    if ((await namesIfThere(join(blobs, fanOut))).length > 0) return true
  }
  return false
}

async function holdsKeys(keyDir: string): Promise<boolean> {
  return (await namesIfThere(keyDir)).some((name) => !name.startsWith('.') && name.endsWith('.key'))
}

async function readId(folder: string, name: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, name), 'utf8')).trim()
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}
