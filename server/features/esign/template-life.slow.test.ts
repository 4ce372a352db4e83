import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListedTemplate } from '../../../contract/features/compose.ts'
import type { Template } from '../../../contract/features/composed.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { holdings } from '../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../test/harness/wire-client.ts'
import {
  boxOf,
  compose,
  draftOf,
  getTemplate,
  given,
  uploadPdf,
} from '../../test/scenarios/composing.ts'
import { addDocInfo, completed, refusal, shown } from '../../test/scenarios/esign/templates.ts'

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
})
afterAll(() => app.close())

const OUT_OF_DRAFT = [
  'SENT',
  'SEALING',
  'COMPLETED',
  'DECLINED',
  'EXPIRED',
  'FAILED',
  'CANCELLED',
] as const

const become = (templateId: number, status: string): Promise<unknown> =>
  app.database.pool.query('update templates set status = $2 where id = $1', [templateId, status])

const list = (
  client: WireClient,
  query: Readonly<Record<string, string | number>> = {},
): Promise<WireAnswer> =>
  client.call('GET', '/esign/api/compose/documents', {
    query: { roomId: client.me.roomId, ...query },
  })

const ids = ({ json }: WireAnswer): number[] =>
  (json.payload as ListedTemplate[]).map(({ templateId }) => templateId)

describe('a document that is no draft any more', () => {
  it.each(OUT_OF_DRAFT)('is changed by nothing while it is %s', async (status) => {
    const draft = await draftOf(room, {
      people: [{ name: '가', email: 'a@example.com' }],
      boxes: [boxOf()],
    })
    const { templateId } = draft
    await become(templateId, status)
    const participant = draft.participants[0]?.id
    for (const answer of [
      await compose(room.operator, 'updateUpload', { templateId, boxes: [] }),
      await addDocInfo(room, templateId, { name: '나', email: 'b@example.com' }),
      await compose(room.operator, 'removeDocInfo', { templateId, participant }),
    ])
      expect(refusal(answer)).toEqual({ http: 409, code: 'COMPOSE_NOT_DRAFT' })
    expect(await shown(room, templateId)).toEqual({ ...draft, status })
  })
})

describe('the documents of a room', () => {
  it('are listed the newest first, page by page, and those of no other room', async () => {
    const own = await app.room()
    const made: number[] = []
    for (let count = 0; count < 5; count += 1)
      made.unshift((await draftOf(own, { name: `${count}.pdf` })).templateId)
    expect(ids(await list(own.operator))).toEqual(made)
    const pages: number[][] = []
    let cursor: string | undefined
    do {
      const page = await list(own.operator, {
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      })
      pages.push(ids(page))
      cursor = page.json.nextCursor
    } while (cursor !== undefined)
    expect(pages).toEqual([made.slice(0, 2), made.slice(2, 4), made.slice(4)])
    expect((await list(own.operator, { cursor: 'bm9uZQ' })).http).toBe(400)
    expect((await list(room.operator, { roomId: own.roomId })).http).toBe(404)
    expect(ids(await list(room.operator))).not.toEqual(expect.arrayContaining(made))
  })
})

describe('a copy of a document', () => {
  it('is a draft with its PDF, boxes and texts, and with its people where they are wanted', async () => {
    const people = [
      { name: '가', email: 'a@example.com', order: 1 },
      { name: '나', email: 'b@example.com', type: 'CC' as const, order: 2 },
    ]
    const draft = await draftOf(room, {
      people,
      boxes: [boxOf({ participant: 'a@example.com' })],
      fields: { notice: '안내', signValid: '9' },
    })
    const { templateId } = draft
    await become(templateId, 'DECLINED')
    const before = await holdings(app, room.roomId)
    const bare = given<Template>(await compose(room.operator, 'copy', { templateId }))
    const alike = {
      notice: '안내',
      signValid: 9,
      sourceSha256: draft.sourceSha256,
      originName: draft.originName,
      status: 'DRAFT',
    }
    expect(bare).toMatchObject({
      ...alike,
      name: '계약서 (2).pdf',
      participants: [],
      boxes: [{ ...draft.boxes[0], participant: null }],
    })
    const whole = given<Template>(
      await compose(room.operator, 'copy', { templateId, name: '이름', participants: true }),
    )
    const newIds = whole.participants.map(({ id }) => id)
    expect(whole).toMatchObject({
      ...alike,
      name: '이름',
      boxes: [{ ...draft.boxes[0], participant: newIds[0] }],
    })
    expect(whole.participants).toEqual(
      draft.participants.map((person, index) => ({ ...person, id: newIds[index] })),
    )
    expect(newIds).not.toEqual(expect.arrayContaining(draft.participants.map(({ id }) => id)))
    expect(await holdings(app, room.roomId)).toEqual(before)
    expect(refusal(await compose(room.operator, 'copy', { templateId, name: 'a/b' }))).toEqual({
      http: 400,
      code: 'NAME_UNUSABLE',
    })
  })
})

