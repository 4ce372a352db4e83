import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJob } from '../../../test/harness/run-job.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { closeRoom } from '../../../test/scenarios/close-room.ts'
import { asAuthor, draftToSend, mailsTo, signerOf } from '../../../test/scenarios/signing.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('documents that nobody signs in time', () => {
  let app: TestApp
  let people = 0
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  const address = (): string => {
    people += 1
    return `late${people}@law.example`
  }
  async function sent(emails: readonly string[], signValid: number) {
    const room = await app.room()
    const { templateId } = await draftToSend(room, {
      signValid,
      people: emails.map((email, index) => ({ email, order: index + 1 })),
    })
    expect((await asAuthor(room.operator, 'addInvite', { templateId, members: [] })).http).toBe(200)
    return { room, templateId }
  }
  const authorOf = async ({ operator }: TestRoom): Promise<string> =>
    (await app.database.pool.query('select email from members where id = $1', [operator.me.id]))
      .rows[0].email
  const statusOf = async (templateId: number): Promise<string> =>
    (await app.database.pool.query('select status from templates where id = $1', [templateId]))
      .rows[0].status
  const eventsOf = async (templateId: number): Promise<string[]> =>
    (
      await app.database.pool.query(
        'select kind from template_events where template_id = $1 order by id',
        [templateId],
      )
    ).rows.map(({ kind }) => kind)
  const expire = () => runJob(app, 'compose.expire')

  it('end when a late signer’s time ends: the author is notified once, waiting signers were never invited', async () => {
    const [late, waiting] = [address(), address()]
    const { room, templateId } = await sent([late, waiting], 3)
    app.clock.advance(3 * DAY - 1_000)
    await expire()
    expect(await statusOf(templateId)).toBe('SENT')
    const link = await signerOf(app, late)
    app.clock.advance(1_000)
    await Promise.all([expire(), expire(), expire()])
    await expire()
    expect(await statusOf(templateId)).toBe('EXPIRED')
    expect((await eventsOf(templateId)).filter((kind) => kind === 'expired')).toHaveLength(1)
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'compose.expired'),
    ).toHaveLength(1)
    const reported = (await mailsTo(app, await authorOf(room))).filter(({ subject }) =>
      subject.includes('기한 만료'),
    )
    expect(reported.map(({ text }) => text.includes(late))).toEqual([true])
    expect(await mailsTo(app, waiting)).toEqual([])
    expect((await link.state()).code).toBe('SIGN_EXPIRED')
    const { rows } = await app.database.pool.query(
      'select status from template_participants where template_id = $1 order by sign_order',
      [templateId],
    )
    expect(rows.map(({ status }) => status)).toEqual(['EXPIRED', 'WAITING'])
  })

  it('remind by themselves a day before, once, by a link that ends when the one before did', async () => {
    const email = address()
    const { room, templateId } = await sent([email], 5)
    const before = await signerOf(app, email)
    const { expiresAt } = (await before.state()).data
    app.clock.advance(4 * DAY - HOUR)
    await expire()
    expect(await mailsTo(app, email)).toHaveLength(1)
    app.clock.advance(2 * HOUR)
    await Promise.all([expire(), expire()])
    app.clock.advance(HOUR)
    await expire()
    const mails = await mailsTo(app, email)
    expect(mails.map(({ subject }) => subject.includes('다시 알림'))).toEqual([false, true])
    expect((await before.state()).code).toBe('SIGN_LINK')
    expect((await (await signerOf(app, email)).state()).data.expiresAt).toBe(expiresAt)
    expect((await eventsOf(templateId)).filter((kind) => kind === 'reminded')).toHaveLength(1)
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'compose.reminded'),
    ).toHaveLength(1)
  })

  it('do not remind who has a day in all, who has signed, who is shut out, nor in a closed room', async () => {
    const [short, signed, closed] = [address(), address(), address()]
    await sent([short], 1)
    const done = await sent([signed], 2)
    const shut = await sent([closed], 2)
    expect((await (await signerOf(app, signed)).sign()).http).toBe(200)
    await closeRoom(app, shut.room.roomId)
    app.clock.advance(2 * DAY - HOUR)
    await expire()
    for (const email of [short, signed, closed])
      expect(
        (await mailsTo(app, email)).filter(({ subject }) => subject.includes('다시 알림')),
      ).toEqual([])
    app.clock.advance(2 * HOUR)
    await expire()
    expect(await statusOf(done.templateId)).not.toBe('EXPIRED')
  })

  it('are looked after each by itself: one that fails keeps no other one waiting', async () => {
    const [bad, good] = [address(), address()]
    const broken = await sent([bad], 3)
    const fine = await sent([good], 3)
    const authorOfBroken = await authorOf(broken.room)
    await app.database.pool.query(`update templates set sealed = '' where id = $1`, [
      broken.templateId,
    ])
    app.clock.advance(2 * DAY + HOUR)
    await expire()
    const reminders = async (email: string) =>
      (await mailsTo(app, email)).filter(({ subject }) => subject.includes('다시 알림')).length
    expect([await reminders(bad), await reminders(good)]).toEqual([0, 1])
    expect(app.log.text()).toContain('could not be looked after')
    expect(app.log.text()).not.toContain(bad)
    expect([await statusOf(broken.templateId), await statusOf(fine.templateId)]).toEqual([
      'SENT',
      'SENT',
    ])
    app.clock.advance(DAY)
    await expire()
    expect([await statusOf(broken.templateId), await statusOf(fine.templateId)]).toEqual([
      'EXPIRED',
      'EXPIRED',
    ])
    expect(await mailsTo(app, authorOfBroken)).not.toEqual([])
  })

  it('do not end the link of who has the document open just then', async () => {
    const email = address()
    await sent([email], 3)
    app.clock.advance(2 * DAY + HOUR)
    const signer = await signerOf(app, email)
    expect((await signer.open()).http).toBe(200)
    app.clock.advance(HOUR / 2)
    await expire()
    expect((await signer.state()).http).toBe(200)
    app.clock.advance(HOUR)
    await expire()
    expect((await signer.state()).code).toBe('SIGN_LINK')
    expect((await (await signerOf(app, email)).state()).http).toBe(200)
  })

  it('notify no author of a closed room', async () => {
    const { room, templateId } = await sent([address()], 3)
    const author = await authorOf(room)
    await closeRoom(app, room.roomId)
    app.clock.advance(3 * DAY)
    await expire()
    expect(await statusOf(templateId)).toBe('EXPIRED')
    expect(
      (await mailsTo(app, author)).filter(({ subject }) => subject.includes('기한 만료')),
    ).toEqual([])
  })

  it('give the next their whole time once it is their turn', async () => {
    const [first, second] = [address(), address()]
    await sent([first, second], 3)
    const signer = await signerOf(app, first)
    app.clock.advance(2 * DAY)
    expect((await signer.sign()).http).toBe(200)
    const { expiresAt } = (await (await signerOf(app, second)).state()).data
    expect(
      Math.abs(Date.parse(expiresAt ?? '') - (app.clock.now().getTime() + 3 * DAY)),
    ).toBeLessThan(60_000)
  })
})
