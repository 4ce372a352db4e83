import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListedTemplate } from '../../../contract/features/compose.ts'
import type { Participant, Template } from '../../../contract/features/composed.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { holdings } from '../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../test/harness/wire-client.ts'
import { boxOf, compose, draftOf, getTemplate, given, uploadPdf } from '../../test/scenarios/composing.ts'

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
})
afterAll(() => app.close())

const OUT_OF_DRAFT = ['SENT', 'SEALING', 'COMPLETED', 'DECLINED', 'EXPIRED', 'FAILED', 'CANCELLED'] as const
const refusal = ({ http, json }: WireAnswer) => ({ http, code: json.code })

const become = (templateId: number, status: string): Promise<unknown> =>
  app.database.pool.query('update templates set status = $2 where id = $1', [templateId, status])

const addDocInfo = (templateId: number, person: object, type = 'SIGNER'): Promise<WireAnswer> =>
  compose(room.operator, 'addDocInfo', { templateId, type, participants: [person] })

const shown = async (templateId: number): Promise<Template> => given<Template>(await getTemplate(room.operator, templateId))

const list = (client: WireClient, query: Readonly<Record<string, string | number>> = {}): Promise<WireAnswer> =>
  client.call('GET', '/esign/api/compose/documents', { query: { roomId: client.me.roomId, ...query } })

const ids = ({ json }: WireAnswer): number[] => (json.payload as ListedTemplate[]).map(({ templateId }) => templateId)

async function completed(options: Parameters<typeof draftOf>[1] = {}): Promise<Template & { readonly result: Uint8Array }> {
  const result = makePdf(2, 'SEALED')
  const [draft, sealed] = [await draftOf(room, options), await draftOf(room, { pdf: result })]
  const sourceOf = '(select source_id from templates where id = $2)'
  await app.database.pool.query(`update templates set status = 'COMPLETED', result_id = ${sourceOf} where id = $1`, [
    draft.templateId,
    sealed.templateId,
  ])
  given(await compose(room.operator, 'remove', { templateId: sealed.templateId }))
  return { ...(await shown(draft.templateId)), result }
}