describe('removing a document', () => {
  it.each(['SENT', 'SEALING'])('is refused while it is %s', async (status) => {
    const { templateId } = await draftOf(room)
    await become(templateId, status)
    expect(refusal(await compose(room.operator, 'remove', { templateId }))).toEqual({
      http: 409,
      code: 'COMPOSE_OUT',
    })
    expect((await shown(room, templateId)).status).toBe(status)
  })

  it('gives its storage back and its blob to the sweep, once no copy has the same PDF', async () => {
    const own = await app.room()
    const { templateId } = await draftOf(own, { boxes: [boxOf()] })
    const copy = given<Template>(await compose(own.operator, 'copy', { templateId }))
    const used = (await holdings(app, own.roomId)).used
    expect(used).toBeGreaterThan(0)
    given(await compose(own.operator, 'remove', { templateId }))
    expect((await getTemplate(own.operator, templateId)).http).toBe(404)
    expect(refusal(await compose(own.operator, 'remove', { templateId }))).toEqual({
      http: 404,
      code: 'NOT_FOUND',
    })
    await app.program.sweep()
    expect(
      (await own.operator.fetch('GET', `/esign/api/compose/source/${copy.templateId}`)).status,
    ).toBe(200)
    expect((await holdings(app, own.roomId)).used).toBe(used)
    const { blobs } = await holdings(app, own.roomId)
    given(await compose(own.operator, 'remove', { templateId: copy.templateId }))
    await app.program.sweep()
    expect(await holdings(app, own.roomId)).toMatchObject({ used: 0, blobs: blobs - 1 })
    expect((await app.logged(own.roomId)).filter((kind) => kind.startsWith('compose.'))).toEqual([
      'compose.uploaded',
      'compose.changed',
      'compose.copied',
      'compose.removed',
      'compose.downloaded',
      'compose.removed',
    ])
  })

  it('of one that all have signed, and that could not be sealed, asks for its name', async () => {
    const { templateId, name } = await draftOf(room)
    await become(templateId, 'FAILED')
    expect(refusal(await compose(room.operator, 'remove', { templateId }))).toEqual({
      http: 409,
      code: 'COMPOSE_CONFIRM',
    })
    expect((await shown(room, templateId)).status).toBe('FAILED')
    given(await compose(room.operator, 'remove', { templateId, confirm: name }))
    expect((await getTemplate(room.operator, templateId)).http).toBe(404)
  })

  it('of one that is completed asks for its name', async () => {
    const { templateId, name } = await completed(app, room, { name: '본계약.pdf', pdf: makePdf(1) })
    for (const confirm of [undefined, '', '본계약', 'other'])
      expect(refusal(await compose(room.operator, 'remove', { templateId, confirm }))).toEqual({
        http: 409,
        code: 'COMPOSE_CONFIRM',
      })
    const before = await holdings(app, room.roomId)
    given(await compose(room.operator, 'remove', { templateId, confirm: name }))
    await app.program.sweep()
    const after = await holdings(app, room.roomId)
    expect(after.used).toBe(before.used - makePdf(1).length - makePdf(2, 'SEALED').length)
  })
})

describe('what is noted of changes', () => {
  it('is one entry in an hour for each document', async () => {
    const own = await app.room()
    const { templateId } = given<Template>(await uploadPdf(own.operator, makePdf(1)))
    const change = (notice: string) => compose(own.operator, 'updateUpload', { templateId, notice })
    const noted = async () =>
      (await app.logged(own.roomId)).filter((kind) => kind === 'compose.changed').length
    await change('1')
    await change('2')
    expect(await noted()).toBe(1)
    await app.database.pool.query(
      `update templates set edit_noted_at = edit_noted_at - interval '1 hour' where id = $1`,
      [templateId],
    )
    await change('3')
    await change('4')
    expect(await noted()).toBe(2)
  })
})

describe('a document of another room', () => {
  it('is not found by any call', async () => {
    const other = await app.room()
    const draft = await draftOf(other, { people: [{ name: '가', email: 'a@example.com' }] })
    const { templateId } = draft
    const participant = draft.participants[0]?.id
    for (const [call, body] of [
      ['updateUpload', { notice: 'x' }],
      ['addDocInfo', { type: 'CC', participants: [{ name: 'x', email: 'x@example.com' }] }],
      ['removeDocInfo', { participant }],
      ['copy', {}],
      ['remove', {}],
      ['keep', { parent: 0 }],
    ] as const)
      expect({
        call,
        ...refusal(await compose(room.operator, call, { templateId, ...body })),
      }).toEqual({
        call,
        http: 404,
        code: 'NOT_FOUND',
      })
    expect((await getTemplate(room.operator, templateId)).http).toBe(404)
    expect(
      (await room.operator.fetch('GET', `/esign/api/compose/source/${templateId}`)).status,
    ).toBe(404)
    expect(given<Template>(await getTemplate(other.operator, templateId))).toEqual(draft)
    const own = await draftOf(room)
    const foreign = {
      templateId: own.templateId,
      boxes: [boxOf({ participant: participant ?? 0 })],
    }
    expect((await compose(room.operator, 'updateUpload', foreign)).http).toBe(404)
  })
})
