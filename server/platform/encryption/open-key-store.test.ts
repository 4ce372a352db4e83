import {
  chmod,
  cp,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type KeyStore, KeyStoreError, type KeyStoreErrorCode } from './key-store.ts'
import { openKeyStore } from './open-key-store.ts'

let base: string
let keyDir: string
let dataDir: string

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'key-store-'))
  keyDir = join(base, 'keys')
  dataDir = join(base, 'data')
})
afterEach(() => rm(base, { recursive: true }))

async function refusal(
  work: Promise<unknown>,
): Promise<{ code: KeyStoreErrorCode; message: string }> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof KeyStoreError))
    throw new Error(`expected a KeyStoreError, got ${String(error)}`)
  return { code: error.code, message: error.message }
}

async function rootOf(store: KeyStore): Promise<Buffer> {
  const [newest, ...others] = await store.rootKeys()
  expect(others).toEqual([])
  return newest.key
}

async function modes(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const listed = entries.map(async (entry) => {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    return `${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`
  })
  return [...new Set(await Promise.all(listed))].sort()
}

describe('the first start', () => {
  it('makes keys that are there again at the second', async () => {
    const first = await openKeyStore({ keyDir, dataDir })
    const second = await openKeyStore({ keyDir, dataDir })
    const keys = [await rootOf(first), first.pepper(), first.tokenKey()]
    expect(keys.map((key) => key.length)).toEqual([32, 32, 32])
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3)
    expect([await rootOf(second), second.pepper(), second.tokenKey()]).toEqual(keys)
  })

  it('lets nobody else in, and leaves no temp file and no key in the data folder', async () => {
    const store = await openKeyStore({ keyDir, dataDir })
    await store.createVault()
    expect((await stat(keyDir)).mode & 0o777).toBe(0o700)
    expect(await modes(keyDir)).toEqual(['file 600', 'folder 700'])
    const keys = ['checkpoint.key', 'pepper.key', 'root.key', 'token.key']
    expect((await readdir(keyDir)).sort()).toEqual(
      ['bound-to-data', ...keys, 'instance-id', 'vaults'].sort(),
    )
    expect(await readdir(dataDir)).toEqual(['instance-id'])
  })

  it('gives a folder from before there were checkpoints a key for them, and keeps the one that is there', async () => {
    const first = (await openKeyStore({ keyDir, dataDir })).checkpointKey()
    expect((await openKeyStore({ keyDir, dataDir })).checkpointKey()).toEqual(first)
    await rm(join(keyDir, 'checkpoint.key'))
    const made = (await openKeyStore({ keyDir, dataDir })).checkpointKey()
    expect(made).toHaveLength(32)
    expect(made).not.toEqual(first)
  })

  it('by many at once ends in one set of keys', async () => {
    const stores = await Promise.all(
      Array.from({ length: 12 }, () => openKeyStore({ keyDir, dataDir })),
    )
    expect(
      new Set((await Promise.all(stores.map(rootOf))).map((root) => root.toString('hex'))).size,
    ).toBe(1)
    expect(new Set(stores.map((store) => store.pepper().toString('hex'))).size).toBe(1)
    expect((await readdir(keyDir)).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it.each([
    ['before any key', ['root.key', 'pepper.key', 'token.key', 'vaults']],
    ['between two keys', ['pepper.key', 'token.key', 'vaults']],
    ['before the data folder was bound', []],
  ])('is carried on where it crashed %s', async (_, missing) => {
    await openKeyStore({ keyDir, dataDir })
    const id = await readFile(join(keyDir, 'instance-id'), 'utf8')
    for (const name of [...missing, 'bound-to-data'])
      await rm(join(keyDir, name), { recursive: true })
    await rm(join(dataDir, 'instance-id'))

    const store = await openKeyStore({ keyDir, dataDir })
    expect(await rootOf(store)).toHaveLength(32)
    expect(await readFile(join(dataDir, 'instance-id'), 'utf8')).toBe(id)
    expect(await readFile(join(keyDir, 'bound-to-data'), 'utf8')).toBe(id)
  })
})

describe('two folders that do not belong together', () => {
  it('keys of another data folder are refused, and both folders named', async () => {
    await openKeyStore({ keyDir, dataDir })
    const other = { keyDir: join(base, 'other-keys'), dataDir: join(base, 'other-data') }
    await openKeyStore(other)

    const { code, message } = await refusal(openKeyStore({ keyDir: other.keyDir, dataDir }))
    expect(code).toBe('FOREIGN')
    expect(message).toContain('keys of another data folder are refused')
    expect(message).toContain(other.keyDir)
    expect(message).toContain(dataDir)
  })

  it('data without its keys is refused, and no new keys are made', async () => {
    await openKeyStore({ keyDir, dataDir })
    await rm(keyDir, { recursive: true })
    expect((await refusal(openKeyStore({ keyDir, dataDir }))).code).toBe('FOREIGN')
    expect(await readdir(keyDir)).toEqual([])
  })

  it('keys without their data are refused, and stay as they are', async () => {
    const root = await rootOf(await openKeyStore({ keyDir, dataDir }))
    await rm(dataDir, { recursive: true })
    const { code, message } = await refusal(openKeyStore({ keyDir, dataDir }))
    expect(code).toBe('FOREIGN')
    expect(message).toContain('Restore the data folder')
    expect(await readFile(join(keyDir, 'root.key'))).toEqual(root)
    expect(await readdir(dataDir)).toEqual([])
  })

  it('folders in use from which the ids were taken are refused', async () => {
    await mkdir(join(dataDir, 'blobs', 'ab'), { recursive: true })
    await writeFile(join(dataDir, 'blobs', 'ab', 'ab000000000000000000000000000000'), 'sealed')
    expect((await refusal(openKeyStore({ keyDir, dataDir }))).code).toBe('FOREIGN')

    const fresh = { keyDir: join(base, 'other-keys'), dataDir: join(base, 'other-data') }
    await openKeyStore(fresh)
    for (const name of ['instance-id', 'bound-to-data']) await unlink(join(fresh.keyDir, name))
    await unlink(join(fresh.dataDir, 'instance-id'))
    expect((await refusal(openKeyStore(fresh))).code).toBe('FOREIGN')
  })

  it('a copy of both that moved together opens', async () => {
    const root = await rootOf(await openKeyStore({ keyDir, dataDir }))
    const moved = { keyDir: join(base, 'moved', 'keys'), dataDir: join(base, 'moved', 'data') }
    await cp(keyDir, moved.keyDir, { recursive: true })
    await chmod(moved.keyDir, 0o700)
    await cp(dataDir, moved.dataDir, { recursive: true })
    expect(await rootOf(await openKeyStore(moved))).toEqual(root)
  })
})

describe('a key folder that is not as it should be', () => {
  it('is refused inside the data folder', async () => {
    for (const inside of [dataDir, join(dataDir, 'keys')]) {
      expect((await refusal(openKeyStore({ keyDir: inside, dataDir }))).code).toBe('EXPOSED')
    }
  })

  it('is closed to others while empty, and refused once there are keys in it', async () => {
    await mkdir(keyDir)
    await chmod(keyDir, 0o755)
    await openKeyStore({ keyDir, dataDir })
    expect((await stat(keyDir)).mode & 0o777).toBe(0o700)

    await chmod(keyDir, 0o750)
    const { code, message } = await refusal(openKeyStore({ keyDir, dataDir }))
    expect(code).toBe('EXPOSED')
    expect(message).toContain(`chmod 700 ${keyDir}`)
  })

  it('is refused with a key missing or cut, and the key is not recreated', async () => {
    await openKeyStore({ keyDir, dataDir })
    await writeFile(join(keyDir, 'pepper.key'), Buffer.alloc(31))
    expect((await refusal(openKeyStore({ keyDir, dataDir }))).code).toBe('DAMAGED')
    await unlink(join(keyDir, 'pepper.key'))
    expect((await refusal(openKeyStore({ keyDir, dataDir }))).code).toBe('DAMAGED')
    expect(await readdir(keyDir)).not.toContain('pepper.key')
  })
})

describe('vaults', () => {
  it('have keys of their own that are there after a restart', async () => {
    const store = await openKeyStore({ keyDir, dataDir })
    const [one, two] = [await store.createVault(), await store.createVault()]
    const again = await openKeyStore({ keyDir, dataDir })
    expect((await again.listVaults()).sort()).toEqual([one, two].sort())
    const keys = await Promise.all([
      again.shredKey(one),
      again.shredKey(two),
      again.retentionKey(one),
      again.retentionKey(two),
    ])
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(4)
    expect(await store.shredKey(one)).toEqual(keys[0])
  })

  it('lose their shred key for good, at once for every open store, and keep the retention key', async () => {
    const store = await openKeyStore({ keyDir, dataDir })
    const elsewhere = await openKeyStore({ keyDir, dataDir })
    const [gone, stays] = [await store.createVault(), await store.createVault()]
    const shredKey = await store.shredKey(gone)
    const retentionKey = await store.retentionKey(gone)

    expect(await elsewhere.holdsShredKey(gone)).toBe(true)
    expect(await store.tombstoneOf(gone)).toBeUndefined()

    await store.destroyShredKey(gone, Buffer.from('first'))

    expect(await elsewhere.holdsShredKey(gone)).toBe(false)
    expect((await elsewhere.tombstoneOf(gone))?.toString()).toBe('first')
    expect(await elsewhere.holdsShredKey(stays)).toBe(true)
    expect((await refusal(store.shredKey(gone))).code).toBe('NO_KEY')
    expect((await refusal(elsewhere.shredKey(gone))).code).toBe('NO_KEY')
    expect(await elsewhere.retentionKey(gone)).toEqual(retentionKey)
    expect(await store.listVaults()).toContain(gone)
    expect(await store.shredKey(stays)).toHaveLength(32)
    for (const entry of await readdir(keyDir, { recursive: true, withFileTypes: true })) {
      if (entry.isFile())
        expect((await readFile(join(entry.parentPath, entry.name))).includes(shredKey)).toBe(false)
    }
    await expect(store.destroyShredKey(gone, Buffer.from('second'))).resolves.toBeUndefined()
    expect((await store.tombstoneOf(gone))?.toString()).toBe('first')
    await store.destroyRetentionKey(gone)
    expect((await refusal(elsewhere.retentionKey(gone))).code).toBe('NO_KEY')
    await expect(store.destroyRetentionKey(gone)).resolves.toBeUndefined()
    expect(await store.retentionKey(stays)).toHaveLength(32)
  })

  it('are not given out once their tombstone is there, though a kill or a backup has left the key', async () => {
    const store = await openKeyStore({ keyDir, dataDir })
    const vault = await store.createVault()
    const shredFile = join(keyDir, 'vaults', vault, 'shred.key')
    const left = await readFile(shredFile)
    await store.destroyShredKey(vault, Buffer.from('{}'))
    await writeFile(shredFile, left)
    expect(await store.holdsShredKey(vault)).toBe(false)
    expect((await refusal(store.shredKey(vault))).code).toBe('NO_KEY')
    await store.destroyShredKey(vault, Buffer.from('{}'))
    await expect(readFile(shredFile)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('overwrite the shred key, so that a second name for it holds nothing either', async () => {
    const store = await openKeyStore({ keyDir, dataDir })
    const vault = await store.createVault()
    const shredKey = await store.shredKey(vault)
    const second = join(base, 'second-name')
    await link(join(keyDir, 'vaults', vault, 'shred.key'), second)
    await store.destroyShredKey(vault, Buffer.from('{}'))
    expect(await readFile(second)).not.toEqual(shredKey)
  })

  it('that do not exist, or are no vault ids, have no keys', async () => {
    const store = await openKeyStore({ keyDir, dataDir })
    for (const id of ['00000000-0000-4000-8000-000000000000', '..', '', '../root.key', 'vaults']) {
      expect((await refusal(store.shredKey(id))).code).toBe('NO_KEY')
      expect((await refusal(store.retentionKey(id))).code).toBe('NO_KEY')
      expect((await refusal(store.destroyShredKey(id, Buffer.from('{}')))).code).toBe('NO_KEY')
    }
  })

  it('half made by a crash are no vaults', async () => {
    const store = await openKeyStore({ keyDir, dataDir })
    await mkdir(join(keyDir, 'vaults', '.00000000-0000-4000-8000-000000000000.new'))
    expect(await store.listVaults()).toEqual([])
  })
})

describe('a root key that is replaced', () => {
  const files = async () =>
    (await readdir(keyDir))
      .filter((name) => name.startsWith('root') || name.endsWith('.tmp'))
      .sort()

  it('has a successor that every open store knows at once, and of many that begin there is one', async () => {
    const stores = await Promise.all([
      openKeyStore({ keyDir, dataDir }),
      openKeyStore({ keyDir, dataDir }),
    ])
    const [before] = await stores[0].rootKeys()
    const begun = await Promise.all(
      [...stores, ...stores].map((store) => store.beginRootRotation()),
    )
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
    const [next] = begun
    for (const store of [...stores, await openKeyStore({ keyDir, dataDir })])
      expect(await store.rootKeys()).toEqual([next, before])
    expect((await stat(join(keyDir, 'root-next.key'))).mode & 0o777).toBe(0o600)
    expect(next?.id).toMatch(/^[0-9a-f]{32}$/)
    expect(next?.key.toString('hex')).not.toContain(next?.id)

    await stores[1].finishRootRotation(begun[0]!)
    for (const store of stores) expect(await store.rootKeys()).toEqual([next])
    expect(await files()).toEqual(['root.key'])
    await stores[0].finishRootRotation(begun[0]!)
    expect(await stores[0].rootKeys()).toEqual([next])
  })

  it('is overwritten, so that a second name for it holds nothing either', async () => {
    const store = await openKeyStore({ keyDir, dataDir })
    const root = await rootOf(store)
    await link(join(keyDir, 'root.key'), join(base, 'second-name'))
    await store.finishRootRotation(await store.beginRootRotation())
    expect(await readFile(join(base, 'second-name'))).not.toEqual(root)
    for (const entry of await readdir(keyDir, { recursive: true, withFileTypes: true })) {
      if (entry.isFile())
        expect((await readFile(join(entry.parentPath, entry.name))).includes(root)).toBe(false)
    }
  })

  it('is not put in its place by who has begun an earlier rotation', async () => {
    const store = await openKeyStore({ keyDir, dataDir })
    const first = await store.beginRootRotation()
    await store.finishRootRotation(first)
    const second = await store.beginRootRotation()
    await store.finishRootRotation(first)
    expect(await store.rootKeys()).toEqual([second, first])
  })

  it('that was overwritten when the machine died leaves its successor, and the end is made once more', async () => {
    const store = await openKeyStore({ keyDir, dataDir })
    const next = await store.beginRootRotation()
    await writeFile(join(keyDir, 'root.key'), Buffer.alloc(32, 7))
    const again = await openKeyStore({ keyDir, dataDir })
    expect((await again.rootKeys())[0]).toEqual(next)
    await again.finishRootRotation(await again.beginRootRotation())
    expect(await again.rootKeys()).toEqual([next])
    expect(await files()).toEqual(['root.key'])
  })
})
