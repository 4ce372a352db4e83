import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { untilLocked } from '../../../test/harness/until-locked.ts'
import { closeRoom } from '../../../test/scenarios/close-room.ts'
import { filled, sent, statusOf } from '../../../test/scenarios/esign/ceremonies.ts'
import { asAuthor, draftToSend, mailsTo, signerOf } from '../../../test/scenarios/signing.ts'

describe('signing a document', () => {
  let app: TestApp
  let room: TestRoom
  let people = 0
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  const address = (): string => {
    people += 1
    return `signer${people}@law.example`
  }

  const ENDINGS: Record<string, { end: (of: TestRoom) => Promise<unknown>; code: string }> = {
    'the time to sign is over': {
      end: (of) =>
        app.database.pool.query(
          `update template_participants set expires_at = '2000-01-01' where room_id = $1`,
          [of.roomId],
        ),
      code: 'SIGN_EXPIRED',
    },
    'the room is closed': {
      end: (of) => closeRoom(app, of.roomId),
      code: 'ROOM_CLOSED',
    },
  }
  it.each(Object.entries(ENDINGS))(
    'takes no signature that waits for its turn while %s',
    async (_, { end, code }) => {
      const own = await app.room()
      const email = address()
      const { templateId } = await draftToSend(own, {
        people: [{ email }],
        boxes: [{ typeName: 'TEXT' }],
      })
      expect((await asAuthor(own.operator, 'addInvite', { templateId, members: [] })).http).toBe(
        200,
      )
      const signer = await signerOf(app, email)
      const holder = await app.database.pool.connect()
      try {
        await holder.query('begin')
        await holder.query('select from templates where id = $1 for update', [templateId])
        const answer = signer.complete([{ id: 'box-0', text: '홍길동' }])
        await untilLocked(app)
        await end(own)
        await holder.query('commit')
        expect(await answer).toMatchObject({ http: 401, code })
      } finally {
        holder.release()
      }
      expect((await filled(app, templateId))[0]).toMatchObject({ sealed: null })
      expect(await statusOf(app, templateId)).toBe('SENT')
    },
  )

  it('informs its author whose mail could not be delivered', async () => {
    const email = address()
    const { templateId, participants } = await sent(app, room, [email])
    await app.database.pool.query(
      `update mails set status = 'failed', sealed = null where id = (select max(id) from mails where participant_id = $1)`,
      [participants[0]?.id],
    )
    const answer = await room.operator.call('GET', '/esign/api/compose/get', {
      query: { templateId },
    })
    expect(answer.json.payload).toMatchObject({
      participants: [{ email, mailFailed: true, status: 'INVITED' }],
    })
    app.clock.advance(LIMITS.remindAgainMs)
    await asAuthor(room.operator, 'remind', { templateId })
    const again = await room.operator.call('GET', '/esign/api/compose/get', {
      query: { templateId },
    })
    expect(again.json.payload).toMatchObject({ participants: [{ email, mailFailed: false }] })
  })

  it('informs no excluded member of its end, not even by a late call', async () => {
    const own = await app.room()
    const [blocked, removed] = [await app.participant(own), await app.participant(own)]
    const [one, other] = [address(), address()]
    const people = [
      { email: one },
      { email: other },
      { email: blocked.email },
      { email: removed.email, type: 'CC' as const },
    ]
    const declined = await draftToSend(own, { people })
    const called = await draftToSend(own, { people })
    for (const { templateId } of [called, declined])
      expect((await asAuthor(own.operator, 'addInvite', { templateId, members: [] })).http).toBe(
        200,
      )
    const signer = await signerOf(app, one)
    const counts = async () =>
      Promise.all(
        [other, blocked.email, removed.email].map(
          async (email) =>
            (await mailsTo(app, email)).filter(({ text }) => text.includes('계약서')).length,
        ),
      )
    const before = await counts()
    await own.operator.setRight(blocked.memberId, 'access', false)
    await own.operator.remove(removed.memberId)
    expect((await signer.decline('아니요')).http).toBe(200)
    expect(await counts()).toEqual([(before[0] ?? 0) + 1, before[1], before[2]])
    expect((await asAuthor(own.operator, 'cancel', { templateId: declined.templateId })).code).toBe(
      'SIGN_STATE',
    )
    expect(
      (await asAuthor(own.operator, 'cancel', { templateId: called.templateId })).code,
    ).toBeUndefined()
    expect(await counts()).toEqual([(before[0] ?? 0) + 2, before[1], before[2]])
  })

  it('ends when one declines: the author receives the reason, the others the end, and no link opens anything', async () => {
    const [one, two, later] = [address(), address(), address()]
    const made = await draftToSend(room, {
      people: [{ email: one, name: '거절자' }, { email: two }, { email: later, order: 2 }],
    })
    await asAuthor(room.operator, 'addInvite', { templateId: made.templateId, members: [] })
    const [first, second] = [await signerOf(app, one), await signerOf(app, two)]
    for (const reason of ['', '  ', 'x'.repeat(LIMITS.declineReason + 1)])
      expect(await first.decline(reason)).toMatchObject({ http: 422, code: 'SIGN_REASON' })
    expect((await first.decline('조건이 다릅니다 <b>')).http).toBe(200)
    for (const signer of [first, second])
      expect(await signer.state()).toMatchObject({ http: 401, code: 'SIGN_DECLINED' })
    expect(await second.complete([])).toMatchObject({ http: 401, code: 'SIGN_DECLINED' })
    const { rows } = await app.database.pool.query('select email from members where id = $1', [
      room.operator.me.id,
    ])
    const reported = (await mailsTo(app, rows[0].email)).at(-1)
    expect(reported?.text).toContain('거절자')
    expect(reported?.text).toContain('조건이 다릅니다 <b>')
    expect(reported?.html).not.toContain('<b>')
    const ended = (await mailsTo(app, two)).at(-1)
    expect(ended?.subject).toContain('서명 거절')
    expect(ended?.text).not.toMatch(/거절자|조건이/)
    expect(ended?.text).not.toContain(one)
    expect(await mailsTo(app, later)).toEqual([])
    expect((await asAuthor(room.operator, 'cancel', { templateId: made.templateId })).code).toBe(
      'SIGN_STATE',
    )
  })
})
