import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { filesBelow } from '../../test/harness/holdings.ts'
import { runJob } from '../../test/harness/run-job.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import {
  archivesOf,
  archiveUrl,
  byCode,
  furnish,
  order,
  prepared,
  ticketFor,
} from '../../test/scenarios/archives.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false })
})
afterAll(() => app.close())

describe('who orders an archive of the room', () => {
  it('has to be an operator whose operator area is open, with the right code entered afresh', async () => {
    const room = await app.room()
    const person = await app.participant(room)
    const notElevated = app.stranger()
    await notElevated.join(room.pin)
    await notElevated.agree()
    const refusals = [
      [person.client, { scope: 'room', code: room.code }, 'NOT_OPERATOR'],
      [notElevated, { scope: 'room', code: room.code }, 'NOT_RAISED'],
      [room.operator, { scope: 'room' }, 'CODE_DIFFERS'],
      [room.operator, { scope: 'room', code: 'AB-CDEFG-HJ' }, 'CODE_DIFFERS'],
      [room.operator, { scope: 'all' }, 'BAD_REQUEST'],
      [room.operator, { protection: { kind: 'passphrase', passphrase: 'short' } }, 'BAD_REQUEST'],
      [
        room.operator,
        {
          protection: {
            kind: 'age',
            recipient: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8q',
          },
        },
        'BAD_REQUEST',
      ],
    ] as const
    for (const [client, fields, code] of refusals)
      expect((await order(client, fields)).json).toMatchObject({ status: 'EXCEPTION', code })
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'session.code-refused'),
    ).toHaveLength(2)
    expect(await archivesOf(room.operator)).toEqual([])
    const { id } = await prepared(room.operator, byCode(room))
    expect(await archivesOf(notElevated)).toEqual([])
    expect((await ticketFor(notElevated, id)).json.code).toBe('NOT_RAISED')
    expect((await ticketFor(person.client, id)).json.code).toBe('NOT_FOUND')
  })

  it('is stopped after five wrong codes, also with the right one', async () => {
    const room = await app.room()
    for (let tries = 0; tries < 5; tries += 1)
      await order(room.operator, { scope: 'room', code: 'AB-CDEFG-HJ' })
    expect((await order(room.operator, byCode(room))).http).toBe(429)
    await app.forgetFailures()
  })

  it('may have five of them at a time, and a person three of their own', async () => {
    const room = await app.room()
    for (let count = 0; count < LIMITS.ownArchivesAtOnce; count += 1) await prepared(room.operator)
    expect((await order(room.operator)).json.code).toBe('TOO_MANY_ARCHIVES')
    for (let count = 0; count < LIMITS.archivesAtOnce; count += 1)
      await prepared(room.operator, byCode(room))
    expect((await order(room.operator, byCode(room))).json.code).toBe('TOO_MANY_ARCHIVES')

    const page = async (query: object) =>
      (
        await room.operator.call('GET', `/room/api/archive/list/${room.roomId}`, {
          query: { ...query },
        })
      ).json as {
        payload: { id: number }[]
        nextCursor?: string
      }
    const all = (await page({})).payload.map(({ id }) => id)
    const first = await page({ limit: 5 })
    const rest = await page({ limit: 5, cursor: first.nextCursor })
    expect([...first.payload, ...rest.payload].map(({ id }) => id)).toEqual(all)
    expect([all.length, rest.nextCursor]).toEqual([
      LIMITS.ownArchivesAtOnce + LIMITS.archivesAtOnce,
      undefined,
    ])
  })
})

describe('an archive of a room of which a document is damaged', () => {
  it('is given up in the end, with the reason and without what was made for it', async () => {
    const room = await app.room()
    await room.operator.put('문서.pdf', makePdf(1))
    const { rows } = await app.database.pool.query(
      'select blob_id from file_segments where room_id = $1',
      [room.roomId],
    )
    const file =
      (await filesBelow(path.join(app.dataDir, 'blobs'))).find(
        (each) => path.basename(each) === rows[0].blob_id,
      ) ?? ''
    await fs.writeFile(file, Buffer.alloc((await fs.stat(file)).size))
    const { id } = (await order(room.operator, byCode(room))).json.payload as { id: number }
    await eventually(
      async () =>
        expect(await archivesOf(room.operator)).toMatchObject([
          { total: expect.toSatisfy((n) => n > 0) },
        ]),
      30_000,
    )
    const preparing = (await app.handlersOf({})).find(({ name }) => name === 'archive.prepare')
    const context = { signal: new AbortController().signal, attempt: 6, lastAttempt: true }
    await preparing?.run({ archiveId: id, roomId: room.roomId }, context)
    expect(await archivesOf(room.operator)).toMatchObject([
      { id, state: 'FAILED', reason: 'BROKEN', unreadable: 'documents/문서.pdf' },
    ])
    expect((await ticketFor(room.operator, id)).json.code).toBe('NOT_FOUND')
    expect(
      (await app.database.pool.query('select 1 from archive_entries where archive_id = $1', [id]))
        .rows,
    ).toEqual([])
  })
})

describe('an archive past its time', () => {
  it('is gone with its keys and bytes, and what belongs to documents stays', async () => {
    const furnished = await furnish(app)
    const ofDocuments = await app.database.pool.query(
      'select blob_id from file_segments where room_id = $1',
      [furnished.roomId],
    )
    const { id } = await prepared(furnished.operator, byCode(furnished))
    const url = await archiveUrl(furnished.operator, id)
    const made = await app.database.pool.query(
      'select blob_id from archive_entries where archive_id = $1 and blob_id is not null',
      [id],
    )
    expect(made.rows.length).toBeGreaterThan(10)
    app.clock.advance(LIMITS.archiveMs + 1_000)
    await runJob(app, 'archive.tidy')
    await runJob(app, 'documents.sweep')
    const { rows } = await app.database.pool.query(
      'select 1 from archive_entries where archive_id = $1',
      [id],
    )
    expect(rows).toEqual([])
    expect((await app.stranger().fetch('GET', url)).status).not.toBe(200)
    const left = new Set(
      (await filesBelow(path.join(app.dataDir, 'blobs'))).map((file) => path.basename(file)),
    )
    expect(made.rows.filter((row) => left.has(row.blob_id))).toEqual([])
    expect(ofDocuments.rows.every((row) => left.has(row.blob_id))).toBe(true)
  })
})
