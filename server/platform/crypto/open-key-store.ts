import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { KEY_SIZE } from './cobblestone.ts'
import { ensureDirectory, isErrno, publishFile, syncDirectory, writeNewFile } from './durable-files.ts'
import { bindFolders, type KeyFolders, prepareKeyFolder } from './key-folder.ts'
import { type KeyStore, KeyStoreError, type VaultId } from './key-store.ts'

const ROOT_FILE = 'root.key'
const PEPPER_FILE = 'pepper.key'
const TOKEN_FILE = 'token.key'
const CHECKPOINT_FILE = 'checkpoint.key'
const SHRED_FILE = 'shred.key'
const RETENTION_FILE = 'retention.key'
const VAULTS = 'vaults'
const VAULT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * The key store in a folder; on the first start of an empty pair of folders it is made. Several processes may open it at once. Throws
 * KeyStoreError where the folders are not each other's, a key is missing, or others may read the keys.
 */
export async function openKeyStore(folders: KeyFolders): Promise<KeyStore> {
  const { keyDir } = folders
  await prepareKeyFolder(folders)
  await bindFolders(folders, async () => {
    for (const name of [ROOT_FILE, PEPPER_FILE, TOKEN_FILE]) await publishFile(keyDir, name, randomBytes(KEY_SIZE))
    await ensureDirectory(join(keyDir, VAULTS))
  })
  // A folder from before there were checkpoints gets its key now. One that was lost is noticed: what it signed does not hold for the new one.
  await publishFile(keyDir, CHECKPOINT_FILE, randomBytes(KEY_SIZE))
  return new KeyFolderStore(join(keyDir, VAULTS), {
    root: await readOwnKey(keyDir, ROOT_FILE),
    pepper: await readOwnKey(keyDir, PEPPER_FILE),
    token: await readOwnKey(keyDir, TOKEN_FILE),
    checkpoint: await readOwnKey(keyDir, CHECKPOINT_FILE),
  })
}

/** The keys of the installation itself. */
type OwnKeys = Readonly<Record<'root' | 'pepper' | 'token' | 'checkpoint', Buffer>>

/** A vault is a folder with two key files. Its keys are read afresh each time, so that one destroyed elsewhere is gone here too. */
class KeyFolderStore implements KeyStore {
  readonly #vaults: string
  readonly #own: OwnKeys

  constructor(vaults: string, own: OwnKeys) {
    this.#vaults = vaults
    this.#own = own
  }

  root(): Buffer {
    return this.#own.root
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
    // Both keys or none: a vault becomes one by the rename.
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
    return await readKey(this.#folder(vault), SHRED_FILE)
  }

  async retentionKey(vault: VaultId): Promise<Buffer> {
    return await readKey(this.#folder(vault), RETENTION_FILE)
  }

  async destroyShredKey(vault: VaultId): Promise<void> {
    const folder = this.#folder(vault)
    await requireFolder(folder)
    try {
      await overwrite(join(folder, SHRED_FILE))
      await unlink(join(folder, SHRED_FILE))
    } catch (error) {
      if (!isErrno(error, 'ENOENT')) throw error
    }
    await syncDirectory(folder)
  }

  async listVaults(): Promise<VaultId[]> {
    return (await readdir(this.#vaults)).filter((name) => VAULT_ID.test(name))
  }

  #folder(vault: VaultId): string {
    if (!VAULT_ID.test(vault)) throw new KeyStoreError('NO_KEY', 'A vault id is a lower-case UUID.')
    return join(this.#vaults, vault)
  }
}

async function readKey(folder: string, name: string): Promise<Buffer> {
  const path = join(folder, name)
  try {
    const key = await readFile(path)
    if (key.length !== KEY_SIZE) throw new KeyStoreError('DAMAGED', `The key file ${path} is damaged. Restore the key folder.`)
    return key
  } catch (error) {
    if (isErrno(error, 'ENOENT')) throw new KeyStoreError('NO_KEY', `There is no key file ${path}.`)
    throw error
  }
}

/** A key without which the installation cannot run: its absence is damage, never a reason to make a new one. */
async function readOwnKey(folder: string, name: string): Promise<Buffer> {
  try {
    return await readKey(folder, name)
  } catch (error) {
    if (error instanceof KeyStoreError && error.code === 'NO_KEY') {
      throw new KeyStoreError('DAMAGED', `The key file ${join(folder, name)} is missing. Restore the key folder.`)
    }
    throw error
  }
}

async function requireFolder(path: string): Promise<void> {
  try {
    await stat(path)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) throw new KeyStoreError('NO_KEY', `There is no vault ${path}.`)
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
