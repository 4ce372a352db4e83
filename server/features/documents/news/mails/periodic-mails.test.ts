import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePdf } from '../../../../test/fixtures/make-pdf.ts'
import { advanceTo } from '../../../../test/harness/clocks.ts'
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { grant } from '../../../../test/scenarios/groups.ts'
import {
  awayDaily,
  mailedList,
  namesBehind,
  newsMailsTo,
  nextMorning,
} from '../../../../test/scenarios/mail-paces.ts'
import { begin, bring, ofHidden } from '../../../../test/scenarios/news.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Twelve of one folder and another document. */
const MANY = 12
const ARRIVED = MANY + 1

describe('the mail of a day', () => {
  beforeEach(() => advanceTo(app, 12))

  it('names ten documents and counts all of them by folder, without what the reader cannot see', async () => {
    const set = await awayDaily(app)
    const { operator, reader, open, hidden } = set
    await operator.upload(
      Array.from({ length: MANY }, (_, number) => [`많은/${number + 10}.pdf`, PDF] as const),
      open,
    )
    await bring(set)
    await operator.put('비밀.pdf', PDF, hidden)
    await nextMorning(app)
    const [mail = '', ...more] = await newsMailsTo(app, reader.email)
    expect(more).toEqual([])
    expect(mail).toContain(`새 버전이 ${ARRIVED}개 있습니다`)
    expect(mail).toContain(`${ARRIVED} new documents and versions have become available to you`)
    expect(mail).toContain('· 공개 / 온 문서.pdf\n')
    expect(mail).toContain('외 3개 / and 3 more\n')
    expect(mail).toContain('· 공개 / 많은: 12\n· 공개: 1\n')
    expect(mail).toContain('알림 메일을 하루 한 번 받도록 선택하셔서 보낸 메일입니다.')
    for (const secret of ['비밀', '비공개', '아는 문서']) expect(mail).not.toContain(secret)
    await begin(reader)
    expect(await namesBehind(reader.client, mail)).toHaveLength(ARRIVED)
  })

  it('leads one reader to exactly its documents page by page, and nobody else to any', async () => {
    const set = await awayDaily(app)
    const { operator, room, reader, client, group, open } = set
    const first = await bring(set)
    await ofHidden(set, 'view')
    await nextMorning(app)
    const [mail = ''] = await newsMailsTo(app, reader.email)
    await operator.join(room.pin)
    await operator.agree()
    await operator.elevate(room.code)
    await operator.put('뒤에 온 문서.pdf', PDF, open)
    const other = await app.participant(room, '김다른')
    await begin(reader)
    expect(await namesBehind(client, mail)).toEqual(['숨은 문서.pdf', '온 문서.pdf'])
    await client.openDocument(first)
    const list = /list=([\da-f-]+)/.exec(mail)?.[1] ?? ''
    const page = (await mailedList(client, list, { limit: 1 })).json
    expect(page.payload).toMatchObject([{ name: '숨은 문서.pdf' }])
    expect(
      (await mailedList(client, list, { limit: 1, cursor: page.nextCursor })).json,
    ).toMatchObject({
      payload: [{ name: '온 문서.pdf' }],
    })
    for (const somebody of [other.client, operator])
      expect((await mailedList(somebody, list)).json).toMatchObject({ payload: [] })
    expect((await mailedList(client, list, { cursor: 'x' })).http).toBe(400)
    await grant(room, { groupId: group, itemId: open, level: 'none' })
    expect(await namesBehind(client, mail)).toEqual(['숨은 문서.pdf'])
  })

  it('names documents in the order of the index, as does the list that it leads to', async () => {
    const set = await awayDaily(app)
    const { operator, reader, client, room, open } = set
    const { roomId } = room
    await operator.call('POST', '/room/api/room/update/index', {
      body: { id: roomId, numbering: 'live', scope: 'room' },
    })
    const last = await operator.put('가 나중.pdf', PDF, open)
    const names = Array.from({ length: 11 }, (_, number) => `문서 ${number + 10}.pdf`)
    await operator.upload(
      names.map((name) => [name, PDF] as const),
      open,
    )
    await operator.call('POST', '/room/api/file/order', {
      body: { roomId, parent: open, ids: [last], before: null },
    })
    await nextMorning(app)
    const [mail = ''] = await newsMailsTo(app, reader.email)
    const listed = [...mail.matchAll(/^· 공개 \/ [\d.]+ (.*\.pdf)$/gm)].map(([, name]) => name)
    expect(listed).toEqual(names.slice(0, 10))
    await begin(reader)
    expect(await namesBehind(client, mail)).toEqual([...names, '가 나중.pdf'])
  })
})
