import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { KEY_SIZE } from './cobblestone.ts'
import {
  ensureDirectory,
  isErrno,
  publishFile,
  syncDirectory,
  writeNewFile,
} from './durable-files.ts'
import { bindFolders, type KeyFolders, prepareKeyFolder } from './key-folder.ts'
import { type KeyStore, KeyStoreError, type RootKey, type VaultId } from './key-store.ts'
import { rootKeyId } from './room-key.ts'

const ROOT_FILE = 'root.key'
const NEXT_ROOT_FILE = 'root-next.key'
const PEPPER_FILE = 'pepper.key'
const TOKEN_FILE = 'token.key'
const CHECKPOINT_FILE = 'checkpoint.key'
const SHRED_FILE = 'shred.key'
const RETENTION_FILE = 'retention.key'
const TOMBSTONE_FILE = 'destroyed.json'
const VAULTS = 'vaults'
const VAULT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * An empty folder gets keys, even concurrently.
 * @throws KeyStoreError if the folders do not match, a key is missing or others may read the keys.
 */
export async function openKeyStore(folders: KeyFolders): Promise<KeyStore> {
  const { keyDir } = folders
  await prepareKeyFolder(folders)
  await bindFolders(folders, async () => {
    for (const name of [ROOT_FILE, PEPPER_FILE, TOKEN_FILE])
      await publishFile(keyDir, name, randomBytes(KEY_SIZE))
    await ensureDirectory(join(keyDir, VAULTS))
  })
  // Older folders get this key now. Signatures show a lost one.
  await publishFile(keyDir, CHECKPOINT_FILE, randomBytes(KEY_SIZE))
  await readOwnKey(keyDir, ROOT_FILE)
  return new KeyFolderStore(keyDir, {
    pepper: await readOwnKey(keyDir, PEPPER_FILE),
    token: await readOwnKey(keyDir, TOKEN_FILE),
    checkpoint: await readOwnKey(keyDir, CHECKPOINT_FILE),
  })
}

type OwnKeys = Readonly<Record<'pepper' | 'token' | 'checkpoint', Buffer>>

/** A vault has two key files, or notes for destroyed keys. Uses read the files, since others change them. */
class KeyFolderStore implements KeyStore {
  readonly #keyDir: string
  readonly #vaults: string
  readonly #own: OwnKeys

  constructor(keyDir: string, own: OwnKeys) {
    this.#keyDir = keyDir
    this.#vaults = join(keyDir, VAULTS)
    this.#own = own
  }

