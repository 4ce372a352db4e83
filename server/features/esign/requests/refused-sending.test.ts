import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { draft, invite, rowOf, statuses } from '../../../test/scenarios/esign/sending.ts'
import { asAuthor, draftToSend, mailsTo, type Sendable } from '../../../test/scenarios/signing.ts'

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

  const LACKING: Record<string, { options: Sendable; code: string }> = {
    'nobody to sign': {
      options: { people: [{ email: 'copy@law.example', type: 'CC' }] },
      code: 'SIGN_NOBODY',
    },
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
      options: {
        people: [{ email: 'a@law.example' }, { email: 'b@law.example' }],
        boxes: [{ of: 'a@law.example' }],
      },
      code: 'SIGN_WITHOUT_BOX',
    },
  }
  it.each(Object.entries(LACKING))(
    'refuses a draft with %s, and changes nothing',
    async (_, { options, code }) => {
      const { templateId } = await draft(room, options)
      const before = [await rowOf(app, templateId), await statuses(app, templateId)]
      const answer = await invite(room, templateId)
      expect(answer).toMatchObject({
        http: 422,
        code,
        message: expect.stringContaining('계약서.pdf'),
      })
      expect([await rowOf(app, templateId), await statuses(app, templateId)]).toEqual(before)
      expect(await mailsTo(app, 'a@law.example')).toEqual([])
    },
  )

  it('refuses what is no address, a name that turns the direction of reading, and who is shut out of the room', async () => {
    const { templateId } = await draft(room)
    for (const name of ['김\u202e운영', '\u2066김', '김\u2028운영'])
      expect((await invite(room, templateId, [{ name, email: address('turned') }])).http).toBe(400)
    expect(
      await invite(room, templateId, [{ name: 'x', email: 'a@x.example, b@y.example' }]),
    ).toMatchObject({
      http: 400,
      code: 'EMAIL_FORMAT',
    })
    const person = await app.participant(room)
    await room.operator.setRight(person.memberId, 'access', false)
    expect(await invite(room, templateId, [{ name: 'x', email: person.email }])).toMatchObject({
      http: 422,
      code: 'SIGN_SHUT_OUT',
    })
    expect(await statuses(app, templateId)).toEqual({})
  })

  it('notifies no copy recipient who is excluded from the room', async () => {
    const [blocked, removed, copy] = [
      await app.participant(room),
      await app.participant(room),
      address('copy'),
    ]
    const people = [blocked.email, removed.email, copy].map((email) => ({
      email,
      type: 'CC' as const,
    }))
    const { templateId } = await draft(room, {
      name: '참조 문서.pdf',
      people: [{ email: address('kim') }, ...people],
    })
    await room.operator.setRight(blocked.memberId, 'access', false)
    await room.operator.remove(removed.memberId)
    expect((await invite(room, templateId)).http).toBe(200)
    const reported = async (email: string) =>
      (await mailsTo(app, email)).filter(({ subject }) => subject.includes('참조 문서')).length
    expect([
      await reported(blocked.email),
      await reported(removed.email),
      await reported(copy),
    ]).toEqual([0, 0, 1])
  })

  it('C03: is for operators of the room alone, whose documents are all that is found', async () => {
    const other = await app.room()
    const email = address('kim')
    const [own, { templateId }] = [
      await draft(room, { people: [{ email: address('kim') }] }),
      await draftToSend(other, { people: [{ email }] }),
    ]
    for (const [call, body] of [
      ['addInvite', { templateId, members: [] }],
      ['addInviteAll', { templates: [own.templateId, templateId], members: [] }],
      ['addInviteBulk', { templateId, rows: [{ name: 'a', email: 'a@x.example' }] }],
      ['remind', { templateId }],
      ['cancel', { templateId }],
    ] as const) {
      expect({ call, ...(await asAuthor(room.operator, call, body)) }).toMatchObject({
        call,
        http: 404,
        code: 'NOT_FOUND',
      })
      const { client } = await app.participant(other)
      expect({ call, ...(await asAuthor(client, call, body)) }).toMatchObject({
        call,
        http: 403,
        code: 'NOT_OPERATOR',
      })
    }
    expect(await rowOf(app, own.templateId)).toMatchObject({ status: 'DRAFT' })
    expect(await mailsTo(app, email)).toEqual([])
  })
})
