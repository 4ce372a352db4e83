import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../../contract/core/limits.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { appendTo, newUpload } from '../../test/harness/tus.ts'
import { untilLocked } from '../../test/harness/until-locked.ts'
import type { ItemRecord, WireAnswer, WireClient } from '../../test/harness/wire-client.ts'
import { contentOperator } from '../../test/scenarios/content-operator.ts'
import { ending, secondOperator } from '../../test/scenarios/endings.ts'
import { grant, groupsOf } from '../../test/scenarios/groups.ts'
import { itemNamed, roomWithReader, uploadStaged } from '../../test/scenarios/publishing.ts'
import { openEar } from '../../test/servers/open-ear.ts'

const PDF = makePdf(1)
const LONGER = makePdf(3)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function furnished() {
  const shared = await roomWithReader(app)
  const content = await contentOperator(app, shared.room)
  return { ...shared, content: content.client, contentId: content.memberId, person: content }
}

const names = async (client: WireClient, parent = 0): Promise<string[]> =>
  (await client.items(parent)).map(({ name }) => name)

const denied = { http: 403, json: { code: 'RIGHTS_DENIED' } }

const setRole = (
  { operator }: TestRoom,
  roomManagerId: number,
  fields: object,
): Promise<WireAnswer> =>
  operator.call('POST', '/room/api/room/user/role', {
    body: { roomManagerId, roleId: ROLE.operator, ...fields },
  })

async function answerAfter(
  call: () => Promise<WireAnswer>,
  statement: string,
): Promise<WireAnswer> {
  const holder = await app.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(statement)
    const answer = call()
    await untilLocked(app)
    await holder.query('commit')
    return await answer
  } finally {
    holder.release()
  }
}

