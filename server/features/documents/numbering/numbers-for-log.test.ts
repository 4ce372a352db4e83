import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const set = ({ operator, roomId }: TestRoom, settings: object) =>
  operator.call('POST', '/room/api/room/update/index', { body: { id: roomId, ...settings } })

async function sentences({ operator, roomId }: TestRoom): Promise<string[]> {
  const log = await operator.call('GET', `/room/api/room/roomActivity/list/${roomId}`)
  return (log.json.payload as { roomActivityItem: { description: string }[] }).roomActivityItem.map(
    ({ description }) => description,
  )
}

async function roomWithFolders() {
  const room = await app.room()
  await room.operator.newFolder('가')
  return { room, operator: room.operator, folder: await room.operator.newFolder('나') }
}

it.each(['live', 'fixed'])(
  'entries carry the %s number that an item had, also once it has another one',
  async (numbering) => {
    const { room, operator, folder } = await roomWithFolders()
    const before = await operator.put('전.pdf', makePdf(1), folder)
    await set(room, { numbering })
    const file = await operator.put('계약서.pdf', makePdf(1), folder)
    expect((await sentences(room))[0]).toContain('2.2 계약서.pdf')
    await operator.call('POST', '/room/api/file/order', {
      body: { roomId: room.roomId, parent: folder, ids: [file], before },
    })
    const [ordered, ...older] = await sentences(room)
    expect(ordered).toContain(`${numbering === 'live' ? '2.1' : '2.2'} 계약서.pdf`)
    expect(older.some((sentence) => sentence.includes('2.2 계약서.pdf'))).toBe(true)
    expect(
      older.find((sentence) => sentence.includes('전.pdf')),
      'what was logged before numbering',
    ).not.toMatch(/2\.1/)
  },
)

it('carry none where groups count for themselves, where numbering is off, or where too much would be counted', async () => {
  const { room, operator, folder } = await roomWithFolders()
  await set(room, { numbering: 'live', scope: 'group' })
  await operator.put('하나.pdf', makePdf(1), folder)
  await set(room, { numbering: 'off' })
  await operator.put('둘.pdf', makePdf(1), folder)
  await set(room, { numbering: 'live', scope: 'room' })
  await app.database.pool.query(
    'update folder_counts set files = files + 5000 where room_id = $1 and parent_id = $2',
    [room.roomId, folder],
  )
  await operator.put('셋.pdf', makePdf(1), folder)
  const entries = (await sentences(room)).filter((sentence) => sentence.includes('.pdf'))
  expect(entries).toHaveLength(3)
  for (const sentence of entries) expect(sentence).not.toMatch(/2\.\d/)
})
