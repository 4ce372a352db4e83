import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { draft, rowOf, statuses } from '../../../test/scenarios/esign/sending.ts'
import { asAuthor, mailsTo, signerOf } from '../../../test/scenarios/signing.ts'
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

  it('makes a copy for each row of a bulk invitation, of which each signs for themself', async () => {
    const [holder, approver] = [address('holder'), address('approver')]
    const { templateId, boxes } = await draft(room, {
      name: '동의서.pdf',
      people: [{ email: holder }, { email: approver, type: 'APPROVER', order: 2 }],
      boxes: [{ of: holder }, {}],
    })
    const rows = ['가', '나', '다'].map((name) => ({ name, email: address('row') }))
    const answer = await asAuthor<Invitations>(room.operator, 'addInviteBulk', { templateId, rows })
    expect(answer.http).toBe(200)
    expect(
      answer.data.filter(({ status }) => status === 'INVITED').map(({ name }) => name),
    ).toEqual(['가', '나', '다'])
    expect(await rowOf(app, templateId)).toMatchObject({ status: 'DRAFT' })
    expect(await statuses(app, templateId)).toEqual({ [holder]: 'WAITING', [approver]: 'WAITING' })
    expect(await mailsTo(app, holder)).toEqual([])
    const signers = await Promise.all(rows.map(({ email }) => signerOf(app, email)))
    for (const [index, signer] of signers.entries()) {
      const { data } = await signer.state()
      expect(data).toMatchObject({
        name: `동의서.pdf - ${rows[index]?.name}`,
        boxes: boxes.map(({ id }) => ({ id })),
      })
    }
    expect((await signers[0]?.sign())?.http).toBe(200)
    expect((await signers[1]?.state())?.data).toMatchObject({
      participant: { status: 'INVITED' },
      boxes: [{ isFilled: false }, { isFilled: false }],
    })
  })

  it('names copies of a bulk invitation as documents can be named, and writes to addresses as mail servers take them', async () => {
    const { templateId } = await draft(room, {
      name: '동의서.pdf',
      people: [{ email: address('holder') }],
    })
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
    const { rows } = await app.database.pool.query(
      'select name from templates where id = any($1) order by id',
      [ids],
    )
    expect(rows.map(({ name }) => name)).toEqual([`동의서.pdf - ${one}`, `동의서.pdf - ${two}`])
  })

  it('refuses a bulk invitation with two signers, and the same address twice', async () => {
    const [one, two] = [address('one'), address('two')]
    const pair = await draft(room, { people: [{ email: one }, { email: two }] })
    const row = { name: '가', email: address('row') }
    expect(
      await asAuthor(room.operator, 'addInviteBulk', { templateId: pair.templateId, rows: [row] }),
    ).toMatchObject({
      code: 'SIGN_ONE_SIGNER',
    })
    const single = await draft(room, { people: [{ email: one }, { email: two, type: 'CC' }] })
    for (const rows of [
      [row, { ...row, email: row.email.toUpperCase() }],
      [row, { name: '나', email: two }],
    ])
      expect(
        await asAuthor(room.operator, 'addInviteBulk', { templateId: single.templateId, rows }),
      ).toMatchObject({
        code: 'EMAIL_DUPLICATE',
      })
    expect(await mailsTo(app, row.email)).toEqual([])
  })
})