describe('a content operator', () => {
  it('brings what waits, whatever the upload says, and replaces nothing that readers have', async () => {
    const { room, operator, client, content } = await furnished()
    await operator.put('계약.pdf', PDF)
    for (const staged of ['false', 'true'])
      await uploadStaged(content, `올림 ${staged}.pdf`, PDF, { staged })
    await uploadStaged(content, '계약.pdf', LONGER, { staged: 'false', conflict: 'replace' })
    await content.makeFolder('폴더')
    await content.makeFolders(['경로/안'])
    const upload = await newUpload(content, {
      name: '이어서.pdf',
      size: PDF.length,
      staged: 'false',
    })
    expect((await appendTo(content, upload, 0, PDF)).http).toBe(204)
    expect(await names(client)).toEqual(['계약.pdf'])
    expect(await itemNamed(client, '계약.pdf')).toMatchObject({ size: PDF.length })
    expect(await itemNamed(operator, '계약.pdf')).toMatchObject({ waits: { number: 2 } })
    expect(
      (await content.items()).filter(({ state }) => state === 'published').map(({ name }) => name),
    ).toEqual(['계약.pdf'])
    expect((await content.items())[0]?.permission).toMatchObject({
      edit: true,
      copy: true,
      delete: false,
    })
    for (const call of ['publish', 'unpublish', 'publish/cancel']) {
      const ids = [(await itemNamed(operator, '계약.pdf'))?.id ?? 0]
      expect(
        await content.call('POST', `/room/api/file/${call}`, {
          body: { roomId: room.roomId, ids },
        }),
      ).toMatchObject(denied)
    }
  })

  it('orders documents only where no group gains, and decides about no rights', async () => {
    const { room, operator, client, content } = await furnished()
    const [hidden, open, other] = [
      await operator.newFolder('숨김'),
      await operator.newFolder('공개'),
      await operator.newFolder('다른 곳'),
    ]
    const inside = await operator.put('비밀.pdf', PDF, hidden)
    const seen = await operator.put('보임.pdf', PDF, open)
    await grant(room, {
      groupId: (await groupsOf(room))[0]?.id ?? 0,
      itemId: hidden,
      level: 'none',
    })
    expect(await content.moveItem(inside, open)).toMatchObject(denied)
    for (const rights of ['inherit', 'keep'])
      expect(
        await content.change('PATCH', '/room/api/file/file/update/move', {
          fileId: inside,
          parent: open,
          rights,
        }),
      ).toMatchObject(denied)
    expect(await content.copyItem(inside, '사본.pdf', open)).toMatchObject(denied)
    expect(await names(client, open)).toEqual(['보임.pdf'])
    expect((await content.moveItem(seen, other)).http).toBe(200)
    expect((await content.renameItem(seen, '새 이름.pdf')).http).toBe(200)
    expect(await names(client, other)).toEqual(['새 이름.pdf'])
    expect((await content.copyItem(seen, '사본.pdf', open)).http).toBe(200)
    expect(await names(client, open)).toEqual([])
    expect(await content.deleteItem(seen)).toMatchObject(denied)
  })

  it('withdraws nothing by a move, and puts nothing under rights that end', async () => {
    const { room, operator, client, content } = await furnished()
    const groupId = (await groupsOf(room))[0]?.id ?? 0
    const [until, lasting, closed] = [
      await operator.newFolder('기한'),
      await operator.newFolder('계속'),
      await operator.newFolder('닫힘'),
    ]
    const seen = await operator.put('보임.pdf', PDF, until)
    const end = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    await grant(
      room,
      { groupId, itemId: until, level: 'view', until: end },
      { groupId, itemId: lasting, level: 'view' },
    )
    await grant(room, { groupId, itemId: closed, level: 'none' })
    await content.makeFolder('대기')
    const staged = (await itemNamed(operator, '대기'))?.id ?? 0
    for (const target of [staged, lasting, closed, 0])
      expect(await content.moveItem(seen, target)).toMatchObject(denied)
    expect(await names(client, until)).toEqual(['보임.pdf'])
    const own = await uploadStaged(content, '대기 중.pdf', PDF, {})
    expect(own.http).toBe(200)
    expect(
      (await content.moveItem((await itemNamed(operator, '대기 중.pdf'))?.id ?? 0, lasting)).http,
    ).toBe(200)
    expect(await names(client, lasting)).toEqual([])
  })

  it('adds nothing to what others ordered to be published', async () => {
    const { room, operator, client, content } = await furnished()
    const folder = await operator.newFolder('내일')
    const inside = await operator.put('검토함.pdf', PDF, folder)
    const outside = await operator.put('밖.pdf', PDF)
    await operator.upload([['검토함.pdf', LONGER]], folder, 'replace')
    const call = (path: string, body: object) =>
      operator.call('POST', `/room/api/file/${path}`, { body: { roomId: room.roomId, ...body } })
    expect((await call('unpublish', { ids: [folder] })).http).toBe(200)
    expect(
      (
        await call('publish', {
          ids: [folder],
          at: new Date(app.clock.now().getTime() + 3_600_000).toISOString(),
        })
      ).http,
    ).toBe(200)
    const ordered = { json: { code: 'PUBLICATION_ORDERED' } }
    expect((await content.upload([['덧붙임.pdf', PDF]], folder)).json).toMatchObject(ordered.json)
    expect((await content.upload([['검토함.pdf', PDF]], folder, 'replace')).json).toMatchObject(
      ordered.json,
    )
    expect(await content.moveItem(outside, folder)).toMatchObject(ordered)
    expect(await content.moveItem(inside, 0)).toMatchObject(ordered)
    expect(await content.copyItem(outside, '사본.pdf', folder)).toMatchObject(ordered)
    expect(await content.restoreVersion(inside, 1)).toMatchObject(ordered)
    await operator.deleteItem(folder)
    expect(await content.restoreItem(folder)).toMatchObject(ordered)
    expect(await names(operator)).toEqual(['밖.pdf'])
    expect(await names(client)).toEqual(['밖.pdf'])
    expect((await operator.restoreItem(folder)).http).toBe(200)
    expect(await names(operator, folder)).toEqual(['검토함.pdf'])
  })

  it('restores from the trash and earlier versions so that they wait', async () => {
    const { operator, client, content } = await furnished()
    const id = await operator.put('계약.pdf', PDF)
    await operator.upload([['계약.pdf', LONGER]], 0, 'replace')
    expect((await content.restoreVersion(id, 1)).http).toBe(200)
    expect((await itemNamed(client, '계약.pdf'))?.size).toBe(LONGER.length)
    expect(await itemNamed(operator, '계약.pdf')).toMatchObject({
      waits: { number: 3, size: PDF.length },
    })
    await operator.deleteItem(id)
    expect((await content.restoreItem(id)).http).toBe(200)
    expect(await names(client)).toEqual([])
    expect(await itemNamed(operator, '계약.pdf')).toMatchObject({ state: 'staged' })
  })

  it('sees the own log, and hears of no questions, people or messages to operators', async () => {
    const { room, client, content, person } = await furnished()
    await content.makeFolder('폴더')
    const own = await content.call('GET', '/room/api/room/myActivity/list')
    expect(own.text).toContain('폴더')
    expect(
      await content.call('GET', `/room/api/room/roomActivity/list/${room.roomId}`),
    ).toMatchObject(denied)
    const ear = await openEar(content)
    const before = (await app.mailsTo(person.email)).length
    const topic = await client.call('POST', '/room/api/thread', {
      body: {
        roomId: room.roomId,
        type: 'QUESTION',
        title: '질문',
        text: '내용',
        state: 'SUBMITTED',
      },
    })
    expect(topic.http).toBe(200)
    const form = new FormData()
    form.set(
      'data',
      JSON.stringify({
        title: '문의',
        content: '내용',
        sender: { roleId: 5, roomId: room.roomId, userId: client.me.userId },
      }),
    )
    expect((await client.call('POST', '/room/api/message/sendByUser', { form })).http).toBe(200)
    await room.operator.makeFolder('끝')
    await eventually(() => expect(ear.heard.some(({ type }) => type === 'items')).toBe(true))
    expect(ear.heard.filter(({ type }) => type === 'threads')).toEqual([])
    await eventually(async () =>
      expect(
        (await app.mailsTo(room.operator.me.email)).some(({ subject }) =>
          subject?.includes('문의'),
        ),
      ).toBe(true),
    )
    expect((await app.mailsTo(person.email)).length).toBe(before)
    expect((await content.call('GET', `/room/api/room/info/${room.roomId}`)).json).toMatchObject({
      notices: [],
    })
    ear.hangUp()
  })
})

