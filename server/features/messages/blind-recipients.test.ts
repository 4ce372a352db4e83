import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import { grant, moveInto, newGroup } from '../../test/scenarios/groups.ts'

let app: TestApp
let room: TestRoom
let bidder: TestPerson
let adviser: TestPerson
let groupId: number
let hidden: number
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  room = await app.room()
  ;[bidder, adviser] = [
    await app.participant(room, '매수인'),
    await app.participant(room, '자문사'),
  ]
  groupId = await newGroup(room, '매수인 갑', 'view')
  await moveInto(room, groupId, [bidder])
  hidden = await room.operator.put('숨긴 문서.pdf', makePdf(1))
  await grant(room, { groupId, itemId: hidden, level: 'none' })
})

const send = (...people: readonly TestPerson[]) =>
  room.operator.message('sendByManager', {
    ...{ subject: '검토 요청', content: '확인해 주세요', itemId: hidden },
    recipients: people.map(({ email }) => ({ name: '누구', email })),
  })

const sent = async () =>
  (await room.operator.call('GET', `/room/api/message/sent/${room.roomId}`)).json.payload as {
    id: number
  }[]

describe('a message that names a document', () => {
  it('is refused where a recipient does not see it, with their names alone, and nothing is sent to anybody', async () => {
    const { http, json } = await send(bidder, adviser)
    expect({ http, code: json.code }).toEqual({ http: 409, code: 'RECIPIENT_CANNOT_SEE' })
    expect(JSON.stringify(json)).toContain('매수인')
    expect(JSON.stringify(json)).not.toMatch(/자문사|매수인 갑|숨긴 문서/)
    expect(await sent()).toEqual([])
    for (const { email } of [bidder, adviser])
      expect(
        (await app.mailsTo(email)).filter(({ subject = '' }) => subject.includes('검토 요청')),
      ).toEqual([])
  })

  it('is sent to those who see it, and to everybody once they may', async () => {
    expect((await send(adviser)).json.status).toBe('OK')
    await grant(room, { groupId, itemId: hidden, level: 'view' })
    expect((await send(bidder, adviser)).json.status).toBe('OK')
    expect(await sent()).toHaveLength(2)
  })

  it('is refused where the folder above is hidden, and where the time of its grant is over', async () => {
    await grant(room, { groupId, itemId: hidden, level: 'view', until: '2020-01-01T00:00:00.000Z' })
    expect((await send(bidder)).json.code).toBe('RECIPIENT_CANNOT_SEE')
    await grant(
      room,
      { groupId, itemId: hidden, level: null },
      { groupId, itemId: 0, level: 'none' },
    )
    expect((await send(bidder)).json.code).toBe('RECIPIENT_CANNOT_SEE')
    expect(await sent()).toEqual([])
  })
})
