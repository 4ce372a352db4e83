import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KeyStore } from '../../../platform/encryption/key-store.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { wrapRetentionKey, wrapRoomKey } from '../../../platform/encryption/room-key.ts'
import { boundKeyStore } from '../../../test/fixtures/bound-key-store.ts'
import { failingAfter, Stop } from '../../../test/harness/failing-database.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { freshKeyring } from '../../../test/scenarios/full-room.ts'
import { shareRootKey, updateWrappedKeys } from './room-keys.store.ts'
import { createRoomKeyring } from './room-keys.ts'
import { rotateRoot } from './rotate-root.ts'

describe('replacing the root key', () => {
  let app: TestApp
  let keyStore: KeyStore
  let scratch: string
  beforeEach(async () => {
    app = await startTestApp()
    keyStore = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
    scratch = await mkdtemp(join(tmpdir(), 'sealroom-root-'))
  })
  afterEach(async () => {
    await app.close()
    await rm(scratch, { recursive: true, force: true })
  })

  const rotate = (database = app.database, store = keyStore) =>
    rotateRoot({ database, keyStore: store })
  const query = async (text: string, values: unknown[] = []) =>
    (await app.database.pool.query(text, values)).rows
  const rootFiles = async () =>
    (await readdir(app.keyDir)).filter((name) => name.startsWith('root')).sort()

  interface Known {
    readonly roomId: number
    readonly content: Buffer
    readonly retention: Buffer
  }

  async function known(): Promise<Known> {
    const { roomId, operator } = await app.room()
    await operator.put('하나.pdf', Buffer.from('%PDF-1.7 하나'))
    return valuesOf(roomId)
  }

  async function valuesOf(roomId: number): Promise<Known> {
    const keyring = await freshKeyring(app)
    return app.database.transaction(async (tx) => ({
      roomId,
      content: await keyring.content.encrypt(tx, roomId, 'note', Buffer.from('내용')),
      retention: await keyring.retention.encrypt(tx, roomId, 'note', Buffer.from('기록')),
    }))
  }

  /** Earlier releases derived the log key. */
  async function knownFromBefore(): Promise<Known> {
    const { roomId } = await known()
    await query('update rooms set root_id = null, wrapped_retention = null where id = $1', [roomId])
    return valuesOf(roomId)
  }

  async function expectOpen(
    { roomId, content, retention }: Known,
    keyring = createRoomKeyring(keyStore),
  ): Promise<void> {
    const { db } = app.database
    expect((await keyring.content.open(db, roomId, 'note', content)).toString()).toBe('내용')
    expect((await keyring.retention.open(db, roomId, 'note', retention)).toString()).toBe('기록')
    expect(await app.program.checkFiles(roomId)).toEqual({ files: 1, opened: 1 })
  }

  const untouched = async (): Promise<string> => {
    const hash = createHash('sha256')
    for (const table of ['file_segments', 'file_versions', 'activity_entries'])
      for (const row of await query(`select * from ${table} order by 1, 2, 3`))
        hash.update(JSON.stringify(row))
    return hash.digest('hex')
  }

  it('wraps only the keys of rooms again, killed at any point, and rooms are made meanwhile', async () => {
    const rooms = [await known(), await knownFromBefore(), await known()]
    const [before] = await keyStore.rootKeys()
    const warm = await freshKeyring(app)
    for (const room of rooms) await expectOpen(room, warm)
    const encrypted = await untouched()

    let stops = 0
    for (let steps = 0; ; steps += 1) {
      const ended = await rotate(failingAfter(app.database, steps)).catch((error: unknown) => error)
      for (const room of rooms)
        for (const keyring of [warm, await freshKeyring(app)]) await expectOpen(room, keyring)
      if (!(ended instanceof Stop)) break
      stops += 1
      expect(await rootFiles()).toEqual(['root-next.key', 'root.key'])
    }
    expect(stops).toBeGreaterThanOrEqual(3)
    expect(await untouched()).toBe(encrypted)

    const [after, ...others] = await keyStore.rootKeys()
    expect(others).toEqual([])
    expect(after.id).not.toBe(before.id)
    expect(await rootFiles()).toEqual(['root.key'])
    for (const entry of await readdir(app.keyDir, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        expect((await readFile(join(entry.parentPath, entry.name))).includes(before.key)).toBe(
          false,
        )
    const rows = await query('select root_id, wrapped_retention is null as derived from rooms')
    expect(rows).toEqual(rooms.map(() => ({ root_id: after.id, derived: false })))
  })

  it('and is carried on where the machine died while the old key was overwritten', async () => {
    const room = await known()
    const dying: KeyStore = {
      ...boundKeyStore(keyStore),
      finishRootRotation: async () => {
        await writeFile(join(app.keyDir, 'root.key'), Buffer.alloc(32, 9))
        throw new Stop()
      },
    }
    await expect(rotate(app.database, dying)).rejects.toThrow(Stop)
    await expectOpen(room, await freshKeyring(app))
    const made = await known()
    await expectOpen(made, await freshKeyring(app))
    expect(await rotate()).toBe(0)
    for (const each of [room, made]) await expectOpen(each, await freshKeyring(app))
    expect(await rootFiles()).toEqual(['root.key'])
  })

  it('waits for a room that is being made, which is not lost', async () => {
    await known()
    let isOver = false
    let rotation: Promise<number> | undefined
    const { roomId } = await app.program.openRoom({
      name: '그동안',
      operatorName: '가',
      operatorEmail: 'a@example.com',
    })
    await app.database.transaction(async (tx) => {
      await shareRootKey(tx)
      rotation = rotate().then((rooms) => {
        isOver = true
        return rooms
      })
      await expect
        .poll(
          async () =>
            (
              await query(
                `select 1 from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`,
              )
            ).length,
        )
        .toBe(1)
      expect(isOver).toBe(false)
      // A node with an outdated key folder could do this.
      const old = (await keyStore.rootKeys()).at(-1)
      if (!old) throw new Error('there is no root key')
      const [{ vault }] = (await query('select vault from rooms where id = $1', [roomId])) as [
        { vault: string },
      ]
      const { room } = await (await freshKeyring(app)).keysOf(app.database.db, roomId)
      const { retention } = await (await freshKeyring(app)).retentionOf(app.database.db, roomId)
      await updateWrappedKeys(tx, roomId, {
        root_id: old.id,
        wrapped_key: wrapRoomKey(
          { root: old.key, shredKey: await keyStore.shredKey(vault) },
          vault,
          room,
        ),
        wrapped_retention: wrapRetentionKey(
          { root: old.key, retentionKey: await keyStore.retentionKey(vault) },
          vault,
          retention,
        ),
      })
    })
    await rotation
    expect((await (await freshKeyring(app)).keysOf(app.database.db, roomId)).room).toHaveLength(32)
    const [{ id }] = await keyStore.rootKeys()
    expect(await query('select distinct root_id from rooms')).toEqual([{ root_id: id }])
  })

  it('while rooms are made one after the other, leaves none under the old key', async () => {
    const first = await known()
    let isOver = false
    const making = (async () => {
      const made: number[] = []
      while (!isOver || made.length < 5)
        made.push(
          (
            await app.program.openRoom({
              name: '룸',
              operatorName: '가',
              operatorEmail: 'a@example.com',
            })
          ).roomId,
        )
      return made
    })()
    for (let times = 0; times < 4; times += 1) await rotate()
    isOver = true
    const keyring = await freshKeyring(app)
    for (const roomId of await making)
      expect((await keyring.keysOf(app.database.db, roomId)).room).toHaveLength(32)
    await expectOpen(first, keyring)
    const [{ id }, ...others] = await keyStore.rootKeys()
    expect(others).toEqual([])
    expect(await query('select distinct root_id from rooms')).toEqual([{ root_id: id }])
  })

  it('by two at once, or by one that was stopped for two rotations of others, loses nothing', async () => {
    const room = await known()
    await Promise.all([rotate(), rotate()])
    await expectOpen(room, await freshKeyring(app))

    const stale = await keyStore.beginRootRotation()
    await rotate()
    await rotate()
    const late: KeyStore = { ...boundKeyStore(keyStore), beginRootRotation: async () => stale }
    expect(await rotate(app.database, late)).toBe(0)
    await expectOpen(room, await freshKeyring(app))
    expect((await keyStore.rootKeys()).map(({ id }) => id)).not.toContain(stale.id)
  })

  it('keeps the log of a destroyed room readable, and brings its documents to nobody', async () => {
    const room = await known()
    const [{ vault }] = (await query('select vault from rooms where id = $1', [room.roomId])) as [
      { vault: string },
    ]
    await keyStore.destroyShredKey(vault, Buffer.from('{}'))
    await rotate()
    const keyring = await freshKeyring(app)
    expect(
      (
        await keyring.retention.open(app.database.db, room.roomId, 'note', room.retention)
      ).toString(),
    ).toBe('기록')
    await expect(
      keyring.content.open(app.database.db, room.roomId, 'note', room.content),
    ).rejects.toMatchObject({ code: 'NO_KEY' })
    expect(await app.program.checkFiles(room.roomId)).toEqual({ files: 1, opened: 0 })
  })

  it('destroys no key where one room does not open, and says which', async () => {
    const [sound, broken] = [await known(), await known()]
    const [row] = await query('select wrapped_key as key, vault from rooms where id = $1', [
      broken.roomId,
    ])
    const flipped = Buffer.from(row.key)
    flipped[40] = (flipped[40] ?? 0) ^ 1
    const put = (key: Buffer) =>
      query('update rooms set wrapped_key = $2 where id = $1', [broken.roomId, key])
    await put(flipped)
    const refusal = expect.objectContaining({
      code: 'DAMAGED',
      message: expect.stringContaining(`Room ${broken.roomId} does not open`),
    })
    await expect(rotate()).rejects.toEqual(refusal)
    expect(await rootFiles()).toEqual(['root-next.key', 'root.key'])
    await expectOpen(sound, await freshKeyring(app))
    await put(row.key)

    const vault = join(app.keyDir, 'vaults', row.vault)
    await cp(vault, join(scratch, 'vault'), { recursive: true })
    await rm(vault, { recursive: true })
    await expect(rotate()).rejects.toEqual(refusal)
    expect(await rootFiles()).toEqual(['root-next.key', 'root.key'])
    await cp(join(scratch, 'vault'), vault, { recursive: true })
    await rotate()
    for (const room of [sound, broken]) await expectOpen(room, await freshKeyring(app))
    expect(await rootFiles()).toEqual(['root.key'])
  })

  it('leaves a database from before to the keys from before: rotation over, neither opens the other’s', async () => {
    const room = await known()
    const keysBefore = join(scratch, 'keys')
    await cp(app.keyDir, keysBefore, { recursive: true })
    const [rowBefore] = await query('select * from rooms where id = $1', [room.roomId])
    const restore = (row: Record<string, unknown>) =>
      query(
        'update rooms set root_id = $2, wrapped_key = $3, wrapped_retention = $4 where id = $1',
        [
          room.roomId,
          ...['root_id', 'wrapped_key', 'wrapped_retention'].map((column) => row[column]),
        ],
      )
    const opens = async (keyDir: string): Promise<boolean> => {
      const keyring = createRoomKeyring(await openKeyStore({ keyDir, dataDir: app.dataDir }))
      return keyring.content.open(app.database.db, room.roomId, 'note', room.content).then(
        () => true,
        () => false,
      )
    }
    await expect(rotate(failingAfter(app.database, 1))).rejects.toThrow(Stop)
    const [rowBetween] = await query('select * from rooms where id = $1', [room.roomId])
    expect([await opens(app.keyDir), await opens(keysBefore)]).toEqual([true, false])
    await restore(rowBefore)
    expect([await opens(app.keyDir), await opens(keysBefore)]).toEqual([true, true])
    await restore(rowBetween)
    await rotate()
    expect([await opens(app.keyDir), await opens(keysBefore)]).toEqual([true, false])
    await restore(rowBefore)
    expect([await opens(app.keyDir), await opens(keysBefore)]).toEqual([false, true])
  })
})