  async rootKeys(): Promise<readonly [RootKey, ...RootKey[]]> {
    // The second read finds a successor that took its place.
    const next = await readIfThere(this.#keyDir, NEXT_ROOT_FILE)
    const current = named(await readOwnKey(this.#keyDir, ROOT_FILE))
    if (!next || next.equals(current.key)) return [current]
    return [named(next), current]
  }

  async beginRootRotation(): Promise<RootKey> {
    await publishFile(this.#keyDir, NEXT_ROOT_FILE, randomBytes(KEY_SIZE))
    return named(await readOwnKey(this.#keyDir, NEXT_ROOT_FILE))
  }

  async finishRootRotation({ key }: RootKey): Promise<void> {
    if (!(await readIfThere(this.#keyDir, NEXT_ROOT_FILE))?.equals(key)) return
    // A repetition completes this after a crash.
    await overwrite(join(this.#keyDir, ROOT_FILE))
    await rename(join(this.#keyDir, NEXT_ROOT_FILE), join(this.#keyDir, ROOT_FILE))
    await syncDirectory(this.#keyDir)
  }

  pepper(): Buffer {
    return this.#own.pepper
  }

  tokenKey(): Buffer {
    return this.#own.token
  }

  checkpointKey(): Buffer {
    return this.#own.checkpoint
  }

  async createVault(): Promise<VaultId> {
    const vault = randomUUID()
    // The rename publishes both keys or none.
    const unborn = join(this.#vaults, `.${vault}.new`)
    await mkdir(unborn, { mode: 0o700 })
    await writeNewFile(join(unborn, SHRED_FILE), randomBytes(KEY_SIZE))
    await writeNewFile(join(unborn, RETENTION_FILE), randomBytes(KEY_SIZE))
    await syncDirectory(unborn)
    await rename(unborn, this.#folder(vault))
    await syncDirectory(this.#vaults)
    return vault
  }

  async shredKey(vault: VaultId): Promise<Buffer> {
    const folder = this.#folder(vault)
    if (await isThere(join(folder, TOMBSTONE_FILE)))
      throw new KeyStoreError('NO_KEY', `The shred key of ${folder} was destroyed.`)
    return await readKey(folder, SHRED_FILE)
  }

  async holdsShredKey(vault: VaultId): Promise<boolean> {
    const folder = this.#folder(vault)
    const [isDestroyed, isHeld] = await Promise.all([
      isThere(join(folder, TOMBSTONE_FILE)),
      isThere(join(folder, SHRED_FILE)),
    ])
    return isHeld && !isDestroyed
  }

  async retentionKey(vault: VaultId): Promise<Buffer> {
    return await readKey(this.#folder(vault), RETENTION_FILE)
  }

  async destroyShredKey(vault: VaultId, tombstone: Buffer): Promise<void> {
    const folder = this.#folder(vault)
    await requireFolder(folder)
    await publishFile(folder, TOMBSTONE_FILE, tombstone)
    await destroyKey(folder, SHRED_FILE)
  }

  async tombstoneOf(vault: VaultId): Promise<Buffer | undefined> {
    try {
      return await readFile(join(this.#folder(vault), TOMBSTONE_FILE))
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return undefined
      throw error
    }
  }

  async destroyRetentionKey(vault: VaultId): Promise<void> {
    await destroyKey(this.#folder(vault), RETENTION_FILE)
  }

  async listVaults(): Promise<VaultId[]> {
    return (await readdir(this.#vaults)).filter((name) => VAULT_ID.test(name))
  }

  #folder(vault: VaultId): string {
    if (!VAULT_ID.test(vault)) throw new KeyStoreError('NO_KEY', 'A vault id is a lower-case UUID.')
    return join(this.#vaults, vault)
  }
}

const named = (key: Buffer): RootKey => ({ id: rootKeyId(key), key })

async function readIfThere(folder: string, name: string): Promise<Buffer | undefined> {
  try {
    return await readKey(folder, name)
  } catch (error) {
    if (error instanceof KeyStoreError && error.code === 'NO_KEY') return undefined
    throw error
  }
}

async function readKey(folder: string, name: string): Promise<Buffer> {
  const path = join(folder, name)
  try {
    const key = await readFile(path)
    if (key.length !== KEY_SIZE)
      throw new KeyStoreError('DAMAGED', `The key file ${path} is damaged. Restore the key folder.`)
    return key
  } catch (error) {
    if (isErrno(error, 'ENOENT')) throw new KeyStoreError('NO_KEY', `There is no key file ${path}.`)
    throw error
  }
}

/** A missing key is damage, never created. */
async function readOwnKey(folder: string, name: string): Promise<Buffer> {
  try {
    return await readKey(folder, name)
  } catch (error) {
    if (error instanceof KeyStoreError && error.code === 'NO_KEY') {
      throw new KeyStoreError(
        'DAMAGED',
        `The key file ${join(folder, name)} is missing. Restore the key folder.`,
      )
    }
    throw error
  }
}

/** File system copies are out of reach. */
async function destroyKey(folder: string, name: string): Promise<void> {
  const path = join(folder, name)
  try {
    await overwrite(path)
    await unlink(path)
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error
  }
  await syncDirectory(folder)
}

async function requireFolder(path: string): Promise<void> {
  try {
    await stat(path)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) throw new KeyStoreError('NO_KEY', `There is no vault ${path}.`)
    throw error
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return false
    throw error
  }
}

async function overwrite(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.write(randomBytes(KEY_SIZE), 0, KEY_SIZE, 0)
    await file.sync()
  } finally {
    await file.close()
  }
}
