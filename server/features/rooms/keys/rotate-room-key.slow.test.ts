import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENCRYPTED_COLUMNS } from '../../../encrypted-columns.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { isEncryptedUnder } from '../../../platform/encryption/cobblestone.ts'
import { encodeContext } from '../../../platform/encryption/context.ts'
import type { KeyStore } from '../../../platform/encryption/key-store.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { failingAfter, Stop } from '../../../test/harness/failing-database.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { appendTo } from '../../../test/harness/tus.ts'
import { WireClient } from '../../../test/harness/wire-client.ts'
import { filesIn } from '../../../test/scenarios/archives.ts'
import { getTemplate } from '../../../test/scenarios/composing.ts'
import { fetchRecord } from '../../../test/scenarios/disclosures.ts'
import {
  ATTACHED,
  DRAFTED,
  encryptedValues,
  type FullRoom,
  fillRoom,
  freshKeyring,
  MAIL,
  NOTICE,
  PHRASE,
  THREAD_WORDS,
} from '../../../test/scenarios/full-room.ts'
import { foundIn } from '../../../test/scenarios/searching.ts'
import { listed, opened } from '../../../test/scenarios/threads.ts'
import { createActivityLog } from '../../audit/index.ts'
import { findHeads } from './encrypt-again.store.ts'
import { indexKeyOf } from './room-keys.ts'
import { rotateRoomKey } from './rotate-room-key.ts'

