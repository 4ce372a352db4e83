import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { createRoomKeyring } from '../index.ts'

describe('the keys of a room', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  it('are given to all who ask at once, and to nobody who asks once another node has destroyed them', async () => {
    const { roomId } = await app.room()
    const folders = { keyDir: app.keyDir, dataDir: app.dataDir }
    const keyring = createRoomKeyring(await openKeyStore(folders))
    const { db } = app.database
    const { vault } = await keyring.keysOf(db, roomId)
    const askAll = () =>
      Promise.allSettled(Array.from({ length: 50 }, () => keyring.keysOf(db, roomId)))

    expect((await askAll()).every(({ status }) => status === 'fulfilled')).toBe(true)
    const otherNode = await openKeyStore(folders)
    const before = askAll()
    await otherNode.destroyShredKey(vault, Buffer.from('destroyed'))
    expect(await before).toHaveLength(50)
    for (const answer of await askAll())
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'NO_KEY' } })
  })
})
