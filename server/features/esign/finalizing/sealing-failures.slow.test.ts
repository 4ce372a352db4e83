import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorText } from '../../../../contract/core/errors.ts'
import { sealables } from '../../../test/fixtures/sealable.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { A4, blobCount, PDF, sealHandler, stored } from '../../../test/scenarios/esign/sealing.ts'
import { messageMails } from '../../../test/scenarios/message-mails.ts'
import {
  PdfError,
  type SealKeys,
  type SealPool,
  SigningError,
} from '../../../workers/esign/index.ts'

let app: TestApp
let room: TestRoom
let documents: Awaited<ReturnType<typeof sealables>>
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
  documents = await sealables(app)
})
afterAll(() => app.close())

describe('a document that cannot be sealed', () => {
  const failed = async (id: number, code: string): Promise<void> => {
    expect(await documents.ended(id)).toMatchObject({
      status: 'FAILED',
      failure: code,
      result_id: null,
    })
    const { rows } = await app.database.pool.query(
      `select kind from template_events where template_id = $1 and kind = 'seal-failed'`,
      [id],
    )
    expect(rows).toHaveLength(1)
  }

  it('because it is not sound fails at once, and its author is informed', async () => {
    const [booked, blobs] = [await stored(app, room), await blobCount(documents)]
    const id = await documents.add(room, {
      pdf: Buffer.from('%PDF-1.7\nnothing'),
      pages: [A4],
      name: 'broken.pdf',
    })
    await failed(id, 'SEAL_PDF')
    const [mail, ...others] = await messageMails(app, 'broken.pdf')
    expect(others).toEqual([])
    expect(mail?.to).toEqual(['operator1@example.com'])
    expect(mail?.text).toContain(errorText('SEAL_PDF', 'ko'))
    expect([await stored(app, room), await blobCount(documents)]).toEqual([booked, blobs + 1])
    expect(await app.logged(room.roomId)).toContain('compose.seal-failed')
  })

  it('because the room is full fails, and is sealed once there is space', async () => {
    const id = await documents.add(room, {
      pdf: PDF,
      pages: [A4],
      name: 'full.pdf',
      isQueued: false,
    })
    const blobs = await blobCount(documents)
    const limit = async (value: string) =>
      app.database.pool.query(`update rooms set storage_limit = ${value} where id = $1`, [
        room.roomId,
      ])
    await limit('storage_used')
    const run = await sealHandler(app)
    await run({ roomId: room.roomId, templateId: id })
    await failed(id, 'SEAL_NO_SPACE')
    expect(await blobCount(documents)).toBe(blobs)
    await limit('10000000000')
    await app.database.pool.query(`update templates set status = 'SEALING' where id = $1`, [id])
    await run({ roomId: room.roomId, templateId: id })
    expect(await documents.ended(id)).toMatchObject({ status: 'COMPLETED', failure: null })
  })

  it.each([
    ['because the time-stamp authority is away', 'TIME_STAMP', 'SEAL_TIME_STAMP', true],
    ['because there is no certificate', 'CERTIFICATE', 'SEAL_CERTIFICATE', false],
    ['because its certificate was revoked', 'REVOKED', 'SEAL_REVOKED', false],
  ] as const)(
    '%s fails, after its last attempt where it may pass',
    async (_, code, failure, mayPass) => {
      const sealKeys: SealKeys = {
        signer: () => Promise.reject(new SigningError(code)),
        describe: () => Promise.reject(new SigningError(code)),
      }
      const id = await documents.add(room, { pdf: PDF, pages: [A4], isQueued: false })
      const key = { roomId: room.roomId, templateId: id }
      const run = await sealHandler(app, { sealKeys })
      if (mayPass) {
        await expect(run(key, false)).rejects.toMatchObject({ code })
        const { rows } = await app.database.pool.query(
          'select status from templates where id = $1',
          [id],
        )
        expect(rows).toEqual([{ status: 'SEALING' }])
      }
      await run(key, true)
      await failed(id, failure)
    },
  )

  it.each(['TIMEOUT', 'CRASHED'] as const)(
    'because it is too much for its process is tried once more, and no further: %s',
    async (code) => {
      const load = () => ({ size: 1, busy: 0, waiting: 0, done: 0, failed: 0, replaced: 0 })
      const seals: SealPool = {
        load,
        seal: () => Promise.reject(new PdfError(code)),
        close: () => Promise.resolve(),
      }
      const id = await documents.add(room, { pdf: PDF, pages: [A4], isQueued: false })
      const key = { roomId: room.roomId, templateId: id }
      const run = await sealHandler(app, { seals })
      await expect(run(key, false, 1)).rejects.toMatchObject({ code })
      const { rows } = await app.database.pool.query('select status from templates where id = $1', [
        id,
      ])
      expect(rows).toEqual([{ status: 'SEALING' }])
      await run(key, false, 2)
      await failed(id, 'SEAL_FAILED')
    },
  )

  it('whose run was cut off by the stop of the server has not failed', async () => {
    const id = await documents.add(room, { pdf: PDF, pages: [A4], isQueued: false })
    const handler = (await app.handlersOf({})).find(({ name }) => name === 'compose.seal')
    const stopped = AbortSignal.abort(new Error('stopped'))
    const key = { roomId: room.roomId, templateId: id }
    await expect(
      handler?.run(key, { signal: stopped, attempt: 5, lastAttempt: true }),
    ).rejects.toThrow('stopped')
    const { rows } = await app.database.pool.query('select status from templates where id = $1', [
      id,
    ])
    expect(rows).toEqual([{ status: 'SEALING' }])
  })
})

describe('the calls of sealing', () => {
  it('seal again what failed and nothing else, for operators of its room alone', async () => {
    const id = await documents.add(room, { pdf: PDF, pages: [A4], isQueued: false })
    const again = (client: WireClient, templateId = id) =>
      client.call('POST', '/esign/api/compose/sealAgain', { body: { templateId } })
    expect(await again(room.operator)).toMatchObject({
      http: 409,
      json: { code: 'SEAL_NOT_FAILED' },
    })
    await app.database.pool.query(
      `update templates set status = 'FAILED', failure = 'SEAL_TIME_STAMP', failed_at = now() where id = $1`,
      [id],
    )
    const { client } = await app.participant(room)
    expect(await again(client)).toMatchObject({ http: 403 })
    const other = await app.room()
    expect(await again(other.operator)).toMatchObject({ http: 404 })
    expect(await again(room.operator)).toMatchObject({
      http: 200,
      json: { payload: { templateId: id, status: 'SEALING', failure: null } },
    })
    expect(await documents.ended(id)).toMatchObject({ status: 'COMPLETED', failure: null })
    expect(await app.logged(room.roomId)).toContain('compose.seal-again')
    expect(await again(room.operator)).toMatchObject({
      http: 409,
      json: { code: 'SEAL_NOT_FAILED' },
    })
  })

  it('return the certificate to everybody, and its key to nobody', async () => {
    const answer = await app.stranger().call('GET', '/esign/api/certificate')
    const text = JSON.stringify(answer.json)
    expect(text).toContain('CN=Sealroom room.test')
    expect(text).toContain('BEGIN CERTIFICATE')
    expect(text).not.toContain('PRIVATE')
    expect(app.log.text()).not.toContain('PRIVATE')
  })
})
