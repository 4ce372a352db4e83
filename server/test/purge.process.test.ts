import { readdirSync, watch } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readServerNote } from '../platform/config/server-note.ts'
import { eventually } from './eventually.ts'
import { enterAsOperator, type Installation, installation, killAll, type RunningServer, readFirstRoom } from './server-process.ts'
import { inTier } from './tier.ts'
import { documentOf } from './tree-changes.ts'
import { WireClient } from './wire-client.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const DOCUMENTS = 40
const COPIES = 14

/** What the kill waits for: some batch of rows and keys gone, the first blob gone; and which processes it takes. */
const KILLS = [
  ['a batch', 'node'],
  ['a batch', 'database too'],
  ['a blob', 'node'],
] as const

describe('destroying what was deleted', () => {
  let place: Installation
  let server: RunningServer
  let operator: WireClient

  beforeAll(async () => {
    place = await installation()
    server = await place.start()
    operator = await enterAsOperator(server.url, readFirstRoom(place.dataDir))
  })
  afterAll(() => place.remove())

  it.each(inTier({ quick: KILLS.filter(([, victims]) => victims === 'database too'), slow: [...KILLS] }))(
    'killed at %s (%s) goes on at the next start, until nothing is left and each item is logged once',
    async (moment, victims) => {
      const kept = await makeFolder('남는 것')
      await upload('남는 것', kept, 1)
      const { folder, items } = await fill()
      await operator.deleteItem(folder)
      const struck = moment === 'a blob' ? blobRemoved() : batchDestroyed()
      expect((await operator.destroyItem(folder)).json.status).toBe('OK')
      await struck
      const database = victims === 'node' ? [] : place.databaseServers()
      server.signal('SIGKILL')
      killAll(database, 'SIGKILL')
      await server.ended()
      const left = storedBlobs().length

      server = await place.start()
      operator = Object.assign(new WireClient(server.url), { session: operator.session })
      await eventually(async () => expect(await query('select id from items where trash_id is not null')).toEqual([]), 30_000)
      await eventually(async () => expect(await query('select * from freed_blobs')).toEqual([]))
      const held = await query('select distinct blob_id from file_segments order by 1')
      expect(storedBlobs()).toEqual(held.map((row) => row['blob_id']))
      expect(left, 'the kill came too late').toBeGreaterThan(held.length)
      const destroyed = await query(`select item_id from activity_entries where kind = 'document.destroyed'`)
      expect(new Set(destroyed.map((row) => row['item_id'])).size).toBe(destroyed.length)
      expect(destroyed.length % items).toBe(0)
      expect(await query(`select storage_used::int, file_count::int from rooms where id = ${operator.me.roomId}`)).toEqual(
        await query('select sum(size)::int as storage_used, count(*)::int as file_count from file_versions'),
      )
      expect((await operator.items(kept)).map(({ name }) => name)).toEqual(['남는 것 0.pdf'])
    },
  )

  /** Three batches of items, most of them copies, in one folder. */
  async function fill(): Promise<{ folder: number; items: number }> {
    const source = await makeFolder('원본')
    await upload('문서', source, DOCUMENTS)
    const copies = await makeFolder('사본')
    for (let copy = 0; copy < COPIES; copy += 1) await operator.copyItem(source, '원본', copies)
    const again = (await operator.copyItem(copies, '다시', 0)).json.payload as { id: number }
    await operator.moveItem(source, copies)
    await operator.moveItem(again.id, copies)
    return { folder: copies, items: (DOCUMENTS + 1) * (2 * COPIES + 1) + 2 }
  }

  async function makeFolder(name: string): Promise<number> {
    return ((await operator.makeFolder(name)).json.payload as { id: number }).id
  }

  async function upload(name: string, parent: number, count: number): Promise<void> {
    const files = Array.from({ length: count }, (_, number) => [`${name} ${number}.pdf`, documentOf(2_000 + number)] as const)
    expect((await operator.upload(files, parent)).http).toBe(200)
  }

  function storedBlobs(): string[] {
    const blobs = path.join(place.dataDir, 'blobs')
    return readdirSync(blobs)
      .flatMap((fan) => readdirSync(path.join(blobs, fan)))
      .sort()
  }

  function blobRemoved(): Promise<void> {
    const blobs = path.join(place.dataDir, 'blobs')
    return new Promise((resolve) => {
      const watchers = readdirSync(blobs).map((fan) =>
        watch(path.join(blobs, fan), () => {
          for (const watcher of watchers) watcher.close()
          resolve()
        }),
      )
    })
  }

  async function batchDestroyed(): Promise<void> {
    const count = async () => (await query(`select id from activity_entries where kind = 'document.destroyed'`)).length
    const before = await count()
    return (async () => {
      while ((await count()) === before);
    })()
  }

  async function query(text: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ ...readServerNote(place.dataDir, server.pid)?.database, ssl: false })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
})
