import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import type { JobHandler } from '../../platform/jobs/job.ts'
import { endlessTextPdf } from '../../test/fixtures/costly-pdfs.ts'
import { makeLockedPdf } from '../../test/fixtures/make-locked-pdf.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { textPage } from '../../test/fixtures/pdf-file.ts'
import { ManualClock } from '../../test/harness/clocks.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { sharedRenderPool } from '../../test/harness/shared-workers.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { WireClient } from '../../test/harness/wire-client.ts'
import { allRead, findings, foundIn } from '../../test/scenarios/searching.ts'
import type { RenderPool } from '../../workers/render/index.ts'

let app: TestApp
let byHand: TestApp
let readers: readonly JobHandler[]
const clock = new ManualClock(new Date(Date.now() + 3_600_000))
beforeAll(async () => {
  app = await startTestApp({ indexing: true })
  byHand = await startTestApp()
  readers = await byHand.handlersOf({ clock })
})
afterAll(() => Promise.all([app.close(), byHand.close()]))

const blocksOf = async (
  where: TestApp,
  { roomId }: TestRoom,
): Promise<{ first: number; sealed: string }[]> =>
  (
    await where.database.pool.query(
      "select first_page as first, encode(sealed, 'hex') as sealed from text_blocks where room_id = $1 order by content_uid, first_page",
      [roomId],
    )
  ).rows

async function forget({ roomId }: TestRoom): Promise<void> {
  await app.database.pool.query(
    "update content_texts set state = 'WAITING', next_page = 1 where room_id = $1",
    [roomId],
  )
  await app.database.pool.query('delete from text_blocks where room_id = $1', [roomId])
}

async function stateOf(where: TestApp, { roomId }: TestRoom): Promise<string[]> {
  const { rows } = await where.database.pool.query(
    'select state from content_texts where room_id = $1',
    [roomId],
  )
  return rows.map(({ state }) => state)
}

async function putUnread(room: TestRoom, name: string, content: Uint8Array): Promise<void> {
  await room.operator.put(name, content)
  await eventually(async () => {
    const { rows } = await byHand.database.pool.query(
      'select status from file_versions where room_id = $1',
      [room.roomId],
    )
    expect(rows.map(({ status }) => status)).not.toContain(null)
  })
}

async function readBlock(signal = new AbortController().signal, handlers = readers): Promise<void> {
  const job = handlers.find(({ name }) => name === 'search.readNext')
  await job?.run({}, { signal, attempt: 1, lastAttempt: false })
}

