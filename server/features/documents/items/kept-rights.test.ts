import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { grant, newGroup } from '../../../test/scenarios/groups.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false })
})
afterAll(() => app.close())

async function sentencesOf({ operator, roomId }: TestRoom): Promise<string[]> {
  const query = { type: 'rights' }
  const { json } = await operator.call('GET', `/room/api/room/roomActivity/list/${roomId}`, {
    query,
  })
  return (json.payload as { roomActivityItem: { description: string }[] }).roomActivityItem.map(
    ({ description }) => description,
  )
}

it('a move and a copy that keep the rights say in the log which permissions they wrote', async () => {
  const room = await app.room()
  const { operator, roomId } = room
  const [bidder, adviser] = [
    await newGroup(room, '인수인', 'view'),
    await newGroup(room, '자문사', 'view'),
  ]
  const [hidden, open] = [await operator.newFolder('비공개'), await operator.newFolder('공개')]
  const inside = await operator.newFolder('안', hidden)
  const [contract, list] = [
    await operator.put('계약.pdf', makePdf(1), hidden),
    await operator.put('목록.pdf', makePdf(1), inside),
  ]
  const until = '2031-01-01T00:00:00.000Z'
  await grant(
    room,
    { groupId: bidder, itemId: hidden, level: 'none' },
    { groupId: adviser, itemId: hidden, level: 'original', until },
  )
  await grant(room, { groupId: bidder, itemId: list, level: 'print' })
  const before = await sentencesOf(room)
  const me = { id: operator.me.id, roomId }
  const change = (how: 'move' | 'copy', body: object) =>
    operator.call('PATCH', `/room/api/file/file/update/${how}`, {
      body: { ...me, parent: open, ...body },
    })

  expect((await change('move', { fileId: contract, rights: 'keep' })).http).toBe(200)
  const moved = (await sentencesOf(room)).slice(0, -before.length)
  expect(moved.sort()).toEqual([
    '권한 변경: 인수인 그룹, 계약.pdf: 상위 폴더와 같음 → 보이지 않음',
    expect.stringMatching(
      /^권한 변경: 자문사 그룹, 계약\.pdf: 상위 폴더와 같음 → 원본 다운로드.*2031/,
    ),
  ])
  expect((await change('copy', { fileId: inside, name: '사본', rights: 'keep' })).http).toBe(200)
  const copied = (await sentencesOf(room)).slice(0, -(before.length + moved.length))
  expect(copied.sort()).toEqual([
    '권한 변경: 인수인 그룹, 목록.pdf: 상위 폴더와 같음 → 열람·인쇄',
    '권한 변경: 인수인 그룹, 사본: 상위 폴더와 같음 → 보이지 않음',
    expect.stringMatching(/^권한 변경: 자문사 그룹, 사본: 상위 폴더와 같음 → 원본 다운로드.*2031/),
  ])
  expect((await change('move', { fileId: list, rights: 'inherit' })).http).toBe(200)
  expect(await sentencesOf(room)).toHaveLength(before.length + moved.length + copied.length)
})