describe('replacing the key of a room', () => {
  let app: TestApp
  let keyStore: KeyStore
  let full: FullRoom
  beforeAll(async () => {
    app = await startTestApp({ indexing: true })
    full = await fillRoom(app)
    keyStore = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
  })
  afterAll(() => app.close())

  const rotate = async (roomId: number, database: Database = app.database) => {
    const { retention } = await freshKeyring(app)
    return rotateRoomKey(
      {
        database,
        keyStore,
        activity: createActivityLog(retention, app.clock),
        encryptedColumns: ENCRYPTED_COLUMNS,
      },
      roomId,
    )
  }
  const keyOf = async (roomId: number): Promise<Buffer> =>
    (await (await freshKeyring(app)).keysOf(app.database.db, roomId)).room
  const isReplacing = async (roomId: number): Promise<boolean> =>
    (
      await app.database.pool.query(
        'select former_wrapped_key is not null as is from rooms where id = $1',
        [roomId],
      )
    ).rows[0].is

  async function valuesUnder(key: Buffer, roomId: number): Promise<number> {
    const { vault } = await (await freshKeyring(app)).keysOf(app.database.db, roomId)
    let values = 0
    for (const column of ENCRYPTED_COLUMNS) {
      const heads = await findHeads(app.database.db, column, {
        roomId,
        after: undefined,
        limit: 1_000,
      })
      values += heads.filter(({ row, header }) =>
        isEncryptedUnder(key, encodeContext(column.place(vault, row)), header),
      ).length
    }
    return values
  }

  async function elsewhere(client: WireClient): Promise<WireClient> {
    const other = new WireClient(await app.node())
    other.session = client.session
    return other
  }

  async function expectThreads(client: WireClient): Promise<void> {
    const [title, answer, faq, reason] = THREAD_WORDS
    for (const keyword of [title, answer])
      expect(await listed(client, { keyword })).toMatchObject([{ title }])
    const threads = await listed(client, { sort: 'number' })
    const [asked, attached, returned] = await Promise.all(
      threads.map(({ id }) => opened(client, id)),
    )
    const [file] = attached?.entries.at(-1)?.files ?? []
    expect(file?.name).toBe(ATTACHED)
    expect(
      (await client.fetch('GET', `/room/api/thread/file/${file?.id}/page/1?width=64`)).status,
    ).toBe(200)
    expect(asked?.entries.at(-1)?.text).toContain(answer)
    expect(returned?.history.at(-1)).toMatchObject({ to: 'RETURNED', reason })
    const { json } = await client.call('POST', '/room/api/faq/list', {
      body: { roomId: client.me.roomId, keyword: faq },
    })
    expect(json.payload).toMatchObject([{ title: faq }])
  }

  async function expectAllThere(
    { room, reader, documents, recordId }: FullRoom,
    nodes: readonly string[],
  ): Promise<void> {
    for (const base of nodes) {
      const client = new WireClient(base)
      client.session = reader.client.session
      expect((await client.call('GET', '/room/api/draft/message')).json.payload).toMatchObject({
        text: DRAFTED,
      })
      expect(Object.keys(await foundIn(client, PHRASE))).toEqual(
        expect.arrayContaining([...documents.keys()]),
      )
      expect(
        (await client.call('GET', `/room/api/message/sent/${room.roomId}`)).json.payload,
      ).toEqual([
        expect.objectContaining({ title: '큰 붙임.pdf' }),
        expect.objectContaining({ title: '문의' }),
      ])
      await expectThreads(client)
      const operator = new WireClient(base)
      operator.session = room.operator.session
      const record = filesIn(
        Buffer.from(await (await fetchRecord(operator, recordId)).arrayBuffer()),
      )
      expect(record.get('disclosure.json')?.toString()).toContain('매수인 을')
    }
    const checked = await app.program.checkFiles(room.roomId)
    expect({ opened: checked.opened }).toEqual({ opened: checked.files })
    expect(checked.files).toBeGreaterThanOrEqual(documents.size)
  }

  it('encrypts everything of the room again, killed at every point, and keeps nobody from reading', async () => {
    const { roomId } = full.room
    const before = await encryptedValues(app, roomId)
    for (const [column, count] of Object.entries(before))
      expect({ column, isEmpty: count === 0 }).toEqual({ column, isEmpty: false })
    const total = Object.values(before).reduce((sum, count) => sum + count, 0)
    const former = await keyOf(roomId)
    expect(await valuesUnder(former, roomId)).toBe(total)
    const nodes = [app.base, await app.node()]
    await expectAllThere(full, nodes)

    let stops = 0
    for (let steps = 0; ; steps += 1) {
      const ended = await rotate(roomId, failingAfter(app.database, steps)).catch(
        (error: unknown) => error,
      )
      nodes.push(await app.node())
      await expectAllThere(full, nodes.splice(-3))
      nodes.push(app.base)
      if (!(ended instanceof Stop)) {
        expect(ended).toMatchObject({ unreadable: [] })
        break
      }
      stops += 1
      expect(await isReplacing(roomId)).toBe(steps > 0)
      expect(
        (await valuesUnder(former, roomId)) + (await valuesUnder(await keyOf(roomId), roomId)),
      ).toBe(steps > 0 ? total : 2 * total)
    }
    expect(stops).toBeGreaterThan(3)

    expect(await isReplacing(roomId)).toBe(false)
    expect(await valuesUnder(former, roomId)).toBe(0)
    expect(await valuesUnder(await keyOf(roomId), roomId)).toBe(total)
    expect(await encryptedValues(app, roomId)).toEqual(before)
    expect((await app.logged(roomId)).filter((kind) => kind === 'room.key-replaced')).toHaveLength(
      1,
    )
    const { rows } = await app.database.pool.query('select sealed from mails where id = $1', [MAIL])
    expect(
      (
        await (
          await freshKeyring(app)
        ).content.open(app.database.db, roomId, `mail:${MAIL}`, rows[0].sealed)
      ).toString(),
    ).toBe('메일')
  })

  it('recreates the tokens of texts, and an upload that had begun goes on', async () => {
    const { roomId, operator } = full.room
    const tokens = async () =>
      (
        await app.database.pool.query(
          'select token_numbers(packed) as tokens from text_blocks where room_id = $1',
          [roomId],
        )
      ).rows.flatMap((row) => row.tokens)
    const former = await keyOf(roomId)
    const tokenUnder = (key: Buffer): number =>
      createHmac('sha256', indexKeyOf(key)).update('손해').digest().readUIntBE(0, 3)
    expect(await tokens()).toContain(tokenUnder(former))
    await rotate(roomId)
    expect(await tokens()).not.toContain(tokenUnder(former))
    expect(await tokens()).toContain(tokenUnder(await keyOf(roomId)))

    const { id, bytes, arrived } = full.upload
    const done = await appendTo(await elsewhere(operator), id, arrived, bytes.subarray(arrived))
    expect({ http: done.http, text: done.text }).toMatchObject({ http: 204 })
    expect((await getTemplate(operator, full.templateId)).json).toMatchObject({
      status: 'OK',
      payload: { notice: NOTICE },
    })
    const names = (await operator.items()).map(({ name }) => name)
    expect(names).toContain('이어.pdf')
  })

  it('waits for what is being sealed, so that nothing is stored under the former key afterwards', async () => {
    const { roomId } = await app.room()
    const former = await keyOf(roomId)
    const { content } = await freshKeyring(app)
    let isPublished = false
    const rotation = await app.database.transaction(async (tx) => {
      const encrypted = await content.encrypt(tx, roomId, 'mail:77', Buffer.from('기다림'))
      const begun = rotate(roomId).then((ended) => {
        isPublished = true
        return ended
      })
      await expect.poll(async () => (await lockWaits(app)).waits, { timeout: 20_000 }).toBe(true)
      await app.database.pool.query('select 1')
      expect(isPublished).toBe(false)
      expect(await keyOf(roomId)).toEqual(former)
      await tx
        .withTables<Record<string, Record<string, unknown>>>()
        .insertInto('mails')
        .values({
          id: 77,
          room_id: roomId,
          kind: 'test',
          sealed: encrypted,
          created_at: app.clock.now(),
        })
        .execute()
      return { begun }
    })
    expect(await rotation.begun).toMatchObject({ values: expect.any(Number), unreadable: [] })
    expect(await valuesUnder(former, roomId)).toBe(0)
    const { rows } = await app.database.pool.query('select sealed from mails where id = 77')
    expect(
      (await content.open(app.database.db, roomId, 'mail:77', rows[0].sealed)).toString(),
    ).toBe('기다림')
  })

  it('while people upload, copy, delete and type on nodes that know the former key, loses nothing', async () => {
    const room = await app.room()
    const { roomId } = room
    const other = await elsewhere(room.operator)
    const seed = await room.operator.put('처음.pdf', Buffer.from('%PDF-1.7 처음'))
    await other.copyItem(seed, '사본.pdf', 0)
    const former = await keyOf(roomId)
    let isOver = false
    const working = [room.operator, other].map(async (client, at) => {
      let round = 0
      for (; !isOver || round < 3; round += 1) {
        const id = await client.put(`${at}-${round}.pdf`, Buffer.from(`%PDF-1.7 ${at}-${round}`))
        await client.copyItem(seed, `사본 ${at}-${round}.pdf`, 0)
        await client.call('PUT', '/room/api/draft/message', { body: { text: `글 ${at}-${round}` } })
        if (round % 2 === 1) await client.deleteItem(id)
      }
      return round
    })
    for (let times = 0; times < 3; times += 1)
      expect(await rotate(roomId)).toMatchObject({ unreadable: [] })
    isOver = true
    for (const rounds of await Promise.all(working)) expect(rounds).toBeGreaterThanOrEqual(3)
    expect(await valuesUnder(former, roomId)).toBe(0)
    const { opened, files } = await app.program.checkFiles(roomId)
    expect(opened).toBe(files)
    expect(files).toBeGreaterThan(12)
    for (const { name } of await room.operator.items()) expect(name).toMatch(/\.pdf$/)
  })

  it('by two at once is done once, and both come to an end', async () => {
    const room = await app.room()
    await room.operator.put('하나.pdf', Buffer.from('%PDF-1.7 하나'))
    const former = await keyOf(room.roomId)
    const ended = await Promise.all([rotate(room.roomId), rotate(room.roomId)])
    for (const each of ended) expect(each.unreadable).toEqual([])
    expect(await isReplacing(room.roomId)).toBe(false)
    expect(await valuesUnder(former, room.roomId)).toBe(0)
    expect(await app.program.checkFiles(room.roomId)).toEqual({ files: 1, opened: 1 })
  })

  it('keeps the former key where a value opens with neither, names its place, and ends once it is mended', async () => {
    const room = await app.room()
    const itemId = await room.operator.put('상한.pdf', Buffer.from('%PDF-1.7 상한'))
    await room.operator.put('성한.pdf', Buffer.from('%PDF-1.7 성한'))
    const { rows } = await app.database.pool.query(
      'select version_id as id, wrapped_key as key from file_segments join file_versions on id = version_id where item_id = $1',
      [itemId],
    )
    const flipped = Buffer.from(rows[0].key)
    flipped[30] = (flipped[30] ?? 0) ^ 1
    const put = (key: Buffer) =>
      app.database.pool.query('update file_segments set wrapped_key = $2 where version_id = $1', [
        rows[0].id,
        key,
      ])
    await put(flipped)
    const place = {
      table: 'file_segments',
      column: 'wrapped_key',
      row: expect.objectContaining({ version_id: rows[0].id }),
    }
    expect((await rotate(room.roomId)).unreadable).toEqual([place])
    expect(await isReplacing(room.roomId)).toBe(true)
    expect(await app.program.checkFiles(room.roomId)).toEqual({ files: 2, opened: 1 })
    expect(await app.logged(room.roomId)).not.toContain('room.key-replaced')
    await put(rows[0].key)
    expect(await app.program.checkFiles(room.roomId)).toEqual({ files: 2, opened: 2 })
    expect((await rotate(room.roomId)).unreadable).toEqual([])
    expect(await isReplacing(room.roomId)).toBe(false)
    expect(await app.program.checkFiles(room.roomId)).toEqual({ files: 2, opened: 2 })
  })
})

async function lockWaits({ database }: TestApp): Promise<{ waits: boolean }> {
  const { rows } = await database.pool.query(
    `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%for update%') as waits`,
  )
  return rows[0]
}
