import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Template } from '../../../../contract/features/composed.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { draft, invite, rowOf, statuses } from '../../../test/scenarios/esign/sending.ts'
import { loggedEntries } from '../../../test/scenarios/logged-details.ts'
import { asAuthor, draftToSend, mailsTo, signerOf } from '../../../test/scenarios/signing.ts'
import { machine } from '../../audit/index.ts'
import { createRoomKeyring } from '../../rooms/index.ts'
import type { Invitations } from './send-document.ts'

describe('sending documents to be signed', () => {
  let app: TestApp
  let room: TestRoom
  let people = 0
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  const address = (who: string): string => {
    people += 1
    return `${who}${people}@law.example`
  }

  it('mails a signer who is named a personal link, gives them the boxes of nobody, and keeps no token', async () => {
    const email = address('kim')
    const { templateId, boxes } = await draft(room, {
      name: '비밀유지계약.pdf',
      boxes: [{}, { typeName: 'TEXT' }],
      notice: '9일까지 부탁드립니다.',
    })
    const answer = await invite(room, templateId, [{ name: '김서명', email }])
    expect(answer).toMatchObject({
      http: 200,
      data: [{ templateId, name: '김서명', email, status: 'INVITED' }],
    })
    const [mail, ...more] = await mailsTo(app, email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: '[시험 룸] 서명 요청: 비밀유지계약.pdf' })
    for (const part of [
      '김서명 님',
      '김운영 님이 아래 문서의 서명을 요청했습니다.',
      '비밀유지계약.pdf',
      '9일까지 부탁드립니다.',
      'http://room.test/sign#',
    ])
      expect(mail?.text).toContain(part)
    const signer = await signerOf(app, email)
    expect((await signer.state()).data).toMatchObject({
      status: 'SENT',
      boxes: boxes.map(({ id }) => ({ id, isFilled: false })),
    })
    const { rows } = await app.database.pool.query(
      `select row_to_json(p)::text as it from template_participants p union all select row_to_json(m)::text from mails m
       union all select row_to_json(j)::text from graphile_worker._private_jobs j`,
    )
    expect(rows.map(({ it }) => it).join()).not.toContain(signer.token)
    expect(app.log.text()).not.toContain(signer.token)
    expect(await app.logged(room.roomId)).toContain('compose.sent')
  })

  it('counts an address as one person in any case, and leaves alone who is there already', async () => {
    const email = address('Lee')
    const { templateId } = await draft(room, { people: [{ email, type: 'APPROVER' }] })
    const answer = await invite(room, templateId, [
      { name: '다른 이름', email: email.toUpperCase() },
    ])
    expect(answer.data).toMatchObject([{ email, status: 'INVITED' }])
    expect(await statuses(app, templateId)).toEqual({ [email]: 'INVITED' })
  })

  it('follows the order: the first is invited, the others wait, and copy recipients are notified without a link', async () => {
    const [first, second, copy] = [address('first'), address('second'), address('copy')]
    const { templateId } = await draft(room, {
      people: [
        { email: first, order: 2 },
        { email: second, type: 'APPROVER', order: 5 },
        { email: copy, type: 'CC' },
      ],
    })
    expect((await invite(room, templateId)).http).toBe(200)
    expect(await statuses(app, templateId)).toEqual({
      [first]: 'INVITED',
      [second]: 'WAITING',
      [copy]: 'DONE',
    })
    expect(await mailsTo(app, second)).toEqual([])
    const [reported] = await mailsTo(app, copy)
    expect(reported?.text).not.toContain('/sign#')
    expect(reported?.text).not.toContain(first)
    const invited = async (): Promise<unknown[]> => {
      const keyring = createRoomKeyring(
        await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }),
      )
      const entries = await loggedEntries(app.database, keyring, room.roomId, 'compose.invited')
      return entries
        .map(({ doer: actor, details }) => ({
          by: actor.email,
          ...(details as { templateId: number; person: { email: string } }),
        }))
        .filter((each) => each.templateId === templateId)
        .map(({ by, person }) => [by, person.email])
    }
    const author = (
      await app.database.pool.query('select email from members where id = $1', [
        room.operator.me.id,
      ])
    ).rows[0].email
    expect(await invited()).toEqual([[author, first]])
    expect((await (await signerOf(app, first)).sign()).http).toBe(200)
    expect(await statuses(app, templateId)).toEqual({
      [first]: 'DONE',
      [second]: 'INVITED',
      [copy]: 'DONE',
    })
    expect(await invited()).toEqual([
      [author, first],
      [machine(room.roomId).email, second],
    ])
    const approver = await signerOf(app, second)
    expect((await approver.state()).text).not.toContain(first)
    expect((await approver.complete([])).data.status).toMatch(/^(SEALING|COMPLETED)$/)
  })

  it('goes by the order that is given with the invitation for people of the draft, and none that is out is put into another', async () => {
    const [first, second] = [address('late'), address('early')]
    const { templateId } = await draft(room, {
      people: [{ email: first }, { email: second }],
      boxes: [{ of: first }, { of: second }],
    })
    const members = [
      { name: '가', email: first.toUpperCase(), order: 2 },
      { name: '나', email: second, order: 1 },
    ]
    expect((await invite(room, templateId, members)).http).toBe(200)
    expect(await statuses(app, templateId)).toEqual({ [first]: 'WAITING', [second]: 'INVITED' })
    expect(await mailsTo(app, first)).toEqual([])
    expect(await invite(room, templateId, [{ name: '나', email: second, order: 3 }])).toMatchObject(
      { http: 409, code: 'SIGN_STATE' },
    )
    expect((await invite(room, templateId, [{ name: '나', email: second, order: 1 }])).http).toBe(
      200,
    )
    expect((await (await signerOf(app, second)).sign()).http).toBe(200)
    expect(await statuses(app, templateId)).toEqual({ [first]: 'INVITED', [second]: 'DONE' })
  })

  it('sends several, or none where one cannot be sent', async () => {
    const email = address('kim')
    const [one, two, three] = [
      await draft(room),
      await draft(room),
      await draft(room, { people: [{ email: address('b') }], boxes: [{}, {}] }),
    ]
    await draft(room)
    const members = [{ name: '김서명', email }]
    const refused = await asAuthor(room.operator, 'addInviteAll', {
      members,
      templates: [one.templateId, three.templateId],
    })
    expect(refused).toMatchObject({ http: 422, code: 'SIGN_BOX_OF_NOBODY' })
    expect(await rowOf(app, one.templateId)).toMatchObject({ status: 'DRAFT' })
    expect(await statuses(app, one.templateId)).toEqual({})
    const sent = await asAuthor<Invitations>(room.operator, 'addInviteAll', {
      members,
      templates: [two.templateId, one.templateId],
    })
    expect(sent.data.map(({ templateId }) => templateId).sort()).toEqual(
      [one.templateId, two.templateId].sort(),
    )
    expect(await mailsTo(app, email)).toHaveLength(2)
  })

  it('sends a pending document again to the named people who have not acted: their old link ends', async () => {
    const [one, two] = [address('one'), address('two')]
    const { templateId } = await draft(room, {
      people: [{ email: one }, { email: two }],
      signValid: 3,
    })
    await invite(room, templateId)
    const [first, second] = [await signerOf(app, one), await signerOf(app, two)]
    expect((await first.sign()).http).toBe(200)
    app.clock.advance(60_000)
    const again = await invite(room, templateId, [
      { name: 'x', email: one },
      { name: 'y', email: two },
      { name: 'z', email: address('new') },
    ])
    expect(again.data.map(({ email }) => email)).toEqual([two])
    expect(await second.state()).toMatchObject({ http: 401, code: 'SIGN_LINK' })
    expect((await (await signerOf(app, two)).state()).http).toBe(200)
    expect((await first.state()).http).toBe(200)
    expect(await invite(room, templateId, [{ name: 'x', email: one }])).toMatchObject({
      http: 200,
      code: 'NO_RECIPIENTS',
    })
  })

  it('reminds in the same time with a new link, at most once in ten minutes', async () => {
    const email = address('late')
    const { templateId, participants } = await draft(room, { people: [{ email }] })
    const [sent] = (await invite(room, templateId)).data
    const before = await signerOf(app, email)
    expect(await asAuthor(room.operator, 'remind', { templateId })).toMatchObject({
      http: 429,
      code: 'SIGN_REMINDED',
    })
    app.clock.advance(LIMITS.remindAgainMs)
    const reminded = await asAuthor<Invitations>(room.operator, 'remind', {
      templateId,
      participant: participants[0]?.id,
    })
    expect(reminded.data).toEqual([sent])
    expect((await mailsTo(app, email)).at(-1)?.subject).toContain('다시 알림')
    expect((await before.state()).code).toBe('SIGN_LINK')
    expect((await (await signerOf(app, email)).state()).http).toBe(200)
    expect(
      (await asAuthor(room.operator, 'remind', { templateId, participant: 999_999 })).http,
    ).toBe(404)
    expect(await app.logged(room.roomId)).toContain('compose.reminded')
  })

  it('calls a document back: links end with a message, invited people are notified, waiting ones are not', async () => {
    const [one, two] = [address('one'), address('two')]
    const { templateId } = await draft(room, { people: [{ email: one }, { email: two, order: 2 }] })
    await invite(room, templateId)
    const signer = await signerOf(app, one)
    const answer = await asAuthor<Template>(room.operator, 'cancel', { templateId })
    expect(answer.data).toMatchObject({ templateId, status: 'CANCELLED' })
    expect(await signer.state()).toMatchObject({ http: 401, code: 'SIGN_CANCELLED' })
    expect((await signer.sign().catch(() => undefined))?.http).not.toBe(200)
    expect((await mailsTo(app, one)).at(-1)?.subject).toContain('취소')
    expect(await mailsTo(app, two)).toEqual([])
    for (const call of ['cancel', 'remind'])
      expect((await asAuthor(room.operator, call, { templateId })).code).toBe('SIGN_STATE')
    expect((await invite(room, templateId)).code).toBe('SIGN_STATE')
  })

  it('lets a room send no more mails in an hour than it may, all or none', async () => {
    const busy = await app.room()
    const [one, two] = [address('a'), address('b')]
    const { templateId } = await draftToSend(busy, { people: [{ email: one }, { email: two }] })
    await app.database.pool.query(
      `insert into throttles (kind, subject, window_started_at, attempts) values ('signer-mail', $1, $2, $3)`,
      [String(busy.roomId), app.clock.now(), LIMITS.signMailsPerHour - 1],
    )
    expect(await invite(busy, templateId)).toMatchObject({ http: 429, code: 'TOO_MANY' })
    expect(await rowOf(app, templateId)).toMatchObject({ status: 'DRAFT' })
    expect([...(await mailsTo(app, one)), ...(await mailsTo(app, two))]).toEqual([])
  })
})