describe('the people of a draft', () => {
  it('are named once for each address, in any case, and changed by naming them again', async () => {
    const { templateId } = await draftOf(room)
    const first = given<Participant>(await addDocInfo(templateId, { id: 77, name: ' 홍길동 ', email: 'Hong@Example.com', order: 2 }))
    expect(first).toMatchObject({ name: '홍길동', email: 'Hong@example.com', type: 'SIGNER', order: 2, status: 'WAITING' })
    expect(first).toMatchObject({ invitedAt: null, expiresAt: null, openedAt: null, doneAt: null, reason: null, mailFailed: false })
    const again = given<Participant>(await addDocInfo(templateId, { name: '홍 길동', email: 'hong@example.COM' }, 'APPROVER'))
    expect(again).toMatchObject({ id: first.id, name: '홍 길동', type: 'APPROVER', order: 2 })
    const moved = given<Participant>(await addDocInfo(templateId, { id: first.id, name: '홍길동', email: 'new@example.com' }, 'CC'))
    expect(moved).toMatchObject({ id: first.id, email: 'new@example.com', type: 'CC' })
    const other = given<Participant>(await addDocInfo(templateId, { name: '김', email: 'kim@example.com' }))
    expect(refusal(await addDocInfo(templateId, { id: other.id, name: '김', email: 'NEW@example.com' }))).toEqual({
      http: 200,
      code: 'EMAIL_DUPLICATE',
    })
    expect((await shown(templateId)).participants.map(({ id }) => id)).toEqual([first.id, other.id])
  })

  it.each([
    [{ name: '', email: 'a@example.com' }, 400, 'BAD_REQUEST'],
    [{ name: 'a', email: 'nobody' }, 400, 'EMAIL_FORMAT'],
    [{ name: 'a', email: 'a@b.com, c@d.com' }, 400, 'EMAIL_FORMAT'],
    [{ name: 'a', email: '"a" <a@example.com>' }, 400, 'EMAIL_FORMAT'],
    [{ name: 'a\nBcc: x', email: 'a@example.com' }, 400, 'BAD_REQUEST'],
    [{ name: 'a', email: 'a@example.com', order: 0 }, 400, 'BAD_REQUEST'],
    [{ name: 'a', email: 'a@example.com', status: 'DONE' }, 400, 'BAD_REQUEST'],
  ])('are not %j', async (person, http, code) => {
    const { templateId } = await draftOf(room)
    expect(refusal(await addDocInfo(templateId, person))).toEqual({ http, code })
    expect((await shown(templateId)).participants).toEqual([])
  })

  it('are reported as not reached while the newest mail to them has failed', async () => {
    const people = [
      { name: '가', email: 'a@example.com' },
      { name: '나', email: 'b@example.com' },
    ]
    const { templateId, participants } = await draftOf(room, { people })
    const mail = (participantId: number | undefined, status: string) =>
      app.database.pool.query(`insert into mails (room_id, kind, status, participant_id, created_at) values ($1, 'test', $2, $3, now())`, [
        room.roomId,
        status,
        participantId,
      ])
    const unreached = async () => (await shown(templateId)).participants.map(({ mailFailed }) => mailFailed)
    await mail(participants[0]?.id, 'failed')
    await mail(participants[1]?.id, 'sent')
    expect(await unreached()).toEqual([true, false])
    await mail(participants[0]?.id, 'sent')
    await mail(participants[1]?.id, 'failed')
    expect(await unreached()).toEqual([false, true])
  })

  it('are no more than a hundred', async () => {
    const { templateId } = await draftOf(room)
    await app.database.pool.query(
      `insert into template_participants (room_id, template_id, name, email, type)
       select $1, $2, 'n', n || '@example.com', 'SIGNER' from generate_series(1, 100) n`,
      [room.roomId, templateId],
    )
    expect(refusal(await addDocInfo(templateId, { name: 'a', email: 'a@example.com' }))).toEqual({ http: 200, code: 'PARTICIPANT_LIMIT' })
    expect((await addDocInfo(templateId, { name: 'a', email: '7@example.com' })).http).toBe(200)
  })

  it('leave their boxes behind as nobody’s, which another window notices', async () => {
    const people = [
      { name: '가', email: 'a@example.com' },
      { name: '나', email: 'b@example.com' },
    ]
    const boxes = [boxOf({ id: 'a', participant: 'a@example.com' }), boxOf({ id: 'b', participant: 'b@example.com' })]
    const draft = await draftOf(room, { people, boxes })
    const [first, second] = draft.participants
    const { templateId } = draft
    expect(refusal(await compose(room.operator, 'removeDocInfo', { templateId, participant: 999_999 }))).toEqual({
      http: 404,
      code: 'NOT_FOUND',
    })
    const left = given<Template>(await compose(room.operator, 'removeDocInfo', { templateId, participant: first?.id }))
    expect(left.boxes.map(({ participant }) => participant)).toEqual([null, second?.id])
    expect(left.revision).toBe(draft.revision + 1)
    await addDocInfo(templateId, { name: '나', email: 'b@example.com' }, 'CC')
    expect(await shown(templateId)).toMatchObject({ revision: draft.revision + 2, boxes: [{ participant: null }, { participant: null }] })
    const ofCc = { templateId, boxes: [boxOf({ participant: 'b@example.com' })] }
    expect(refusal(await compose(room.operator, 'updateUpload', ofCc))).toEqual({ http: 400, code: 'BAD_REQUEST' })
    expect(refusal(await compose(room.operator, 'updateUpload', { templateId, notice: 'x', revision: left.revision }))).toEqual({
      http: 409,
      code: 'COMPOSE_CHANGED',
    })
  })
})

describe('a document that is no draft any more', () => {
  it.each(OUT_OF_DRAFT)('is changed by nothing while it is %s', async (status) => {
    const draft = await draftOf(room, { people: [{ name: '가', email: 'a@example.com' }], boxes: [boxOf()] })
    const { templateId } = draft
    await become(templateId, status)
    const participant = draft.participants[0]?.id
    for (const answer of [
      await compose(room.operator, 'updateUpload', { templateId, boxes: [] }),
      await addDocInfo(templateId, { name: '나', email: 'b@example.com' }),
      await compose(room.operator, 'removeDocInfo', { templateId, participant }),
    ])
      expect(refusal(answer)).toEqual({ http: 409, code: 'COMPOSE_NOT_DRAFT' })
    expect(await shown(templateId)).toEqual({ ...draft, status })
  })
})