describe('the text of documents', () => {
  it('that were there before is read in the background, and until then a search says so', async () => {
    const room = await app.room()
    const reader = await app.participant(room)
    await room.operator.put('earlier.pdf', makePdf(2, 'earlier words'))
    await allRead(app, room.roomId)
    await forget(room)
    expect(await findings(reader.client, 'earlier words')).toMatchObject({
      payload: [],
      indexing: 1,
    })
    await app.program.readUnread()
    await allRead(app, room.roomId)
    expect(await foundIn(reader.client, 'earlier words')).toEqual({ 'earlier.pdf': [1, 2] })
    expect(await findings(reader.client, 'earlier words')).toMatchObject({ indexing: 0 })
  })

  it('is waited for no longer where nobody will read it: in the trash, behind a password, in an image', async () => {
    const room = await app.room()
    const itemId = await room.operator.put('deleted.pdf', makePdf(1, 'deleted words'))
    await room.operator.put('locked.pdf', await makeLockedPdf('secret', { words: 'locked words' }))
    await allRead(app, room.roomId)
    await forget(room)
    expect(await findings(room.operator, 'deleted words')).toMatchObject({
      payload: [],
      indexing: 1,
    })
    await room.operator.deleteItem(itemId)
    expect(await findings(room.operator, 'deleted words')).toMatchObject({
      payload: [],
      indexing: 0,
    })
    await app.program.readUnread()
    await expect
      .poll(() => stateOf(app, room).then((states) => states.sort()))
      .toEqual(['READ', 'WAITING'])
    expect(await findings(room.operator, 'locked words')).toMatchObject({
      payload: [],
      indexing: 0,
    })
    await room.operator.restoreItem(itemId)
    expect(await foundIn(room.operator, 'deleted words')).toEqual({ 'deleted.pdf': [1] })
  })

  it('is read block by block, so that a run that was cut short is gone on with', async () => {
    const room = await byHand.room()
    await putUnread(room, 'long.pdf', makePdf(150, 'long words'))
    const firsts = async () => (await blocksOf(byHand, room)).map(({ first }) => first)
    await readBlock()
    expect(await firsts()).toEqual([1])
    expect(await foundIn(room.operator, 'words page 140')).toEqual({})
    const [before] = await blocksOf(byHand, room)
    await readBlock(AbortSignal.abort(new Error('the server ends')))
    await readBlock()
    await readBlock()
    expect(await firsts()).toEqual([1, 65, 129])
    expect((await blocksOf(byHand, room))[0]).toEqual(before)
    expect(await foundIn(room.operator, 'words page 140')).toEqual({ 'long.pdf': [140] })
    expect((await findings(room.operator, 'long words')).payload).toMatchObject([
      { more: true, pages: { length: 10 } },
    ])
    const blocks = await blocksOf(byHand, room)
    await readBlock()
    expect(await blocksOf(byHand, room)).toEqual(blocks)
  })

  it('is read past a page that holds up its worker, which is left out', async () => {
    const hasty = await startTestApp({ deadlineMs: 1_500, indexing: true })
    const { operator, roomId } = await hasty.room()
    await operator.put(
      'endless.pdf',
      endlessTextPdf('endless words', textPage('words behind'), textPage('and behind it')),
    )
    await allRead(hasty, roomId)
    expect(await foundIn(operator, 'words behind')).toEqual({ 'endless.pdf': [2] })
    expect(await foundIn(operator, 'and behind')).toEqual({ 'endless.pdf': [3] })
    expect(await foundIn(operator, 'endless words')).toEqual({})
    await hasty.close()
  })

  it('is given up where the document proves to be unreadable, and for no trouble of the server', async () => {
    const room = await byHand.room()
    await putUnread(room, 'hopeless.pdf', makePdf(1, 'hopeless words'))
    await readBlock(AbortSignal.abort(new Error('the server ends')))
    expect(await stateOf(byHand, room)).toEqual(['WAITING'])
    await readBlock()
    expect(await foundIn(room.operator, 'hopeless words')).toEqual({ 'hopeless.pdf': [1] })

    const other = await byHand.room()
    await putUnread(other, 'locked.pdf', await makeLockedPdf('secret', { words: 'locked words' }))
    await byHand.database.pool.query(
      "update file_versions set status = 'READY', pages = '[{}]' where room_id = $1",
      [other.roomId],
    )
    await byHand.database.pool.query(
      'insert into text_queue (content_uid, room_id, size) select content_uid, room_id, 1 from content_texts where room_id = $1',
      [other.roomId],
    )
    await byHand.database.pool.query('insert into text_turns (room_id) values ($1)', [other.roomId])
    await readBlock()
    expect(await stateOf(byHand, other)).toEqual(['FAILED'])
    expect(await findings(other.operator, 'locked words')).toMatchObject({
      payload: [],
      indexing: 0,
    })
  })

  it('ends where the document does, also where it was inspected as longer', async () => {
    const room = await byHand.room()
    await putUnread(room, 'shrunk.pdf', makePdf(2, 'shrunk words'))
    await byHand.database.pool.query(
      'update file_versions set pages = pages || pages where room_id = $1',
      [room.roomId],
    )
    await readBlock()
    expect(await stateOf(byHand, room)).toEqual(['READ'])
    expect(await foundIn(room.operator, 'shrunk words')).toEqual({ 'shrunk.pdf': [1, 2] })
  })

  it('is read as far as there is room for it in the index', async () => {
    const room = await byHand.room()
    await putUnread(room, 'huge.pdf', makePdf(150, 'huge words'))
    await readBlock()
    const { rows } = await byHand.database.pool.query(
      'select characters from content_texts where room_id = $1',
      [room.roomId],
    )
    expect(rows[0].characters).toBeGreaterThan(64 * 'huge words'.length)
    await byHand.database.pool.query(
      'update content_texts set characters = 4999999 where room_id = $1',
      [room.roomId],
    )
    await readBlock()
    await readBlock()
    expect((await blocksOf(byHand, room)).map(({ first }) => first)).toEqual([1, 65])
    expect(await foundIn(room.operator, 'words page 128')).toEqual({ 'huge.pdf': [128] })
    expect(await findings(room.operator, 'words page 140')).toMatchObject({
      payload: [],
      indexing: 0,
    })
    expect(await stateOf(byHand, room)).toEqual(['READ'])
  })

  it('that was destroyed while it was read leaves nothing', async () => {
    const room = await byHand.room()
    await putUnread(room, 'gone.pdf', makePdf(1, 'gone words'))
    const pool = await sharedRenderPool(1, byHand.log)
    const read: RenderPool['read'] = async (...asked) => {
      const pages = await pool.read(...asked)
      await byHand.database.pool.query('delete from content_texts where room_id = $1', [
        room.roomId,
      ])
      return pages
    }
    const destroying = new Proxy(pool, {
      get: (_, name) => (name === 'read' ? read : Reflect.get(pool, name)),
    })
    await readBlock(undefined, await byHand.handlersOf({ pool: destroying, clock }))
    expect(await blocksOf(byHand, room)).toEqual([])
    const { rows } = await byHand.database.pool.query(
      'select 1 from text_queue where room_id = $1',
      [room.roomId],
    )
    expect(rows).toEqual([])
    await pool.close()
  })

  it('cannot be searched without the key of the room', async () => {
    const room = await app.room()
    await room.operator.put('shredded.pdf', makePdf(1, 'shredded words'))
    await allRead(app, room.roomId)
    const { rows } = await app.database.pool.query('select vault from rooms where id = $1', [
      room.roomId,
    ])
    const keys = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
    await keys.destroyShredKey(rows[0].vault, Buffer.from('{}'))
    const elsewhere = new WireClient(await app.node())
    elsewhere.session = room.operator.me
    const answer = await elsewhere.call('POST', '/room/api/file/search', {
      body: { keword: 'shredded words', roomId: room.roomId },
    })
    expect(answer).toMatchObject({ http: 500, json: { status: 'EXCEPTION', code: 'INTERNAL' } })
    expect(answer.text).not.toContain('shredded')
  })
})
