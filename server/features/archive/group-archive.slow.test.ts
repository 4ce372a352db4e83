import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isWholeArchive } from '../../../contract/proof/verify-archive.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import {
  type ArchiveRoom,
  archived,
  archivesOf,
  byCode,
  bytesOf,
  filesIn,
  furnish,
  order,
  prepared,
  settled,
  verdictOf,
} from '../../test/scenarios/archives.ts'
import { grant, groupsOf, moveInto, newGroup } from '../../test/scenarios/groups.ts'
import { enter, written } from '../../test/scenarios/threads.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false })
})
afterAll(() => app.close())

async function idsOf({ operator }: ArchiveRoom) {
  const at = async (parent: number, name: string) =>
    (await operator.items(parent)).find((item) => item.name === name)?.id ?? 0
  const root = await at(0, '실사')
  return {
    root,
    legal: await at(root, '법무'),
    finance: await at(root, '재무'),
    large: await at(await at(root, '재무'), '큰 것.pdf'),
  }
}

async function withBidders() {
  const room = await furnish(app)
  const ids = await idsOf(room)
  const bidders = await newGroup(room, '인수인 A', 'none')
  const levels = [
    { groupId: bidders, itemId: ids.legal, level: 'view' },
    { groupId: bidders, itemId: ids.large, level: 'download' },
  ] as const
  expect((await grant(room, ...levels)).http).toBe(200)
  return { room, bidders }
}