describe('the documents of a room', () => {
  it('are listed the newest first, page by page, and those of no other room', async () => {
    const own = await app.room()
    const made: number[] = []
    for (let count = 0; count < 5; count += 1) made.unshift((await draftOf(own, { name: `${count}.pdf` })).templateId)
    expect(ids(await list(own.operator))).toEqual(made)
    const pages: number[][] = []
    let cursor: string | undefined
    do {
      const page = await list(own.operator, { limit: 2, ...(cursor === undefined ? {} : { cursor }) })
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
    const alike = { notice: '안내', signValid: 9, sourceSha256: draft.sourceSha256, originName: draft.originName, status: 'DRAFT' }
    expect(bare).toMatchObject({ ...alike, name: '계약서 (2).pdf', participants: [], boxes: [{ ...draft.boxes[0], participant: null }] })
    const whole = given<Template>(await compose(room.operator, 'copy', { templateId, name: '이름', participants: true }))
    const newIds = whole.participants.map(({ id }) => id)
    expect(whole).toMatchObject({ ...alike, name: '이름', boxes: [{ ...draft.boxes[0], participant: newIds[0] }] })
    expect(whole.participants).toEqual(draft.participants.map((person, index) => ({ ...person, id: newIds[index] })))
    expect(newIds).not.toEqual(expect.arrayContaining(draft.participants.map(({ id }) => id)))
    expect(await holdings(app, room.roomId)).toEqual(before)
    expect(refusal(await compose(room.operator, 'copy', { templateId, name: 'a/b' }))).toEqual({ http: 400, code: 'NAME_UNUSABLE' })
  })
})

describe('removing a document', () => {
  it.each(['SENT', 'SEALING'])('is refused while it is %s', async (status) => {
    const { templateId } = await draftOf(room)
    await become(templateId, status)
    expect(refusal(await compose(room.operator, 'remove', { templateId }))).toEqual({ http: 409, code: 'COMPOSE_OUT' })
    expect((await shown(templateId)).status).toBe(status)
  })

  it('gives its storage back and its blob to the sweep, once no copy has the same PDF', async () => {
    const own = await app.room()
    const { templateId } = await draftOf(own, { boxes: [boxOf()] })
    const copy = given<Template>(await compose(own.operator, 'copy', { templateId }))
    const used = (await holdings(app, own.roomId)).used
    expect(used).toBeGreaterThan(0)
    given(await compose(own.operator, 'remove', { templateId }))
    expect((await getTemplate(own.operator, templateId)).http).toBe(404)
    expect(refusal(await compose(own.operator, 'remove', { templateId }))).toEqual({ http: 404, code: 'NOT_FOUND' })
    await app.program.sweep()
    expect((await own.operator.fetch('GET', `/esign/api/compose/source/${copy.templateId}`)).status).toBe(200)
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
    expect(refusal(await compose(room.operator, 'remove', { templateId }))).toEqual({ http: 409, code: 'COMPOSE_CONFIRM' })
    expect((await shown(templateId)).status).toBe('FAILED')
    given(await compose(room.operator, 'remove', { templateId, confirm: name }))
    expect((await getTemplate(room.operator, templateId)).http).toBe(404)
  })

  it('of one that is completed asks for its name', async () => {
    const { templateId, name } = await completed({ name: '본계약.pdf', pdf: makePdf(1) })
    for (const confirm of [undefined, '', '본계약', 'other'])
      expect(refusal(await compose(room.operator, 'remove', { templateId, confirm }))).toEqual({ http: 409, code: 'COMPOSE_CONFIRM' })
    const before = await holdings(app, room.roomId)
    given(await compose(room.operator, 'remove', { templateId, confirm: name }))
    await app.program.sweep()
    const after = await holdings(app, room.roomId)
    expect(after.used).toBe(before.used - makePdf(1).length - makePdf(2, 'SEALED').length)
  })
})

describe('the sealed document', () => {
  it('is stored in a folder of the room, next to a file of its name', async () => {
    const { templateId, result } = await completed({ name: '본계약.pdf' })
    const parent = await room.operator.newFolder('서명본')
    const before = await holdings(app, room.roomId)
    const first = given<{ id: number; name: string }>(await compose(room.operator, 'keep', { templateId, parent }))
    const second = given<{ id: number; name: string }>(await compose(room.operator, 'keep', { templateId, parent }))
    expect([first.name, second.name]).toEqual(['본계약 (서명 완료).pdf', '본계약 (서명 완료) (2).pdf'])
    expect((await room.operator.items(parent)).map(({ id, size }) => ({ id, size }))).toEqual(
      expect.arrayContaining([first, second].map(({ id }) => ({ id, size: result.length }))),
    )
    expect(await holdings(app, room.roomId)).toMatchObject({ used: before.used + 2 * result.length, items: before.items + 2 })
    expect((await app.logged(room.roomId)).filter((kind) => kind === 'compose.kept')).toHaveLength(2)
    expect(refusal(await compose(room.operator, 'keep', { templateId, parent: 999_999 }))).toEqual({ http: 404, code: 'NOT_FOUND' })
    const draft = await draftOf(room)
    const early = await compose(room.operator, 'keep', { templateId: draft.templateId, parent })
    expect(refusal(early)).toEqual({ http: 409, code: 'COMPOSE_NOT_SEALED' })
    expect((await room.operator.fetch('GET', `/esign/api/compose/result/${draft.templateId}`)).status).toBe(404)
  })

  it('is not put there under a name that no document can have, nor read for a room that is full', async () => {
    const { templateId } = await completed({ name: '본계약.pdf' })
    await app.database.pool.query(`update templates set name = 'a/b' where id = $1`, [templateId])
    const before = await holdings(app, room.roomId)
    expect(refusal(await compose(room.operator, 'keep', { templateId, parent: 0 }))).toEqual({ http: 400, code: 'NAME_UNUSABLE' })
    await app.database.pool.query(`update templates set name = 'b' where id = $1`, [templateId])
    await app.database.pool.query('update compose_files set size = 100000 where id = (select result_id from templates where id = $1)', [
      templateId,
    ])
    await app.database.pool.query('update rooms set storage_limit = storage_used where id = $1', [room.roomId])
    expect((await compose(room.operator, 'keep', { templateId, parent: 999_999 })).json.code).toBe('NO_SPACE')
    await app.database.pool.query('update rooms set storage_limit = 1000000000 where id = $1', [room.roomId])
    expect(await holdings(app, room.roomId)).toEqual(before)
  })

  it('is fetched whole and in ranges, each on record, ranges of ten minutes once', async () => {
    const { templateId, result, resultPath, resultSha256, sourceSha256 } = await completed()
    expect(resultPath).toBe(`/esign/api/compose/result/${templateId}`)
    expect(resultSha256).not.toBe(sourceSha256)
    const notes = async () => (await app.logged(room.roomId)).filter((kind) => kind === 'compose.downloaded').length
    const before = await notes()
    const path = `/esign/api/compose/result/${templateId}`
    const part = (range: string) => room.operator.fetch('GET', path, { headers: { range } })
    for (let round = 0; round < 3; round += 1) {
      const answer = await part('bytes=10-19')
      expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes 10-19/${result.length}`])
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(result.subarray(10, 20)))
    }
    expect(await notes()).toBe(before + 1)
    const whole = await room.operator.fetch('GET', path)
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      expect.stringContaining('no-store'),
    ])
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(Buffer.from(result))
    expect(await notes()).toBe(before + 2)
    app.clock.advance(600_001)
    await part('bytes=0-')
    expect(await notes()).toBe(before + 3)
    expect((await part(`bytes=${result.length}-`)).status).toBe(416)
  })

  it('is on record as viewed where it is drawn on the page, once in ten minutes, and as downloaded only where it is taken', async () => {
    const { templateId, result } = await completed()
    const notes = async () => (await app.logged(room.roomId)).filter((kind) => /^compose\.(viewed|downloaded)$/.test(kind))
    const before = await notes()
    const fetchAs = async (which: string, purpose: string) => {
      const answer = await room.operator.fetch('GET', `/esign/api/compose/${which}/${templateId}?purpose=${purpose}`)
      return Buffer.from(await answer.arrayBuffer())
    }
    for (let round = 0; round < 2; round += 1) expect((await fetchAs('result', 'view')).equals(Buffer.from(result))).toBe(true)
    expect(await notes()).toEqual([...before, 'compose.viewed'])
    await fetchAs('source', 'view')
    expect(await notes()).toEqual([...before, 'compose.viewed', 'compose.viewed'])
    for (let round = 0; round < 2; round += 1) expect((await fetchAs('result', 'download')).equals(Buffer.from(result))).toBe(true)
    expect((await notes()).slice(before.length)).toEqual(['compose.viewed', 'compose.viewed', 'compose.downloaded', 'compose.downloaded'])
    app.clock.advance(600_001)
    await fetchAs('result', 'view')
    expect((await notes()).slice(before.length + 4)).toEqual(['compose.viewed'])
  })
})

describe('what is noted of changes', () => {
  it('is one entry in an hour for each document', async () => {
    const own = await app.room()
    const { templateId } = given<Template>(await uploadPdf(own.operator, makePdf(1)))
    const change = (notice: string) => compose(own.operator, 'updateUpload', { templateId, notice })
    const noted = async () => (await app.logged(own.roomId)).filter((kind) => kind === 'compose.changed').length
    await change('1')
    await change('2')
    expect(await noted()).toBe(1)
    await app.database.pool.query(`update templates set edit_noted_at = edit_noted_at - interval '1 hour' where id = $1`, [templateId])
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
      expect({ call, ...refusal(await compose(room.operator, call, { templateId, ...body })) }).toEqual({
        call,
        http: 404,
        code: 'NOT_FOUND',
      })
    expect((await getTemplate(room.operator, templateId)).http).toBe(404)
    expect((await room.operator.fetch('GET', `/esign/api/compose/source/${templateId}`)).status).toBe(404)
    expect(given<Template>(await getTemplate(other.operator, templateId))).toEqual(draft)
    const own = await draftOf(room)
    const foreign = { templateId: own.templateId, boxes: [boxOf({ participant: participant ?? 0 })] }
    expect((await compose(room.operator, 'updateUpload', foreign)).http).toBe(404)
  })
})
