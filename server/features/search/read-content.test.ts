import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKeyStore } from '../../platform/crypto/open-key-store.ts'
import type { JobContext } from '../../platform/jobs/job.ts'
import { endlessTextPdf } from '../../test/costly-pdfs.ts'
import { makeLockedPdf } from '../../test/make-locked-pdf.ts'
import { makePdf } from '../../test/make-pdf.ts'
import { textPage } from '../../test/pdf-file.ts'
import { allRead, findings, foundIn } from '../../test/searching.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/test-app.ts'
import { onlySlow } from '../../test/tier.ts'
import { WireClient } from '../../test/wire-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ indexing: true })
})
afterAll(() => app.close())

const blocksOf = async ({ roomId }: TestRoom): Promise<{ first: number; sealed: string }[]> =>
  (
    await app.database.pool.query(
      "select first_page as first, encode(sealed, 'hex') as sealed from text_blocks where room_id = $1 order by content_uid, first_page",
      [roomId],
    )
  ).rows

/** As if nobody had read further than this yet, and nobody were about to. */
async function forget({ roomId }: TestRoom, from = 1): Promise<void> {
  await app.database.pool.query("update content_texts set state = 'WAITING', next_page = $2 where room_id = $1", [roomId, from])
  await app.database.pool.query('delete from text_blocks where room_id = $1 and first_page >= $2', [roomId, from])
}

async function stateOf({ roomId }: TestRoom): Promise<string[]> {
  const { rows } = await app.database.pool.query('select state from content_texts where room_id = $1', [roomId])
  return rows.map(({ state }) => state)
}

async function run({ roomId }: TestRoom, itemId: number, context: Partial<JobContext> = {}): Promise<void> {
  const { rows } = await app.database.pool.query('select version_id::int from items where id = $1', [itemId])
  const job = app.program.jobs.handlers.find(({ name }) => name === 'search.read')
  const full = { signal: new AbortController().signal, attempt: 1, lastAttempt: false, ...context }
  await job?.run({ roomId, versionId: rows[0].version_id }, full)
}