describe('an archive of what a group sees', () => {
  it('holds the originals of those documents, numbered as the group sees them, and nothing about anybody else', async () => {
    const { room, bidders } = await withBidders()
    const rival = await app.participant(room, '박경쟁')
    await rival.client.message('sendByUser', { title: '남의 질문', content: '비밀' })
    const others = await newGroup(room, '인수인 B', 'original')
    await moveInto(room, others, [rival])
    await written(rival.client, { title: '남의 질의', text: '남의 비밀' })
    const own = await app.participant(room, '이인수')
    await moveInto(room, bidders, [own])
    const asked = await written(own.client, { title: '우리 질의', text: '우리 내용' })
    await enter(room.operator, asked.id, 'NOTE', '내부의 메모')
    await enter(room.operator, asked.id, 'ANSWER', '우리에게 온 답변')
    await room.operator.switches(true)
    const item = await prepared(room.operator, { ...byCode(room), groupId: bidders })
    expect(item).toMatchObject({
      scope: 'room',
      group: '인수인 A',
      name: expect.stringContaining('인수인 A'),
    })
    const files = filesIn(await bytesOf(room.operator, item.id))
    expect([...files.keys()]).toEqual([
      ...['index.html', 'index.csv', 'index.xlsx'],
      'documents/1 실사/1.1 법무/1.1.1 계약/주식매매계약서.pdf',
      'documents/1 실사/1.2 재무/큰 것.pdf',
      ...[
        'questions/questions.html',
        'questions/questions.json',
        'log/checkpoint.txt',
        'verify.html',
        'manifest.json',
        'manifest.note',
      ],
    ])
    const contract = files.get('documents/1 실사/1.1 법무/1.1.1 계약/주식매매계약서.pdf')
    expect(
      contract?.equals(room.contents['실사/법무/계약/주식매매계약서.pdf'] ?? Buffer.alloc(0)),
    ).toBe(true)
    // Binary data contains short words by chance.
    const isText = (name: string): boolean =>
      /\.(html|csv|json)$/.test(name) && name !== 'verify.html'
    const texts = [...files].map(([name, content]) => `${name}\n${isText(name) ? content : ''}`)
    expect(texts.join('\n')).not.toMatch(
      new RegExp(`박경쟁|${rival.email}|인수인 B|aux|안내|=1\\+1`),
    )
    expect(files.get('index.html')?.toString()).toContain('인수인 A')
    expect(texts.join('\n')).not.toMatch(/남의 (질의|비밀)|내부의 메모|김운영/)
    expect(files.get('questions/questions.html')?.toString()).toContain('우리에게 온 답변')
    expect(JSON.parse(files.get('manifest.json')?.toString() ?? '')).toMatchObject({
      scope: 'room',
      group: '인수인 A',
      person: null,
    })
    expect(isWholeArchive(await verdictOf(files))).toBe(true)
    const log = await room.operator.call('GET', `/room/api/room/roomActivity/list/${room.roomId}`, {
      query: { type: 'export' },
    })
    const { roomActivityItem } = log.json.payload as { roomActivityItem: { description: string }[] }
    expect(roomActivityItem.map(({ description }) => description)).toEqual([
      expect.stringMatching(/^'인수인 A' 그룹 보관본 다운로드/),
      "'인수인 A' 그룹 보관본 만들기",
    ])
  })

  it('numbers folders as the index does', async () => {
    const { room, bidders } = await withBidders()
    const { operator, roomId } = room
    await operator.call('POST', '/room/api/room/update/index', {
      body: { id: roomId, numbering: 'live', scope: 'room' },
    })
    const root = await operator.items()
    const due = root.find(({ name }) => name === '실사')?.id ?? 0
    await operator.call('POST', '/room/api/file/order', {
      body: { roomId, parent: 0, ids: [due], before: null },
    })
    const [legal, finance] = (await operator.items(due)).map(({ id }) => id)
    await operator.call('POST', '/room/api/file/order', {
      body: { roomId, parent: due, ids: [finance], before: legal },
    })
    const last = root.length
    expect(last).toBeGreaterThan(1)
    const folders = async (fields: object): Promise<string[]> => [
      ...new Set(
        [...(await archived(operator, { ...byCode(room), ...fields })).keys()].flatMap(
          (name) => /^documents\/(\S+ 실사\/\S+ \S+)\//.exec(name)?.[1] ?? [],
        ),
      ),
    ]
    const inOrder = [`${last} 실사/${last}.1 재무`, `${last} 실사/${last}.2 법무`]
    expect(await folders({ groupId: bidders })).toEqual(inOrder)
    expect(await folders({})).toEqual(inOrder)
    await operator.call('POST', '/room/api/room/update/index', {
      body: { id: roomId, numbering: 'live', scope: 'group' },
    })
    expect(await folders({ groupId: bidders })).toEqual(['1 실사/1.1 재무', '1 실사/1.2 법무'])
    const ofFinance = async () =>
      [...(await archived(operator, { ...byCode(room), groupId: bidders })).keys()].filter((name) =>
        name.includes(' 재무/'),
      )
    expect(await ofFinance()).toEqual(['documents/1 실사/1.1 재무/큰 것.pdf'])
    await operator.call('POST', '/room/api/room/update/index', {
      body: { id: roomId, numbering: 'live', names: true },
    })
    expect(await ofFinance()).toEqual(['documents/1 실사/1.1 재무/1.1.1 큰 것.pdf'])
  })

  it('counts neither the times nor the networks of the group, and one of the whole room stays whole', async () => {
    const { room, bidders } = await withBidders()
    const body = {
      id: bidders,
      roomId: room.roomId,
      networks: ['10.0.0.0/8'],
      from: '2099-01-01T00:00:00.000Z',
    }
    expect((await room.operator.call('POST', '/room/api/group/update', { body })).http).toBe(200)
    const files = await archived(room.operator, { ...byCode(room), groupId: bidders })
    expect([...files.keys()].filter((name) => name.startsWith('documents/'))).toHaveLength(2)
    const whole = await archived(room.operator, byCode(room))
    expect([...whole.keys()].filter((name) => name.startsWith('documents/'))).toHaveLength(5)
    expect((await archivesOf(room.operator)).map(({ group }) => group)).toEqual([
      undefined,
      '인수인 A',
    ])
  })

  it('is for operators with a fresh code, of a group of the room; it outlasts the group', async () => {
    const { room, bidders } = await withBidders()
    const person = await app.participant(room, '이참여')
    const elsewhere = await withBidders()
    const asked = { ...byCode(room), groupId: bidders }
    expect(await order(room.operator, { ...asked, code: '' })).toMatchObject({
      json: { code: 'CODE_DIFFERS' },
    })
    expect((await order(person.client, asked)).http).toBe(403)
    expect((await order(person.client, { scope: 'own', groupId: bidders })).http).toBe(400)
    expect((await order(room.operator, { scope: 'own', groupId: bidders })).http).toBe(400)
    expect((await order(room.operator, { ...asked, groupId: elsewhere.bidders })).http).toBe(404)
    expect(await archivesOf(room.operator)).toEqual([])

    const item = await prepared(room.operator, asked)
    const into = (await groupsOf(room)).find(({ id }) => id !== bidders)?.id
    expect(
      (
        await room.operator.call('POST', '/room/api/group/remove', {
          body: { id: bidders, roomId: room.roomId, into },
        })
      ).http,
    ).toBe(200)
    const files = filesIn(await bytesOf(room.operator, item.id))
    expect(files.has('documents/1 실사/1.2 재무/큰 것.pdf')).toBe(true)
    expect((await order(room.operator, asked)).http).toBe(404)
    expect(await settled(room.operator, item.id)).toMatchObject({ group: '인수인 A' })
  })
})
