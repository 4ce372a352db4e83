import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Template } from '../../../../contract/features/composed.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { loggedEntries } from '../../../test/scenarios/logged-details.ts'
import { asAuthor, draftToSend, mailsTo, type Sendable, signerOf } from '../../../test/scenarios/signing.ts'
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
  const draft = (options: Sendable = {}) => draftToSend(room, { ...options })
  const invite = (templateId: number, members: readonly unknown[] = [], of = room) =>
    asAuthor<Invitations>(of.operator, 'addInvite', { templateId, members })
  const rowOf = async (templateId: number): Promise<Template> =>
    (await app.database.pool.query('select * from templates where id = $1', [templateId])).rows[0]
  const statuses = async (templateId: number): Promise<Record<string, string>> => {
    const { rows } = await app.database.pool.query('select email, status from template_participants where template_id = $1', [templateId])
    return Object.fromEntries(rows.map(({ email, status }) => [email, status]))
  }

  it('mails a signer who is named a personal link, gives them the boxes of nobody, and keeps no token', async () => {
    const email = address('kim')
    const { templateId, boxes } = await draft({
      name: '비밀유지계약.pdf',
      boxes: [{}, { typeName: 'TEXT' }],
      notice: '9일까지 부탁드립니다.',
    })
    const answer = await invite(templateId, [{ name: '김서명', email }])
    expect(answer).toMatchObject({ http: 200, data: [{ templateId, name: '김서명', email, status: 'INVITED' }] })
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
    expect((await signer.state()).data).toMatchObject({ status: 'SENT', boxes: boxes.map(({ id }) => ({ id, isFilled: false })) })
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
    const { templateId } = await draft({ people: [{ email, type: 'APPROVER' }] })
    const answer = await invite(templateId, [{ name: '다른 이름', email: email.toUpperCase() }])
    expect(answer.data).toMatchObject([{ email, status: 'INVITED' }])
    expect(await statuses(templateId)).toEqual({ [email]: 'INVITED' })
  })

  it('follows the order: the first is invited, the others wait, and copy recipients are notified without a link', async () => {
    const [first, second, copy] = [address('first'), address('second'), address('copy')]
    const { templateId } = await draft({
      people: [
        { email: first, order: 2 },
        { email: second, type: 'APPROVER', order: 5 },
        { email: copy, type: 'CC' },
      ],
    })
    expect((await invite(templateId)).http).toBe(200)
    expect(await statuses(templateId)).toEqual({ [first]: 'INVITED', [second]: 'WAITING', [copy]: 'DONE' })
    expect(await mailsTo(app, second)).toEqual([])
    const [reported] = await mailsTo(app, copy)
    expect(reported?.text).not.toContain('/sign#')
    expect(reported?.text).not.toContain(first)
    const invited = async (): Promise<unknown[]> => {
      const keyring = createRoomKeyring(await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }))
      const entries = await loggedEntries(app.database, keyring, room.roomId, 'compose.invited')
      return entries
        .map(({ doer: actor, details }) => ({ by: actor.email, ...(details as { templateId: number; person: { email: string } }) }))
        .filter((each) => each.templateId === templateId)
        .map(({ by, person }) => [by, person.email])
    }
    const author = (await app.database.pool.query('select email from members where id = $1', [room.operator.me.id])).rows[0].email
    expect(await invited()).toEqual([[author, first]])
    expect((await (await signerOf(app, first)).sign()).http).toBe(200)
    expect(await statuses(templateId)).toEqual({ [first]: 'DONE', [second]: 'INVITED', [copy]: 'DONE' })
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
    const { templateId } = await draft({ people: [{ email: first }, { email: second }], boxes: [{ of: first }, { of: second }] })
    const members = [
      { name: '가', email: first.toUpperCase(), order: 2 },
      { name: '나', email: second, order: 1 },
    ]
    expect((await invite(templateId, members)).http).toBe(200)
    expect(await statuses(templateId)).toEqual({ [first]: 'WAITING', [second]: 'INVITED' })
    expect(await mailsTo(app, first)).toEqual([])
    expect(await invite(templateId, [{ name: '나', email: second, order: 3 }])).toMatchObject({ http: 409, code: 'SIGN_STATE' })
    expect((await invite(templateId, [{ name: '나', email: second, order: 1 }])).http).toBe(200)
    expect((await (await signerOf(app, second)).sign()).http).toBe(200)
    expect(await statuses(templateId)).toEqual({ [first]: 'INVITED', [second]: 'DONE' })
  })

  const LACKING: Record<string, { options: Sendable; code: string }> = {
    'nobody to sign': { options: { people: [{ email: 'copy@law.example', type: 'CC' }] }, code: 'SIGN_NOBODY' },
    'a box of nobody, of two signers': {
      options: {
        people: [{ email: 'a@law.example' }, { email: 'b@law.example' }],
        boxes: [{ of: 'a@law.example' }, { of: 'b@law.example' }, {}],
      },
      code: 'SIGN_BOX_OF_NOBODY',
    },
    'a box and nobody but an approver': {
      options: { people: [{ email: 'a@law.example', type: 'APPROVER' }], boxes: [{}] },
      code: 'SIGN_BOX_OF_NOBODY',
    },
    'a signer without a box': {
      options: { people: [{ email: 'a@law.example' }, { email: 'b@law.example' }], boxes: [{ of: 'a@law.example' }] },
      code: 'SIGN_WITHOUT_BOX',
    },
  }
  it.each(Object.entries(LACKING))('refuses a draft with %s, and changes nothing', async (_, { options, code }) => {
    const { templateId } = await draft(options)
    const before = [await rowOf(templateId), await statuses(templateId)]
    const answer = await invite(templateId)
    expect(answer).toMatchObject({ http: 422, code, message: expect.stringContaining('계약서.pdf') })
    expect([await rowOf(templateId), await statuses(templateId)]).toEqual(before)
    expect(await mailsTo(app, 'a@law.example')).toEqual([])
  })

  it('refuses what is no address, a name that turns the direction of reading, and who is shut out of the room', async () => {
    const { templateId } = await draft()
    for (const name of ['김\u202e운영', '\u2066김', '김\u2028운영'])
      expect((await invite(templateId, [{ name, email: address('turned') }])).http).toBe(400)
    expect(await invite(templateId, [{ name: 'x', email: 'a@x.example, b@y.example' }])).toMatchObject({ http: 400, code: 'EMAIL_FORMAT' })
    const person = await app.participant(room)
    await room.operator.setRight(person.memberId, 'access', false)
    expect(await invite(templateId, [{ name: 'x', email: person.email }])).toMatchObject({ http: 422, code: 'SIGN_SHUT_OUT' })
    expect(await statuses(templateId)).toEqual({})
  })

  it('notifies no copy recipient who is excluded from the room', async () => {
    const [blocked, removed, copy] = [await app.participant(room), await app.participant(room), address('copy')]
    const people = [blocked.email, removed.email, copy].map((email) => ({ email, type: 'CC' as const }))
    const { templateId } = await draft({ name: '참조 문서.pdf', people: [{ email: address('kim') }, ...people] })
    await room.operator.setRight(blocked.memberId, 'access', false)
    await room.operator.remove(removed.memberId)
    expect((await invite(templateId)).http).toBe(200)
    const reported = async (email: string) => (await mailsTo(app, email)).filter(({ subject }) => subject.includes('참조 문서')).length
    expect([await reported(blocked.email), await reported(removed.email), await reported(copy)]).toEqual([0, 0, 1])
  })

  it('C03: is for operators of the room alone, whose documents are all that is found', async () => {
    const other = await app.room()
    const email = address('kim')
    const [own, { templateId }] = [await draft({ people: [{ email: address('kim') }] }), await draftToSend(other, { people: [{ email }] })]
    for (const [call, body] of [
      ['addInvite', { templateId, members: [] }],
      ['addInviteAll', { templates: [own.templateId, templateId], members: [] }],
      ['addInviteBulk', { templateId, rows: [{ name: 'a', email: 'a@x.example' }] }],
      ['remind', { templateId }],
      ['cancel', { templateId }],
    ] as const) {
      expect({ call, ...(await asAuthor(room.operator, call, body)) }).toMatchObject({ call, http: 404, code: 'NOT_FOUND' })
      const { client } = await app.participant(other)
      expect({ call, ...(await asAuthor(client, call, body)) }).toMatchObject({ call, http: 403, code: 'NOT_OPERATOR' })
    }
    expect(await rowOf(own.templateId)).toMatchObject({ status: 'DRAFT' })
    expect(await mailsTo(app, email)).toEqual([])
  })

  it('sends several, or none where one cannot be sent', async () => {
    const email = address('kim')
    const [one, two, three] = [await draft(), await draft(), await draft({ people: [{ email: address('b') }], boxes: [{}, {}] })]
    await draft()
    const members = [{ name: '김서명', email }]
    const refused = await asAuthor(room.operator, 'addInviteAll', { members, templates: [one.templateId, three.templateId] })
    expect(refused).toMatchObject({ http: 422, code: 'SIGN_BOX_OF_NOBODY' })
    expect(await rowOf(one.templateId)).toMatchObject({ status: 'DRAFT' })
    expect(await statuses(one.templateId)).toEqual({})
    const sent = await asAuthor<Invitations>(room.operator, 'addInviteAll', { members, templates: [two.templateId, one.templateId] })
    expect(sent.data.map(({ templateId }) => templateId).sort()).toEqual([one.templateId, two.templateId].sort())
    expect(await mailsTo(app, email)).toHaveLength(2)
  })

  it('sends a pending document again to the named people who have not acted: their old link ends', async () => {
    const [one, two] = [address('one'), address('two')]
    const { templateId } = await draft({ people: [{ email: one }, { email: two }], signValid: 3 })
    await invite(templateId)
    const [first, second] = [await signerOf(app, one), await signerOf(app, two)]
    expect((await first.sign()).http).toBe(200)
    app.clock.advance(60_000)
    const again = await invite(templateId, [
      { name: 'x', email: one },
      { name: 'y', email: two },
      { name: 'z', email: address('new') },
    ])
    expect(again.data.map(({ email }) => email)).toEqual([two])
    expect(await second.state()).toMatchObject({ http: 401, code: 'SIGN_LINK' })
    expect((await (await signerOf(app, two)).state()).http).toBe(200)
    expect((await first.state()).http).toBe(200)
    expect(await invite(templateId, [{ name: 'x', email: one }])).toMatchObject({ http: 200, code: 'NO_RECIPIENTS' })
  })

  it('makes a copy for each row of a bulk invitation, of which each signs for themself', async () => {
    const [holder, approver] = [address('holder'), address('approver')]
    const { templateId, boxes } = await draft({
      name: '동의서.pdf',
      people: [{ email: holder }, { email: approver, type: 'APPROVER', order: 2 }],
      boxes: [{ of: holder }, {}],
    })
    const rows = ['가', '나', '다'].map((name) => ({ name, email: address('row') }))
    const answer = await asAuthor<Invitations>(room.operator, 'addInviteBulk', { templateId, rows })
    expect(answer.http).toBe(200)
    expect(answer.data.filter(({ status }) => status === 'INVITED').map(({ name }) => name)).toEqual(['가', '나', '다'])
    expect(await rowOf(templateId)).toMatchObject({ status: 'DRAFT' })
    expect(await statuses(templateId)).toEqual({ [holder]: 'WAITING', [approver]: 'WAITING' })
    expect(await mailsTo(app, holder)).toEqual([])
    const signers = await Promise.all(rows.map(({ email }) => signerOf(app, email)))
    for (const [index, signer] of signers.entries()) {
      const { data } = await signer.state()
      expect(data).toMatchObject({ name: `동의서.pdf - ${rows[index]?.name}`, boxes: boxes.map(({ id }) => ({ id })) })
    }
    expect((await signers[0]?.sign())?.http).toBe(200)
    expect((await signers[1]?.state())?.data).toMatchObject({
      participant: { status: 'INVITED' },
      boxes: [{ isFilled: false }, { isFilled: false }],
    })
  })

  it('names copies of a bulk invitation as documents can be named, and writes to addresses as mail servers take them', async () => {
    const { templateId } = await draft({ name: '동의서.pdf', people: [{ email: address('holder') }] })
    const [one, two] = [address('row'), address('row')]
    const answer = await asAuthor<Invitations>(room.operator, 'addInviteBulk', {
      templateId,
      rows: [
        { name: '법무/가', email: one.replace('@law.example', '@LAW.Example') },
        { name: '', email: two },
      ],
    })
    expect(answer.data.map(({ email }) => email)).toEqual([one, two])
    const ids = answer.data.map((each) => each.templateId)
    const { rows } = await app.database.pool.query('select name from templates where id = any($1) order by id', [ids])
    expect(rows.map(({ name }) => name)).toEqual([`동의서.pdf - ${one}`, `동의서.pdf - ${two}`])
  })

  it('refuses a bulk invitation with two signers, and the same address twice', async () => {
    const [one, two] = [address('one'), address('two')]
    const pair = await draft({ people: [{ email: one }, { email: two }] })
    const row = { name: '가', email: address('row') }
    expect(await asAuthor(room.operator, 'addInviteBulk', { templateId: pair.templateId, rows: [row] })).toMatchObject({
      code: 'SIGN_ONE_SIGNER',
    })
    const single = await draft({ people: [{ email: one }, { email: two, type: 'CC' }] })
    for (const rows of [
      [row, { ...row, email: row.email.toUpperCase() }],
      [row, { name: '나', email: two }],
    ])
      expect(await asAuthor(room.operator, 'addInviteBulk', { templateId: single.templateId, rows })).toMatchObject({
        code: 'EMAIL_DUPLICATE',
      })
    expect(await mailsTo(app, row.email)).toEqual([])
  })

  it('reminds in the same time with a new link, at most once in ten minutes', async () => {
    const email = address('late')
    const { templateId, participants } = await draft({ people: [{ email }] })
    const [sent] = (await invite(templateId)).data
    const before = await signerOf(app, email)
    expect(await asAuthor(room.operator, 'remind', { templateId })).toMatchObject({ http: 429, code: 'SIGN_REMINDED' })
    app.clock.advance(LIMITS.remindAgainMs)
    const reminded = await asAuthor<Invitations>(room.operator, 'remind', { templateId, participant: participants[0]?.id })
    expect(reminded.data).toEqual([sent])
    expect((await mailsTo(app, email)).at(-1)?.subject).toContain('다시 알림')
    expect((await before.state()).code).toBe('SIGN_LINK')
    expect((await (await signerOf(app, email)).state()).http).toBe(200)
    expect((await asAuthor(room.operator, 'remind', { templateId, participant: 999_999 })).http).toBe(404)
    expect(await app.logged(room.roomId)).toContain('compose.reminded')
  })

  it('calls a document back: links end with a message, invited people are notified, waiting ones are not', async () => {
    const [one, two] = [address('one'), address('two')]
    const { templateId } = await draft({ people: [{ email: one }, { email: two, order: 2 }] })
    await invite(templateId)
    const signer = await signerOf(app, one)
    const answer = await asAuthor<Template>(room.operator, 'cancel', { templateId })
    expect(answer.data).toMatchObject({ templateId, status: 'CANCELLED' })
    expect(await signer.state()).toMatchObject({ http: 401, code: 'SIGN_CANCELLED' })
    expect((await signer.sign().catch(() => undefined))?.http).not.toBe(200)
    expect((await mailsTo(app, one)).at(-1)?.subject).toContain('취소')
    expect(await mailsTo(app, two)).toEqual([])
    for (const call of ['cancel', 'remind']) expect((await asAuthor(room.operator, call, { templateId })).code).toBe('SIGN_STATE')
    expect((await invite(templateId)).code).toBe('SIGN_STATE')
  })

  it('lets a room send no more mails in an hour than it may, all or none', async () => {
    const busy = await app.room()
    const [one, two] = [address('a'), address('b')]
    const { templateId } = await draftToSend(busy, { people: [{ email: one }, { email: two }] })
    await app.database.pool.query(`insert into throttles (kind, subject, window_started_at, attempts) values ('signer-mail', $1, $2, $3)`, [
      String(busy.roomId),
      app.clock.now(),
      LIMITS.signMailsPerHour - 1,
    ])
    expect(await invite(templateId, [], busy)).toMatchObject({ http: 429, code: 'TOO_MANY' })
    expect(await rowOf(templateId)).toMatchObject({ status: 'DRAFT' })
    expect([...(await mailsTo(app, one)), ...(await mailsTo(app, two))]).toEqual([])
  })
})