describe('the text of documents', () => {
  it('that were there before is read in the background, and until then a search says so', async () => {
    const room = await app.room()
    const reader = await app.participant(room)
    await room.operator.put('earlier.pdf', makePdf(2, 'earlier words'))
    await allRead(app, room.roomId)
    await forget(room)
    expect(await findings(reader.client, 'earlier words')).toMatchObject({ payload: [], indexing: 1 })
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
    expect(await findings(room.operator, 'deleted words')).toMatchObject({ payload: [], indexing: 1 })
    await room.operator.deleteItem(itemId)
    expect(await findings(room.operator, 'deleted words')).toMatchObject({ payload: [], indexing: 0 })
    await app.program.readUnread()
    await expect.poll(() => stateOf(room).then((states) => states.sort())).toEqual(['READ', 'WAITING'])
    expect(await findings(room.operator, 'locked words')).toMatchObject({ payload: [], indexing: 0 })
    await room.operator.restoreItem(itemId)
    expect(await foundIn(room.operator, 'deleted words')).toEqual({ 'deleted.pdf': [1] })
  })

  it('is read block by block, so that a run that was cut short is gone on with', async () => {
    const room = await app.room()
    const itemId = await room.operator.put('long.pdf', makePdf(150, 'long words'))
    await allRead(app, room.roomId)
    const blocks = await blocksOf(room)
    expect(blocks.map(({ first }) => first)).toEqual([1, 65, 129])
    await forget(room, 65)
    expect(await foundIn(room.operator, 'words page 140')).toEqual({})
    await run(room, itemId)
    expect((await blocksOf(room)).map(({ first }) => first)).toContain(65)
    // The run itself has the rest read.
    await allRead(app, room.roomId)
    const again = await blocksOf(room)
    expect(again.map(({ first }) => first)).toEqual([1, 65, 129])
    expect(again[0]).toEqual(blocks[0])
    expect(await foundIn(room.operator, 'words page 140')).toEqual({ 'long.pdf': [140] })
    expect((await findings(room.operator, 'long words')).payload).toMatchObject([{ more: true, pages: { length: 10 } }])
    await run(room, itemId)
    expect(await blocksOf(room)).toEqual(again)
  })

  onlySlow(() => {
    it('is read past a page that holds up its worker, which is left out', async () => {
      const hasty = await startTestApp({ deadlineMs: 1_500, indexing: true })
      const { operator, roomId } = await hasty.room()
      await operator.put('endless.pdf', endlessTextPdf('endless words', textPage('words behind'), textPage('and behind it')))
      await allRead(hasty, roomId)
      expect(await foundIn(operator, 'words behind')).toEqual({ 'endless.pdf': [2] })
      expect(await foundIn(operator, 'and behind')).toEqual({ 'endless.pdf': [3] })
      expect(await foundIn(operator, 'endless words')).toEqual({})
      await hasty.close()
    })
  })

  it('is given up where the document proves to be unreadable, and for no trouble of the server', async () => {
    const room = await app.room()
    const itemId = await room.operator.put('hopeless.pdf', makePdf(1, 'hopeless words'))
    await allRead(app, room.roomId)
    await forget(room)
    const outage = { attempt: 5, lastAttempt: true, signal: AbortSignal.abort(new Error('the server ends')) }
    await expect(run(room, itemId, outage)).rejects.toThrow()
    expect(await stateOf(room)).toEqual(['WAITING'])
    await app.program.readUnread()
    await allRead(app, room.roomId)
    expect(await foundIn(room.operator, 'hopeless words')).toEqual({ 'hopeless.pdf': [1] })

    const other = await app.room()
    const lockedId = await other.operator.put('locked.pdf', await makeLockedPdf('secret', { words: 'locked words' }))
    await allRead(app, other.roomId)
    await app.database.pool.query("update file_versions set status = 'READY', pages = '[{}]' where room_id = $1", [other.roomId])
    await run(other, lockedId)
    expect(await stateOf(other)).toEqual(['FAILED'])
    expect(await findings(other.operator, 'locked words')).toMatchObject({ payload: [], indexing: 0 })
  })

  it('ends where the document does, also where it was inspected as longer', async () => {
    const room = await app.room()
    const itemId = await room.operator.put('shrunk.pdf', makePdf(2, 'shrunk words'))
    await allRead(app, room.roomId)
    await app.database.pool.query('update file_versions set pages = pages || pages where room_id = $1', [room.roomId])
    await forget(room)
    await run(room, itemId)
    expect(await stateOf(room)).toEqual(['READ'])
    expect(await foundIn(room.operator, 'shrunk words')).toEqual({ 'shrunk.pdf': [1, 2] })
  })

  it('is read as far as there is room for it in the index', async () => {
    const room = await app.room()
    const itemId = await room.operator.put('huge.pdf', makePdf(150, 'huge words'))
    await allRead(app, room.roomId)
    const { rows } = await app.database.pool.query('select characters from content_texts where room_id = $1', [room.roomId])
    expect(rows[0].characters).toBeGreaterThan(150 * 'huge words'.length)
    await forget(room, 65)
    await app.database.pool.query('update content_texts set characters = 4999999 where room_id = $1', [room.roomId])
    await run(room, itemId)
    expect((await blocksOf(room)).map(({ first }) => first)).toEqual([1, 65])
    expect(await foundIn(room.operator, 'words page 128')).toEqual({ 'huge.pdf': [128] })
    expect(await findings(room.operator, 'words page 140')).toMatchObject({ payload: [], indexing: 0 })
    expect(await stateOf(room)).toEqual(['READ'])
  })

  it('that was destroyed while it was read leaves nothing', async () => {
    const room = await app.room()
    const itemId = await room.operator.put('gone.pdf', makePdf(1, 'gone words'))
    await allRead(app, room.roomId)
    await forget(room)
    await app.database.pool.query('delete from content_texts where room_id = $1', [room.roomId])
    await run(room, itemId)
    expect(await blocksOf(room)).toEqual([])
  })

  it('cannot be searched without the key of the room', async () => {
    const room = await app.room()
    await room.operator.put('shredded.pdf', makePdf(1, 'shredded words'))
    await allRead(app, room.roomId)
    const { rows } = await app.database.pool.query('select vault from rooms where id = $1', [room.roomId])
    const keys = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
    await keys.destroyShredKey(rows[0].vault, Buffer.from('{}'))
    const elsewhere = new WireClient(await app.node())
    elsewhere.session = room.operator.me
    const answer = await elsewhere.call('POST', '/room/api/file/search', { body: { keword: 'shredded words', roomId: room.roomId } })
    expect(answer).toMatchObject({ http: 500, json: { status: 'EXCEPTION', code: 'INTERNAL' } })
    expect(answer.text).not.toContain('shredded')
  })
})
