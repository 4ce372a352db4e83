import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { BlobStore } from '../../platform/blob/blob-store.ts'
import { openDiskBlobStore } from '../../platform/blob/disk-blob-store.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { KeyStore } from '../../platform/encryption/key-store.ts'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import type { Resources } from '../../resources.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { filesBelow } from '../../test/harness/holdings.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import {
  certificateOf,
  resumeDestruction,
  vaultOf,
} from '../../test/scenarios/closing/destructions.ts'
import { destroyByTime, look, stateOf } from '../../test/scenarios/endings.ts'
import { findLeftHoldings } from './empty-room.store.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

class Cut extends Error {}

class Cutter {
  #left: number
  readonly #behind: boolean

  constructor(after: number, behind: boolean) {
    this.#left = after
    this.#behind = behind
  }

  async effect<T>(work: () => Promise<T>): Promise<T> {
    if (this.#left < 0) throw new Cut()
    this.#left -= 1
    const isHere = this.#left < 0
    if (isHere && !this.#behind) throw new Cut()
    const result = await work()
    if (isHere) throw new Cut()
    return result
  }

  get isCut(): boolean {
    return this.#left < 0
  }
}

describe('a destruction that is cut off', () => {
  let app: TestApp
  let keyStore: KeyStore
  let blobs: BlobStore
  beforeAll(async () => {
    app = await startTestApp()
    keyStore = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
    blobs = await openDiskBlobStore(app.dataDir, app.clock)
  })
  afterAll(() => app.close())

  function cutBy(cutter: Cutter): Partial<Resources> {
    const { database } = app
    const cutDatabase: Database = {
      ...database,
      transaction: (work) => cutter.effect(() => database.transaction(work)),
    }
    const cutKeys = Object.create(keyStore, {
      destroyShredKey: {
        value: (vault: string, tombstone: Buffer) =>
          cutter.effect(() => keyStore.destroyShredKey(vault, tombstone)),
      },
    }) as KeyStore
    const cutBlobs = Object.create(blobs, {
      remove: { value: (id: string) => cutter.effect(() => blobs.remove(id)) },
    }) as BlobStore
    return {
      database: cutDatabase,
      keyStore: bound(cutKeys, keyStore),
      blobs: bound(cutBlobs, blobs),
    }
  }

  it('at any effect, before it or behind it, is carried on by a fresh process to one certificate', {
    timeout: 400_000,
  }, async () => {
    await app.stopJobs()
    let after = 0
    for (let isCut = true; isCut; after += 1)
      for (const behind of [false, true]) {
        const cutter = new Cutter(after, behind)
        await destroyCut(cutter)
        isCut = cutter.isCut
      }
    expect(after).toBeGreaterThan(8)
    expect(await filesBelow(path.join(app.dataDir, 'blobs'))).toEqual([])
  })

  it('while another node looks whether it was put back is not taken for that', async () => {
    const room = await app.room()
    const vault = await vaultOf(app, room.roomId)
    const slow = Object.create(keyStore, {
      tombstoneOf: {
        value: async (asked: string) => {
          if (asked === vault) await app.program.endings.destroy(room.roomId)
          return keyStore.tombstoneOf(asked)
        },
      },
    }) as KeyStore
    const looking = (await app.handlersOf({ keyStore: bound(slow, keyStore) })).find(
      ({ name }) => name === 'ending.look',
    )
    await looking?.run({}, { signal: new AbortController().signal, attempt: 1, lastAttempt: true })
    expect(await stateOf(app, room.roomId)).toBe('certified')
    expect((await certificateOf(app, room.roomId)).facts?.confirmed.how).toBe('machine')
  })

  it('takes the key once more where the key folder is put back to before it', async () => {
    const room = await app.room()
    const vault = path.join(app.keyDir, 'vaults', await vaultOf(app, room.roomId))
    await fs.cp(vault, `${vault}.backup`, { recursive: true })
    await destroyByTime(app, room.roomId)
    await resumeDestruction(app, room.roomId, {})
    const destroyed = await certificateOf(app, room.roomId)
    await fs.rm(vault, { recursive: true })
    await fs.rename(`${vault}.backup`, vault)
    expect(await keyStore.holdsShredKey(path.basename(vault))).toBe(true)
    await look(app)
    expect(await keyStore.holdsShredKey(path.basename(vault))).toBe(false)
    expect(await filesBelow(vault)).not.toContain(expect.stringContaining('shred.key'))
    expect(await stateOf(app, room.roomId)).toBe('certified')
    expect((await certificateOf(app, room.roomId)).facts).toEqual(destroyed.facts)
  })

  it('does not wait for another room whose tombstone nobody can read', async () => {
    const [broken, room] = [await app.room(), await app.room()]
    const tombstone = path.join(
      app.keyDir,
      'vaults',
      await vaultOf(app, broken.roomId),
      'destroyed.json',
    )
    await fs.writeFile(tombstone, '')
    await destroyByTime(app, room.roomId)
    await resumeDestruction(app, room.roomId, {})
    expect([await stateOf(app, broken.roomId), await stateOf(app, room.roomId)]).toEqual([
      undefined,
      'certified',
    ])
    await fs.rm(tombstone)
  })

  async function destroyCut(cutter: Cutter): Promise<void> {
    const { roomId, operator } = await app.room()
    await operator.upload([['문서.pdf', makePdf(1)]])
    await app.program.endings.ask(roomId)
    app.clock.advance(LIMITS.destructionWaitMs)
    await look(app)
    const ended = await resumeDestruction(app, roomId, cutBy(cutter)).catch(
      (error: unknown) => error,
    )
    expect(ended).toEqual(cutter.isCut ? expect.any(Cut) : undefined)
    const wasHeld = await keyStore.holdsShredKey(await vaultOf(app, roomId))
    app.clock.advance(3_600_000)
    const back = app.clock.now().getTime()
    await resumeDestruction(app, roomId, {})
    expect(await stateOf(app, roomId)).toBe('certified')
    expect(
      (await findLeftHoldings(app.database.db, roomId)).filter((table) => table !== 'mails'),
    ).toEqual([])
    const kinds = await app.logged(roomId)
    for (const kind of ['room.destruction-confirmed', 'room.key-destroyed', 'room.destroyed'])
      expect([kind, kinds.filter((each) => each === kind).length]).toEqual([kind, 1])
    const { facts, fault } = await certificateOf(app, roomId)
    expect(fault).toBeUndefined()
    expect(facts?.destroyed).toMatchObject({
      documents: { count: 1, list: expect.any(String) },
      blobs: 1,
    })
    // The date must not precede the kill if the key still existed.
    expect(wasHeld && Date.parse(facts?.keyDestroyedAt ?? '') < back).toBe(false)
    const { rows } = await app.database.pool.query(
      `select 1 from mails where room_id = $1 and kind = 'destroyed'`,
      [roomId],
    )
    expect(rows).toHaveLength(1)
  }
})

/** Private state requires the original object. */
function bound<T extends object>(changed: T, original: T): T {
  return new Proxy(original, {
    get: (target, name) => {
      if (Object.hasOwn(changed, name)) return Reflect.get(changed, name)
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
