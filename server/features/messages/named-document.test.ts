import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import { grant, moveInto, newGroup } from '../../test/scenarios/groups.ts'
import { messageMails } from '../../test/scenarios/message-mails.ts'

let app: TestApp
let room: TestRoom
let bidder: TestPerson
let other: TestPerson
let hidden: number
let file: number
let groupId: number
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
  ;[bidder, other] = [await app.participant(room, '매수인'), await app.participant(room, '자문사')]
  groupId = await newGroup(room, '매수인 갑', 'view')
  await moveInto(room, groupId, [bidder])
  hidden = await room.operator.put('가.pdf', makePdf(1))
  file = await room.operator.put('나.pdf', makePdf(1))
  await grant(room, { groupId, itemId: hidden, level: 'none' })
})
afterAll(() => app.close())

const number = (settings: object) =>
  room.operator.call('POST', '/room/api/room/update/index', {
    body: { id: room.roomId, ...settings },
  })

async function send(subject: string): Promise<void> {
  const recipients = [bidder, other].map(({ email }) => ({ name: '누구', email }))
  const { json } = await room.operator.message('sendByManager', {
    subject,
    content: '본문',
    itemId: file,
    recipients,
  })
  expect(json.status).toBe('OK')
}

async function named(subject: string): Promise<ReadonlyMap<string | undefined, string>> {
  const mails = await messageMails(app, subject)
  return new Map(
    mails.map(({ to: [email], text }) => [email, /(?:\d\s)?나\.pdf/.exec(text)?.[0] ?? '']),
  )
}

async function latest() {
  const { json } = await room.operator.call('GET', `/room/api/message/sent/${room.roomId}`)
  const [first] = json.payload as { id: number }[]
  return (await room.operator.call('GET', `/room/api/message/sentOne/${first?.id}`)).json
    .payload as Record<string, unknown>
}

describe('the number of a document in a message', () => {
  it('is none while nothing is numbered', async () => {
    await send('번호 없음')
    expect([...(await named('번호 없음')).values()]).toEqual(['나.pdf', '나.pdf'])
    expect(await latest()).not.toHaveProperty('documentIndex')
  })

  it('is for each recipient the one that their own lists show, and says nothing of what they do not see', async () => {
    await number({ numbering: 'live', scope: 'group' })
    await send('그룹 번호')
    const lines = await named('그룹 번호')
    expect(lines.get(bidder.email)).toBe('1 나.pdf')
    expect(lines.get(other.email)).toBe('2 나.pdf')
    expect(await latest()).toMatchObject({ document: '나.pdf', documentIndex: '2' })
    await number({ numbering: 'live', scope: 'room' })
    await send('공통 번호')
    expect([...(await named('공통 번호')).values()]).toEqual(['2 나.pdf', '2 나.pdf'])
  })

  it('is none in a sent message whose document lies in the trash', async () => {
    await room.operator.deleteItem(file)
    expect(await latest()).toMatchObject({ document: '나.pdf' })
    expect(await latest()).not.toHaveProperty('documentIndex')
  })
})
