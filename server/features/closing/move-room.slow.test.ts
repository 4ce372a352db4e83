import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { runJob } from '../../test/harness/run-job.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { ending, look, secondOperator } from '../../test/scenarios/endings.ts'
import { messageMails } from '../../test/scenarios/message-mails.ts'

const DAY = 86_400_000

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

describe('the phases of a room', () => {
  let app: TestApp
  let room: TestRoom
  let person: TestPerson
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  const setUp = async (): Promise<void> => {
    room = await app.room()
    person = await app.participant(room)
  }
  const phaseSeenBy = async (client: WireClient) =>
    (await client.call('GET', `/room/api/room/info/${client.me.roomId}`)).json.payload as object
  const reported = (of: TestRoom, kind: string) =>
    app.logged(of.roomId).then((kinds) => kinds.filter((each) => each === kind).length)
  const mailsTo = async (email: string, subject: string) =>
    (await messageMails(app, subject)).filter(({ to }) => to.includes(email)).length

  it('are seen by all its members, at once on every node, and logged once for each move', async () => {
    await setUp()
    const at = app.clock.now().getTime()
    for (const client of [room.operator, person.client])
      expect(await phaseSeenBy(client)).toMatchObject({
        phase: 'open',
        phaseAt: null,
        closesAt: null,
        destroysAt: null,
      })
    expect((await ending.move(room.operator, 'frozen')).json).toEqual({
      status: 'OK',
      payload: null,
    })
    const frozen = (await phaseSeenBy(person.client)) as { phase: string; phaseAt: string }
    expect(frozen.phase).toBe('frozen')
    expect(Date.parse(frozen.phaseAt)).toBeGreaterThanOrEqual(at)
    await ending.move(room.operator, 'frozen')
    expect(await reported(room, 'room.phase')).toBe(1)
    await Promise.all(Array.from({ length: 6 }, () => ending.move(room.operator, 'open')))
    expect(await reported(room, 'room.phase')).toBe(2)
    expect(await phaseSeenBy(person.client)).toMatchObject({ phase: 'open' })
    expect((await ending.read(room.operator)).phase).toBe('open')
  })

  it('frozen: everybody reads, nothing changes, and what was under way is refused at its commit', async () => {
    await setUp()
    const itemId = await room.operator.put('문서.pdf', makePdf(1))
    await ending.move(room.operator, 'frozen')
    for (const client of [room.operator, person.client]) {
      expect((await client.items()).map(({ name }) => name)).toEqual(['문서.pdf'])
      expect((await client.openDocument(itemId)).status).toBe('READY')
    }
    const before = await app.logged(room.roomId)
    for (const answer of [
      await room.operator.upload([['neu.pdf', makePdf(1)]]),
      await room.operator.makeFolder('neu'),
      await room.operator.deleteItem(itemId),
    ])
      expect(answer.json).toMatchObject({ status: 'EXCEPTION', code: 'ROOM_FROZEN' })
    expect((await room.operator.items())[0]).toMatchObject({
      permission: { copy: false, edit: false, delete: false },
    })
    expect((await app.logged(room.roomId)).slice(before.length)).toEqual([])
    await ending.move(room.operator, 'open')
    expect((await room.operator.makeFolder('neu')).json.status).toBe('OK')
    expect((await room.operator.items()).find(({ name }) => name === 'neu')).toMatchObject({
      permission: { edit: true },
    })
  })

  it('closed: participants are logged out, notified by mail, and return when it is reopened; operators stay', async () => {
    await setUp()
    const view = await room.operator.viewerOf(person.memberId)
    await ending.move(room.operator, 'closed')
    expect(
      (await person.client.call('GET', `/room/api/room/info/${room.roomId}`)).json,
    ).toMatchObject({ code: 'ROOM_CLOSED' })
    expect((await view.call('GET', `/room/api/room/info/${room.roomId}`)).json).toMatchObject({
      code: 'VIEW_AS_ENDED',
    })
    const again = app.stranger()
    const wrong = await again.join('000-00-00000000000')
    const refused = await again.join(person.pin)
    expect(refused.http).toBe(wrong.http === 400 ? 200 : wrong.http)
    expect(refused.json).toMatchObject({ status: 'EXCEPTION', code: 'PIN_REFUSED' })
    const operator = app.stranger()
    expect((await operator.join(room.pin)).json.status).toBe('OK')
    expect(await phaseSeenBy(room.operator)).toMatchObject({ phase: 'closed', closesAt: null })
    expect(
      (
        await room.operator.call('POST', '/room/api/room/user/viewAs', {
          body: { roomManagerId: person.memberId },
        })
      ).json,
    ).toMatchObject({
      code: 'ROOM_FROZEN',
    })
    expect(await mailsTo(person.email, '데이터룸 종료')).toBe(1)
    expect(await mailsTo(room.operator.me.email, '데이터룸 종료')).toBe(0)

    await ending.move(room.operator, 'frozen')
    expect((await app.stranger().join(person.pin)).json.status).toBe('OK')
  })

  it('close by themselves at their time, with a mail to all members 7 days and 1 day before, each once', async () => {
    await setUp()
    const other = await secondOperator(app, room)
    const closesAt = new Date(app.clock.now().getTime() + 10 * DAY)
    expect(
      (await ending.schedule(room.operator, new Date(app.clock.now().getTime() - 1))).json,
    ).toMatchObject({ code: 'CLOSING_PASSED' })
    expect((await ending.schedule(room.operator, closesAt)).json.status).toBe('OK')
    await ending.schedule(room.operator, closesAt)
    expect(await reported(room, 'room.scheduled')).toBe(1)
    expect(await phaseSeenBy(person.client)).toMatchObject({
      phase: 'open',
      closesAt: closesAt.toISOString(),
    })

    await look(app)
    expect(await reported(room, 'room.closing-told')).toBe(0)
    app.clock.advance(3 * DAY)
    await Promise.all([look(app), look(app), look(app)])
    await look(app)
    expect(await reported(room, 'room.closing-told')).toBe(1)
    app.clock.advance(6 * DAY)
    await Promise.all([look(app), look(app)])
    expect(await reported(room, 'room.closing-told')).toBe(2)
    for (const email of [person.email, room.operator.me.email, other.email])
      expect(await mailsTo(email, '데이터룸 종료 예정')).toBe(2)

    app.clock.advance(DAY - 600_000)
    await look(app)
    expect(await reported(room, 'room.phase')).toBe(0)
    app.clock.advance(600_000)
    await Promise.all([look(app), look(app)])
    expect(await reported(room, 'room.phase')).toBe(1)
    const operator = app.stranger()
    await operator.join(room.pin)
    await operator.agree()
    await operator.elevate(room.code)
    expect(await phaseSeenBy(operator)).toMatchObject({ phase: 'closed', closesAt: null })
    await ending.move(operator, 'open')
    await look(app)
    expect(await phaseSeenBy(operator)).toMatchObject({ phase: 'open', closesAt: null })
    expect((await ending.schedule(operator, null)).json.status).toBe('OK')
  })

  it('that are to come within days have one mail, and none when they are taken back', async () => {
    await setUp()
    const soon = new Date(app.clock.now().getTime() + DAY / 2)
    await ending.schedule(room.operator, soon)
    await ending.schedule(room.operator, null)
    await look(app)
    expect(await reported(room, 'room.closing-told')).toBe(0)
    await ending.schedule(room.operator, soon)
    await look(app)
    await look(app)
    expect(await reported(room, 'room.closing-told')).toBe(1)
    const { told: at } = await ending.read(room.operator)
    expect(at).toEqual({ week: null, day: expect.any(String) })
    await ending.schedule(room.operator, new Date(app.clock.now().getTime() + 3 * DAY))
    await look(app)
    expect(await reported(room, 'room.closing-told')).toBe(2)
    await ending.move(room.operator, 'closed')
    expect((await ending.schedule(room.operator, soon)).http).toBe(400)
  })

  it('are moved by their own operators alone, to phases that there are', async () => {
    await setUp()
    const other = await app.room()
    for (const phase of ['destroyed', 'destroying', '', null, 1])
      expect((await ending.move(room.operator, phase as string)).http).toBe(400)
    expect((await ending.move(person.client, 'frozen')).http).toBe(403)
    const foreign = await other.operator.call('PUT', '/room/api/room/ending/phase', {
      body: { id: room.roomId, phase: 'closed' },
    })
    expect(foreign.http).toBe(404)
    expect(await phaseSeenBy(room.operator)).toMatchObject({ phase: 'open' })
  })

  it('end the daily mail with the room, not before', async () => {
    await setUp()
    await ending.move(room.operator, 'closed')
    app.clock.advance(2 * DAY)
    await runJob(app, 'dashboard.daily')
    await eventually(async () => expect(await mailsTo(room.operator.me.email, '활동 요약')).toBe(1))
  })
})
