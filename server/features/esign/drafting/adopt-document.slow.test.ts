import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeHwp } from '../../../test/fixtures/make-hwp.ts'
import { makeLockedPdf } from '../../../test/fixtures/make-locked-pdf.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { stampPng } from '../../../test/fixtures/stamp-png.ts'
import { expectNothingChanged, holdings } from '../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { compose, given } from '../../../test/scenarios/composing.ts'
import { sourceOf, taken } from '../../../test/scenarios/esign/pdf-forms.ts'

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
})
afterAll(() => app.close())

describe('a document of the room that is to be signed', () => {
  const adopt = (client: WireClient, fileId: number, more: object = {}) =>
    compose(client, 'adopt', { fileId, roomId: client.me.roomId, ...more })

  it('is copied, and stays as it is', async () => {
    const bytes = makePdf(3)
    const fileId = await room.operator.put('원본.pdf', bytes)
    const before = await holdings(app, room.roomId)
    const draft = await taken(room, await adopt(room.operator, fileId))
    expect(draft).toMatchObject({ name: '원본.pdf', pageCount: 3, status: 'DRAFT' })
    expect(await sourceOf(room.operator, draft.templateId)).toEqual(Buffer.from(bytes))
    expect(await holdings(app, room.roomId)).toEqual({
      ...before,
      blobs: before.blobs + 1,
      used: before.used + bytes.length,
    })
    const { rows } = await app.database.pool.query(
      'select kind from activity_entries where item_id = $1 order by id',
      [fileId],
    )
    expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual([
      'document.uploaded',
      'compose.uploaded',
      'compose.downloaded',
    ])
    await room.operator.deleteItem(fileId)
    expect(await sourceOf(room.operator, draft.templateId)).toEqual(Buffer.from(bytes))
    expect(await adopt(room.operator, fileId)).toMatchObject({ http: 404 })
  })

  it('is not taken by who may not download it, which is on record', async () => {
    const own = await app.room()
    const fileId = await own.operator.put('비밀.pdf', makePdf(1))
    const may = (value: boolean) =>
      app.database.pool.query('update members set can_download = $2 where id = $1', [
        own.operator.me.id,
        value,
      ])
    await may(false)
    const before = await holdings(app, own.roomId)
    expect(await adopt(own.operator, fileId)).toMatchObject({
      http: 403,
      json: { code: 'DOWNLOAD_DENIED' },
    })
    expect(await holdings(app, own.roomId)).toEqual({ ...before, entries: before.entries + 1 })
    const { rows } = await app.database.pool.query(
      'select kind from activity_entries where item_id = $1 order by id desc limit 1',
      [fileId],
    )
    expect(rows).toEqual([{ kind: 'document.download-refused' }])
    await may(true)
    const { templateId } = given<{ templateId: number }>(await adopt(own.operator, fileId))
    await may(false)
    const source = await expectOneEntry(own.roomId, () =>
      own.operator.fetch('GET', `/esign/api/compose/source/${templateId}`),
    )
    expect({ http: source.status, code: (await source.json()).error.code }).toEqual({
      http: 403,
      code: 'DOWNLOAD_DENIED',
    })
  })

  async function expectOneEntry<T>(roomId: number, call: () => Promise<T>): Promise<T> {
    const kinds = async (): Promise<string[]> => app.logged(roomId)
    const before = await kinds()
    const answer = await call()
    expect((await kinds()).slice(before.length)).toEqual(['document.download-refused'])
    return answer
  }

  it('is not read for a room that is full', async () => {
    const own = await app.room()
    const fileId = await own.operator.put('잠김.pdf', await makeLockedPdf('geheim', { pages: 200 }))
    await app.database.pool.query('update rooms set storage_limit = storage_used where id = $1', [
      own.roomId,
    ])
    const full = await expectNothingChanged(app, own.roomId, () => adopt(own.operator, fileId))
    expect(full.json.code).toBe('NO_SPACE')
    await app.database.pool.query(
      'update rooms set storage_limit = storage_used + 1000000 where id = $1',
      [own.roomId],
    )
    expect((await adopt(own.operator, fileId)).json.code).toBe('PASSWORD_NEEDED')
  })

  it('asks for its password', async () => {
    const fileId = await room.operator.put('잠김.pdf', await makeLockedPdf('geheim'))
    expect((await adopt(room.operator, fileId)).json.code).toBe('PASSWORD_NEEDED')
    expect((await adopt(room.operator, fileId, { password: 'x' })).json.code).toBe('PDF_PASSWORD')
    expect((await app.logged(room.roomId)).at(-1)).toBe('document.password-refused')
    expect(
      (await taken(room, await adopt(room.operator, fileId, { password: 'geheim' }))).pageCount,
    ).toBe(1)
  })

  it('is taken as the PDF that was made of it, once there is one', async () => {
    const fileId = await room.operator.put('계약서.v2.hwp', makeHwp('한글 계약서'))
    const status = async () =>
      (
        await app.database.pool.query('select status from file_versions where item_id = $1', [
          fileId,
        ])
      ).rows[0]?.status
    await expect.poll(status, { timeout: 60_000 }).toBe('READY')
    const draft = await taken(room, await adopt(room.operator, fileId))
    expect(draft).toMatchObject({ name: '계약서.v2.pdf', pageCount: 1, wasSigned: false })
    expect((await sourceOf(room.operator, draft.templateId)).subarray(0, 5).toString()).toBe(
      '%PDF-',
    )
    for (const [become, code] of [
      ['WORKING', 'PREVIEW_PENDING'],
      ['BROKEN', 'DOCUMENT_BROKEN'],
      ['LOCKED', 'DOCUMENT_LOCKED'],
    ]) {
      await app.database.pool.query('update file_versions set status = $2 where item_id = $1', [
        fileId,
        become,
      ])
      const answer = await expectNothingChanged(app, room.roomId, () =>
        adopt(room.operator, fileId),
      )
      expect({ become, http: answer.http, code: answer.json.code }).toEqual({
        become,
        http: 422,
        code,
      })
    }
  })

  it('is taken in the version that is the newest', async () => {
    const [first, second] = [makePdf(1), makePdf(2)]
    const fileId = await room.operator.put('판본.pdf', first)
    await room.operator.upload([['판본.pdf', second]], 0, 'replace')
    expect((await taken(room, await adopt(room.operator, fileId))).pageCount).toBe(2)
  })

  it('is none that is an image, is of another room or is not there', async () => {
    const other = await app.room()
    const foreign = await other.operator.put('남의 것.pdf', makePdf(1))
    const folder = await room.operator.newFolder('폴더')
    const image = await room.operator.put('도장.png', await stampPng())
    const refused = await expectNothingChanged(app, room.roomId, () => adopt(room.operator, image))
    expect(refused).toMatchObject({ http: 415, json: { code: 'TYPE_REFUSED' } })
    for (const fileId of [foreign, folder, 999_999])
      expect(await adopt(room.operator, fileId)).toMatchObject({ http: 404 })
    expect(
      await compose(room.operator, 'adopt', { fileId: foreign, roomId: other.roomId }),
    ).toMatchObject({ http: 404 })
    expect(
      (
        await other.operator.call('GET', '/esign/api/compose/documents', {
          query: { roomId: other.roomId },
        })
      ).json.payload,
    ).toEqual([])
  })
})