describe('the scope of an operator', () => {
  it('stands in the list, is changed, and the last full operator stays', async () => {
    const { room, operator, content, contentId, person } = await furnished()
    const scopeOf = async (id: number) =>
      (await operator.members()).find((row) => row.id === id)?.scope
    expect(await scopeOf(contentId)).toBe('content')
    const own = (await operator.members()).find(({ email }) => email === operator.me.email)?.id ?? 0
    expect((await setRole(room, own, { scope: 'content' })).json.code).toBe('LAST_OPERATOR')
    expect((await setRole(room, own, { roleId: ROLE.participant })).json.code).toBe('LAST_OPERATOR')
    expect((await setRole(room, contentId, {})).http).toBe(200)
    expect(await scopeOf(contentId)).toBe('content')
    expect((await setRole(room, contentId, { scope: 'full' })).http).toBe(200)
    expect((await content.call('GET', `/room/api/room/roomManger/list/${room.roomId}`)).http).toBe(
      200,
    )
    await content.elevate(person.code)
    const view = await content.viewAs((await app.participant(room, '남')).memberId)
    expect(view.http).toBe(200)
    expect((await setRole(room, contentId, { scope: 'content' })).http).toBe(200)
    expect(
      await content.call('GET', `/room/api/room/roomManger/list/${room.roomId}`),
    ).toMatchObject(denied)
    expect((await app.logged(room.roomId)).filter((kind) => kind === 'member.role').length).toBe(3)
  })

  it('comes with an invitation, and with a code by mail', async () => {
    const { room, operator } = await roomWithReader(app)
    const email = 'content@invited.example'
    expect((await operator.invite([{ name: '정자료', email, scope: 'content' }])).http).toBe(200)
    const client = app.stranger()
    await client.join(await app.pinMailedTo(email))
    await client.agree()
    await client.elevate(await app.codeMailedTo(email))
    expect((await client.makeFolder('새 폴더')).http).toBe(200)
    expect(((await operator.items()) as ItemRecord[])[0]).toMatchObject({ state: 'staged' })
    const row = (await operator.members()).find((each) => each.email === email)
    expect(row).toMatchObject({
      roleId: ROLE.operator,
      scope: 'content',
      print: true,
      download: true,
    })
    const other = { name: '오', email: 'x@invited.example' }
    const day = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
    for (const fields of [
      { scope: 'half' },
      { scope: 'content', until: day },
      { scope: 'full', from: day },
      { scope: 'content', groupId: 1 },
    ])
      expect((await operator.invite([{ ...other, ...fields }])).http).toBe(400)
    expect((await operator.members()).map((each) => each.email)).not.toContain(other.email)
    expect((await client.call('GET', `/room/api/room/info/${room.roomId}`)).json).toMatchObject({
      scope: 'content',
    })
  })

  it('finishes no change under another role than it began with', async () => {
    const { operator, content, contentId } = await furnished()
    const [folder, id, trashed] = [
      await operator.newFolder('폴더'),
      await operator.put('계약.pdf', PDF),
      await operator.put('지움.pdf', PDF),
    ]
    await operator.deleteItem(trashed)
    const changes = [() => content.moveItem(id, folder), () => content.restoreItem(trashed)]
    for (const [index, change] of changes.entries()) {
      const scope = index % 2 === 0 ? 'full' : 'content'
      expect(
        await answerAfter(
          change,
          `update members set operator_scope = '${scope}' where id = ${contentId}`,
        ),
      ).toMatchObject(denied)
    }
    expect((await names(operator)).sort()).toEqual(['계약.pdf', '폴더'])
    expect(await names(operator, folder)).toEqual([])
    expect((await content.moveItem(id, folder)).http).toBe(200)
  })

  it('counts full operators alone where a second person is needed', async () => {
    const { room, operator } = await furnished()
    app.clock.advance(8 * 86_400_000)
    const fresh = app.stranger()
    await fresh.join(room.pin)
    await fresh.agree()
    await fresh.elevate(room.code)
    const before = await ending.read(fresh)
    await secondOperator(app, { ...room, operator: fresh })
    app.clock.advance(8 * 86_400_000)
    const again = app.stranger()
    await again.join(room.pin)
    await again.agree()
    await again.elevate(room.code)
    expect([before, await ending.read(again)]).toMatchObject([
      { otherOperators: 0 },
      { otherOperators: 1 },
    ])
    expect(operator.me.roomId).toBe(room.roomId)
  })
})
