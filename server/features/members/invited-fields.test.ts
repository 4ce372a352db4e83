import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { listed, mailTo, people, traces } from '../../test/scenarios/members/invitations.ts'

describe('the fields of an invitation', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  it('I02: sends names as plain text, for any markup in them', async () => {
    const names = [
      '{{7*7}}',
      '<img src=x onerror=alert(1)>',
      '=?utf-8?B?QmNjOiBhQGI=?=',
      'https://evil.example/login',
      '"; DROP TABLE--',
    ]
    for (const [index, name] of names.entries()) {
      const email = `hostile${index}@example.com`
      expect(
        (await room.operator.invite([{ name, email, position: name, division: name }])).json.status,
      ).toBe('OK')
      const mail = await mailTo(app, email)
      expect(mail.text).toContain(name)
      expect(mail.html).not.toContain('<img')
      expect(mail.to).toEqual([{ address: email, name: '' }])
      expect(mail.bcc).toBeUndefined()
      const links = [...(mail.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, url]) => url)
      expect(links).toEqual([
        expect.stringMatching(/^http:\/\/room\.test\/login\?room=\d{4}-\d{4}$/),
      ])
    }
    const before = await traces(app, room)
    for (const name of [
      '가\r\nBcc: a@b.example',
      '가\n나',
      '가\u0000나',
      '',
      '   ',
      'x'.repeat(101),
    ]) {
      expect((await room.operator.invite([{ name, email: 'never@example.com' }])).http).toBe(400)
    }
    for (const field of ['position', 'division']) {
      expect(
        (
          await room.operator.invite([
            { name: '가', [field]: '나\r\n다', email: 'never@example.com' },
          ])
        ).http,
      ).toBe(400)
    }
    expect(await traces(app, room)).toEqual(before)
  })

  it.each([
    'a@x.example\r\nBcc: b@y.example',
    'a@x.example%0d%0aBcc:b@y.example',
    'a@x.example,b@y.example',
    'a@x.example;b@y.example',
    'a@x.example b@y.example',
    'group: a@x.example, b@y.example;',
    '"b@y"@x.example',
    '"quoted"@x.example',
    'a@b@x.example',
    'A <a@x.example>',
    'a(comment)@x.example',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@раypal.example',
    'ａ@x.example',
    'a@x.example.',
    'a@-x.example',
    '@x.example',
    'a@',
    'a',
    '',
    '   ',
    `${'a'.repeat(65)}@x.example`,
    `a@${'x'.repeat(250)}.example`,
    '../../etc/passwd',
  ])('I03: refuses the address %j before anything is done', async (email) => {
    const before = await traces(app, room)
    const answer = await room.operator.invite([
      { name: '가', email: 'good@example.com' },
      { name: '나', email },
    ])
    expect(answer).toMatchObject({ http: 400, json: { code: 'EMAIL_FORMAT' } })
    expect(await traces(app, room)).toEqual(before)
  })

  it('takes no name, division or position that turns the direction of reading or breaks the line, as no file name does', async () => {
    const before = await traces(app, room)
    for (const bad of [
      '김\u202e운영',
      '\u2066김',
      '김\u2028운영',
      '김\u2029운영',
      '\ud800',
      '김\u0085',
    ])
      for (const field of ['name', 'division', 'position'] as const) {
        const [person] = people(1)
        expect(await room.operator.invite([{ ...person, [field]: bad }])).toMatchObject({
          http: 400,
          json: { code: 'BAD_REQUEST' },
        })
      }
    expect(await traces(app, room)).toEqual(before)
    // Names may contain right-to-left script, joiners and direction marks.
    const names = ['محمد', 'שרה', 'कृ\u200dष्ण', 'A\u200eB']
    for (const name of names) {
      const [person] = people(1)
      expect((await room.operator.invite([{ ...person, name }])).json.status).toBe('OK')
    }
  })

  it('I03: refuses an address of a megabyte without looking at it', async () => {
    const before = await traces(app, room)
    for (const length of [2_000, 900_000, 1_200_000]) {
      expect([400, 413]).toContain(
        (await room.operator.invite([{ name: '가', email: `${'a'.repeat(length)}@x.example` }]))
          .http,
      )
    }
    expect(await traces(app, room)).toEqual(before)
  })

  it.each([
    ['010-1234-5678', true],
    ['+82 (0)10 1234.5678', true],
    ['119', true],
    ['', true],
    ['  010-1234-5678  ', true],
    ['--- ---', false],
    ['call me', false],
    ['010-1234-5678; rm -rf', false],
    ['０１０-1234', false],
    ['<b>1234</b>', false],
    ['1'.repeat(41), false],
    ['010\r\n1234', false],
  ])('takes the telephone number %j: %s', async (phone, taken) => {
    const before = await traces(app, room)
    const [person] = people(1)
    const answer = await room.operator.invite([{ ...person, phone }])
    if (taken) {
      expect((await listed(room)).find(({ email }) => email === person?.email)?.phone).toBe(
        phone.trim(),
      )
    } else {
      expect(answer.http).toBe(400)
      expect(await traces(app, room)).toEqual(before)
    }
  })
})
