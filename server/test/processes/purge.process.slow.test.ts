import { readdirSync, watch } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readServerNote } from '../../platform/config/server-note.ts'
import { eventually } from '../harness/eventually.ts'
import {
  enterAsOperator,
  type Installation,
  installation,
  killAll,
  type RunningServer,
  readFirstRoom,
} from '../harness/server-process.ts'
import { WireClient } from '../harness/wire-client.ts'
import { documentOf } from '../tree/tree-changes.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const UPLOADED = 100

/** Kills wait for a batch or the first blob, so counts are large. */
const KILLS = [
  { moment: 'a batch', victims: 'node', documents: 40, copies: 14 },
  { moment: 'a batch', victims: 'database too', documents: 40, copies: 14 },
  { moment: 'a blob', victims: 'node', documents: 1_200, copies: 0 },
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

  it.each([...KILLS])(
    'killed at $moment ($victims) goes on at the next start, until nothing is left and each item is logged once',
    async ({ moment, victims, documents, copies }) => {
      const kept = await makeFolder('남는 것')
      await upload('남는 것', kept, 1)
      const { folder, items } = await fill(documents, copies)
      await operator.deleteItem(folder)
      const loggedBefore = (await destroyedItems()).length
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
      await eventually(
        async () =>
          expect(await query('select id from items where trash_id is not null')).toEqual([]),
        30_000,
      )
      await eventually(async () => expect(await query('select * from freed_blobs')).toEqual([]))
      const held = await query('select distinct blob_id from file_segments order by 1')
      expect(storedBlobs()).toEqual(held.map((row) => row['blob_id']))
      expect(left, 'the kill came too late').toBeGreaterThan(held.length)
      const logged = await destroyedItems()
      expect(new Set(logged).size).toBe(logged.length)
      expect(logged.length - loggedBefore).toBe(items)
      expect(
        await query(
          `select storage_used::int, file_count::int from rooms where id = ${operator.me.roomId}`,
        ),
      ).toEqual(
        await query(
          'select sum(size)::int as storage_used, count(*)::int as file_count from file_versions',
        ),
      )
      expect((await operator.items(kept)).map(({ name }) => name)).toEqual(['남는 것 0.pdf'])
    },
  )

  async function fill(
    documents: number,
    copies: number,
  ): Promise<{ folder: number; items: number }> {
    const source = await makeFolder('원본')
    for (let first = 0; first < documents; first += UPLOADED)
      await upload('문서', source, Math.min(UPLOADED, documents - first), first)
    const folder = await makeFolder('사본')
    for (let copy = 0; copy < copies; copy += 1) await operator.copyItem(source, '원본', folder)
    const again = (await operator.copyItem(folder, '다시', 0)).json.payload as { id: number }
    await operator.moveItem(source, folder)
    await operator.moveItem(again.id, folder)
    return { folder, items: (documents + 1) * (2 * copies + 1) + 2 }
  }

  async function makeFolder(name: string): Promise<number> {
    return ((await operator.makeFolder(name)).json.payload as { id: number }).id
  }

  async function upload(name: string, parent: number, count: number, first = 0): Promise<void> {
    const numbers = Array.from({ length: count }, (_, index) => first + index)
    const files = numbers.map(
      (number) => [`${name} ${number}.pdf`, documentOf(2_000 + number)] as const,
    )
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
    const before = (await destroyedItems()).length
    return (async () => {
      while ((await destroyedItems()).length === before);
    })()
  }

  async function destroyedItems(): Promise<unknown[]> {
    return (
      await query(`select item_id from activity_entries where kind = 'document.destroyed'`)
    ).map((row) => row['item_id'])
  }

  async function query(text: string): Promise<Record<string, unknown>[]> {
    const client = new Client({
      ...readServerNote(place.dataDir, server.pid)?.database,
      ssl: false,
    })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
})
