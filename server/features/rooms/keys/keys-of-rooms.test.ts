import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeyStore } from '../../../platform/encryption/key-store.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { boundKeyStore } from '../../../test/fixtures/bound-key-store.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { WireClient } from '../../../test/harness/wire-client.ts'
import { createRoomKeyring } from './room-keys.ts'

describe('rooms', () => {
  let app: TestApp
  let keyStore: KeyStore
  let scratch: string
  beforeAll(async () => {
    app = await startTestApp()
    keyStore = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
    scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'sealroom-rooms-'))
  })
  afterAll(async () => {
    await fs.rm(scratch, { recursive: true, force: true })
    await app.close()
  })

  describe('keys', () => {
    const keyring = (store = keyStore) => createRoomKeyring(store)
    const swap = (column: string, one: number, two: number) =>
      app.database.pool.query(
        `update rooms set ${column} = other.${column} from rooms other
         where rooms.id in ($1, $2) and other.id in ($1, $2) and rooms.id <> other.id`,
        [one, two],
      )

    it('K03: are not in the database: its rows and another key store open nothing', async () => {
      const { roomId } = await app.room()
      const { rows } = await app.database.pool.query(
        'select vault, wrapped_key from rooms where id = $1',
        [roomId],
      )
      const { room } = await keyring().keysOf(app.database.db, roomId)
      const { retention } = await keyring().retentionOf(app.database.db, roomId)
      const [{ key: root }] = await keyStore.rootKeys()
      for (const key of [room, retention, root])
        expect(rows[0].wrapped_key.includes(key)).toBe(false)

      const dataDir = path.join(scratch, 'data')
      await fs.mkdir(dataDir)
      const foreign = await openKeyStore({ keyDir: path.join(scratch, 'keys'), dataDir })
      await expect(keyring(foreign).keysOf(app.database.db, roomId)).rejects.toMatchObject({
        code: 'NO_KEY',
      })
      const [{ key: strange }] = await foreign.rootKeys()
      const rootless: KeyStore = { ...boundKeyStore(keyStore), rootKeys: () => foreign.rootKeys() }
      await expect(keyring(rootless).keysOf(app.database.db, roomId)).rejects.toMatchObject({
        code: 'NO_KEY',
      })
      const misnamed: KeyStore = {
        ...boundKeyStore(keyStore),
        rootKeys: async () => [{ ...(await keyStore.rootKeys())[0], key: strange }],
      }
      await expect(keyring(misnamed).keysOf(app.database.db, roomId)).rejects.toThrow('another key')
      const shredless: KeyStore = { ...boundKeyStore(keyStore), shredKey: async () => strange }
      await expect(keyring(shredless).keysOf(app.database.db, roomId)).rejects.toThrow()
    })

    it('K02: do not open in another room’s place', async () => {
      const [one, two] = [await app.room(), await app.room()]
      const encrypted = await app.database.transaction((tx) =>
        keyring().content.encrypt(tx, one.roomId, 'note', Buffer.from('비밀')),
      )
      expect(
        (await keyring().content.open(app.database.db, one.roomId, 'note', encrypted)).toString(),
      ).toBe('비밀')
      await expect(
        keyring().content.open(app.database.db, two.roomId, 'note', encrypted),
      ).rejects.toThrow()
      await expect(
        keyring().content.open(app.database.db, one.roomId, 'other', encrypted),
      ).rejects.toThrow()
      await expect(
        keyring().retention.open(app.database.db, one.roomId, 'note', encrypted),
      ).rejects.toThrow()

      await swap('wrapped_key', one.roomId, two.roomId)
      for (const { roomId } of [one, two])
        await expect(keyring().keysOf(app.database.db, roomId)).rejects.toThrow()
      await swap('wrapped_key', one.roomId, two.roomId)
      expect(
        (await keyring().content.open(app.database.db, one.roomId, 'note', encrypted)).toString(),
      ).toBe('비밀')

      await swap('wrapped_retention', one.roomId, two.roomId)
      for (const { roomId } of [one, two])
        await expect(
          app.database.transaction((tx) =>
            keyring().retention.encrypt(tx, roomId, 'note', Buffer.from('기록')),
          ),
        ).rejects.toThrow('another key')
      // A node without the log key admits nobody, because it could not log.
      const node = new WireClient(await app.node())
      expect((await node.join(one.pin)).http).toBe(500)
      expect(node.session).toBeUndefined()
      await swap('wrapped_retention', one.roomId, two.roomId)
      expect((await node.join(one.pin)).json.status).toBe('OK')
    })

    it('are gone with a wrapped key that was changed or a shred key that was destroyed [room-destroyed]', async () => {
      const { roomId } = await app.room()
      const { rows } = await app.database.pool.query(
        'select vault, wrapped_key from rooms where id = $1',
        [roomId],
      )
      const flipped = Buffer.from(rows[0].wrapped_key)
      flipped[20] = (flipped[20] ?? 0) ^ 1
      await app.database.pool.query('update rooms set wrapped_key = $2 where id = $1', [
        roomId,
        flipped,
      ])
      await expect(keyring().keysOf(app.database.db, roomId)).rejects.toThrow()
      await app.database.pool.query('update rooms set wrapped_key = $2 where id = $1', [
        roomId,
        rows[0].wrapped_key,
      ])
      await keyring().keysOf(app.database.db, roomId)
      const opened = keyring()
      await opened.keysOf(app.database.db, roomId)
      await keyStore.destroyShredKey(rows[0].vault, Buffer.from('{}'))
      await expect(opened.keysOf(app.database.db, roomId)).rejects.toMatchObject({ code: 'NO_KEY' })
      await opened.retentionOf(app.database.db, roomId)
      await expect(keyring().keysOf(app.database.db, roomId)).rejects.toMatchObject({
        code: 'NO_KEY',
      })
    })

    it('are on disk before the room is there, and a room that fails leaves no row', async () => {
      const before = new Set(await keyStore.listVaults())
      await app.database.pool.query(
        `alter table activity_entries add constraint log_is_full check (false) not valid`,
      )
      const name = randomUUID()
      await expect(
        app.program.openRoom({ name, operatorName: '가', operatorEmail: 'a@example.com' }),
      ).rejects.toThrow()
      await app.database.pool.query('alter table activity_entries drop constraint log_is_full')
      const { rows } = await app.database.pool.query('select 1 from rooms where name = $1', [name])
      expect(rows).toEqual([])
      const { roomId } = await app.program.openRoom({
        name,
        operatorName: '가',
        operatorEmail: 'a@example.com',
      })
      const vault = (
        await app.database.pool.query('select vault from rooms where id = $1', [roomId])
      ).rows[0].vault
      expect(before.has(vault)).toBe(false)
      expect(await keyStore.listVaults()).toContain(vault)
    })
  })
})
