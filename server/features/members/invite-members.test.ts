import fs from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { loggedEntries } from '../../test/scenarios/logged-details.ts'
import { createRoomKeyring } from '../rooms/index.ts'

interface InvitedMemberRow {
  readonly id: number
  readonly userId: number
  readonly userName: string
  readonly email: string
  readonly phone: string
}

type Traces = Record<'members' | 'users' | 'pins' | 'mails' | 'entries' | 'counted', number>

describe('inviting', () => {
  let app: TestApp
  let room: TestRoom
  let batches = 0
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  const people = (count: number): { id: number; name: string; email: string }[] => {
    batches += 1
    return Array.from({ length: count }, (_, index) => ({
      id: index,
      name: `사람 ${index}`,
      email: `batch${batches}-${index}@example.com`,
    }))
  }
  const traces = async (of: TestRoom): Promise<Traces> => {
    const { rows } = await app.database.pool.query(
      `select (select count(*)::int from members where room_id = $1) members, (select count(*)::int from users where room_id = $1) users,
              (select count(*)::int from pins where room_id = $1) pins, (select count(*)::int from mails where room_id = $1 and kind = 'pin') mails,
              (select count(*)::int from activity_entries where room_id = $1) entries, (select member_count from rooms where id = $1) counted`,
      [of.roomId],
    )
    return rows[0]
  }
  const listed = async (of: TestRoom): Promise<(InvitedMemberRow & Record<string, unknown>)[]> =>
    (await of.operator.call('GET', `/room/api/room/roomManger/list/${of.roomId}`)).json.payload as (InvitedMemberRow &
      Record<string, unknown>)[]
  const mailTo = async (email: string): Promise<Email & { source: string }> => {
    await app.pinMailedTo(email)
    const folder = path.join(app.dataDir, 'outbox')
    for (const name of await fs.readdir(folder)) {
      const source = await fs.readFile(path.join(folder, name), 'utf8')
      const mail = await PostalMime.parse(source)
      if (mail.to?.some((to) => to.address === email)) return { ...mail, source }
    }
    throw new Error('no such mail')
  }

  it('I01: takes 1 to 30 people, each a participant with access and no other right', async () => {
    const before = await traces(room)
    for (const count of [31, 0]) expect((await room.operator.invite(people(count))).http).toBe(400)
    expect(await traces(room)).toEqual(before)
    const thirty = people(30)
    const answer = await room.operator.invite(thirty)
    expect(answer.json.payload).toEqual(thirty.map(({ name, email }) => ({ id: expect.any(Number), userName: name, email })))
    for (const row of (await listed(room)).filter(({ email }) => thirty.some((person) => person.email === email))) {
      expect(row).toMatchObject({ print: false, download: false, access: true, roleId: 5, lastSeenAt: null })
    }
    const pins = await Promise.all(thirty.map(({ email }) => app.pinMailedTo(email)))
    expect(new Set(pins).size).toBe(30)
    for (const pin of pins) expect(answer.text).not.toContain(pin)
  })

  it('I01: keeps to the limit of users when two calls of thirty come at once [user-limit]', async () => {
    const limited = await app.room({ userLimit: 45 })
    const answers = await Promise.all([limited.operator.invite(people(30)), limited.operator.invite(people(30))])
    expect(answers.map(({ json }) => json.status).sort()).toEqual(['EXCEPTION', 'OK'])
    expect(answers.find(({ json }) => json.status === 'EXCEPTION')).toMatchObject({ http: 200, json: { code: 'USER_LIMIT' } })
    expect(await traces(limited)).toMatchObject({ members: 31, users: 31, pins: 31, mails: 30, counted: 31 })
    expect((await limited.operator.invite(people(15))).json.code).toBe('USER_LIMIT')
    expect((await limited.operator.invite(people(14))).json.status).toBe('OK')
    const [last] = (await listed(limited)).slice(-1)
    expect((await limited.operator.invite(people(1))).json.code).toBe('USER_LIMIT')
    await limited.operator.remove(last?.id ?? 0)
    expect((await limited.operator.invite(people(1))).json.status).toBe('OK')
  })

  it('invites nobody when an address is there twice, in any case and with spaces around it', async () => {
    const [known, ...others] = people(4)
    await room.operator.invite([known ?? {}])
    const before = await traces(room)
    for (const email of [known?.email, known?.email.toUpperCase(), `  ${known?.email}\t`]) {
      const answer = await room.operator.invite([...others, { name: '둘째', email }])
      expect(answer).toMatchObject({ http: 200, json: { status: 'EXCEPTION', code: 'EMAIL_DUPLICATE' } })
      expect(answer.json.payload).toContain(known?.email)
      expect(answer.json.payload).not.toContain(others[0]?.email)
    }
    const twice = await room.operator.invite([
      others[0] ?? {},
      others[1] ?? {},
      { name: '셋째', email: ` ${others[0]?.email.toUpperCase()} ` },
    ])
    expect(twice.json.code).toBe('EMAIL_DUPLICATE')
    expect(await traces(room)).toEqual(before)
    expect((await room.operator.invite(others)).json.status).toBe('OK')
  })

  it('lets one of two through that invite the same person at the same time', async () => {
    const [person] = people(1)
    const before = await traces(room)
    const answers = await Promise.all([room.operator.invite([person ?? {}]), room.operator.invite([person ?? {}])])
    expect(answers.map(({ json }) => json.code ?? json.status).sort()).toEqual(['EMAIL_DUPLICATE', 'OK'])
    expect((await traces(room)).members).toBe(before.members + 1)
  })

  it('gives a person who was removed the same user id and a new membership', async () => {
    const person = await app.participant(room)
    const before = (await listed(room)).find(({ id }) => id === person.memberId)
    await room.operator.setRight(person.memberId, 'download', true)
    await room.operator.remove(person.memberId)
    expect((await listed(room)).map(({ id }) => id)).not.toContain(person.memberId)
    expect((await room.operator.invite([{ name: '돌아온 사람', email: person.email.toUpperCase() }])).json.status).toBe('OK')
    const after = (await listed(room)).find(({ userId }) => userId === before?.userId)
    expect(after).toMatchObject({ userName: '돌아온 사람', download: false })
    expect(after?.id).not.toBe(person.memberId)
    expect((await app.stranger().join(person.pin)).json.code).toBe('PIN_REFUSED')
  })

  it('I02: sends names as plain text, for any markup in them', async () => {
    const names = ['{{7*7}}', '<img src=x onerror=alert(1)>', '=?utf-8?B?QmNjOiBhQGI=?=', 'https://evil.example/login', '"; DROP TABLE--']
    for (const [index, name] of names.entries()) {
      const email = `hostile${index}@example.com`
      expect((await room.operator.invite([{ name, email, position: name, division: name }])).json.status).toBe('OK')
      const mail = await mailTo(email)
      expect(mail.text).toContain(name)
      expect(mail.html).not.toContain('<img')
      expect(mail.to).toEqual([{ address: email, name: '' }])
      expect(mail.bcc).toBeUndefined()
      const links = [...(mail.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, url]) => url)
      expect(links).toEqual([expect.stringMatching(/^http:\/\/room\.test\/login\?room=\d{4}-\d{4}$/)])
    }
    const before = await traces(room)
    for (const name of ['가\r\nBcc: a@b.example', '가\n나', '가\u0000나', '', '   ', 'x'.repeat(101)]) {
      expect((await room.operator.invite([{ name, email: 'never@example.com' }])).http).toBe(400)
    }
    for (const field of ['position', 'division']) {
      expect((await room.operator.invite([{ name: '가', [field]: '나\r\n다', email: 'never@example.com' }])).http).toBe(400)
    }
    expect(await traces(room)).toEqual(before)
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
    const before = await traces(room)
    const answer = await room.operator.invite([
      { name: '가', email: 'good@example.com' },
      { name: '나', email },
    ])
    expect(answer).toMatchObject({ http: 400, json: { code: 'EMAIL_FORMAT' } })
    expect(await traces(room)).toEqual(before)
  })

  it('takes no name, division or position that turns the direction of reading or breaks the line, as no file name does', async () => {
    const before = await traces(room)
    for (const bad of ['김\u202e운영', '\u2066김', '김\u2028운영', '김\u2029운영', '\ud800', '김\u0085'])
      for (const field of ['name', 'division', 'position'] as const) {
        const [person] = people(1)
        expect(await room.operator.invite([{ ...person, [field]: bad }])).toMatchObject({ http: 400, json: { code: 'BAD_REQUEST' } })
      }
    expect(await traces(room)).toEqual(before)
    // Names may contain right-to-left script, joiners and direction marks.
    const names = ['محمد', 'שרה', 'कृ\u200dष्ण', 'A\u200eB']
    for (const name of names) {
      const [person] = people(1)
      expect((await room.operator.invite([{ ...person, name }])).json.status).toBe('OK')
    }
  })

  it('I03: refuses an address of a megabyte without looking at it', async () => {
    const before = await traces(room)
    for (const length of [2_000, 900_000, 1_200_000]) {
      expect([400, 413]).toContain((await room.operator.invite([{ name: '가', email: `${'a'.repeat(length)}@x.example` }])).http)
    }
    expect(await traces(room)).toEqual(before)
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
    const before = await traces(room)
    const [person] = people(1)
    const answer = await room.operator.invite([{ ...person, phone }])
    if (taken) {
      expect((await listed(room)).find(({ email }) => email === person?.email)?.phone).toBe(phone.trim())
    } else {
      expect(answer.http).toBe(400)
      expect(await traces(room)).toEqual(before)
    }
  })

  it('believes nothing of the body about who invites, and takes no key that is not named', async () => {
    const other = await app.room()
    const [person] = people(1)
    const send = (body: Record<string, unknown>) =>
      room.operator.call('POST', '/room/api/room/user/invite', {
        body: { id: room.operator.me.id, roomId: room.roomId, inviteUserList: [person], ...body },
      })
    expect((await send({ roomId: other.roomId })).http).toBe(404)
    expect((await send({ id: other.operator.me.id })).http).toBe(404)
    expect((await send({ role: 4 })).http).toBe(400)
    expect((await send({ inviteUserList: [{ ...person, roleId: 4 }] })).http).toBe(400)
    expect((await send({ inviteUserList: [{ ...person, access: true }] })).http).toBe(400)
    expect((await send({ inviteUserList: { 0: person } })).http).toBe(400)
    expect(await traces(other)).toMatchObject({ members: 1, mails: 0 })
    expect((await listed(room)).map(({ email }) => email)).not.toContain(person?.email)
  })

  it('writes the mail in the language of the operator', async () => {
    const [person] = people(1)
    await room.operator.call('POST', '/room/api/room/user/invite', {
      body: { id: room.operator.me.id, roomId: room.roomId, inviteUserList: [person] },
      headers: { 'accept-language': 'en' },
    })
    const mail = await mailTo(person?.email ?? '')
    expect(mail.subject).toBe('[시험 룸] Your data room PIN')
    expect(mail.text).toContain('Dear 사람 0,')
  })

  it('says in the mail who invites, for which room, and whom to call', async () => {
    const other = await app.room()
    const own = (await other.operator.members())[0]
    await other.operator.updateMember(own?.id ?? 0, { name: own?.userName, email: own?.email, division: '한빛테크', phone: '' })
    await app.database.pool.query("update members set phone = '02-123-4567' where id = $1", [own?.id])
    const [first, second] = people(2)
    const mailIn = async (language: string, person: { email: string } | undefined) => {
      await other.operator.call('POST', '/room/api/room/user/invite', {
        body: { id: other.operator.me.id, roomId: other.roomId, inviteUserList: [person] },
        headers: { 'accept-language': language },
      })
      return (await mailTo(person?.email ?? '')).text
    }
    const ko = await mailIn('ko', first)
    expect(ko).toContain("김운영 님(한빛테크)이 '시험 룸' 데이터룸에 초대했습니다. 아래 PIN으로")
    expect(ko).toContain(`문의: 김운영, 02-123-4567, ${own?.email}`)
    expect(ko).not.toContain('초대되었습니다')
    await other.operator.renameRoom("x' pay at http://evil.example/now")
    const en = await mailIn('en', second)
    expect(en?.replaceAll('\u200c', '')).toContain(
      "김운영 (한빛테크) has invited you to the data room 'x’ pay at http://evil.example/now'.",
    )
    expect(en).toContain(`Contact: 김운영, 02-123-4567, ${own?.email}`)
    expect(en?.split('\n').find((line) => line.includes('has invited you'))).not.toMatch(/http:\/\/|evil\.example/)
  })

  describe('shows a PIN to an operator, once', () => {
    const pinOf = (answer: { json: { payload: unknown } }) => (answer.json.payload as { pin: string }).pin
    const newcomer = async () => {
      const [person] = people(1)
      const { json } = await room.operator.invite([person ?? {}])
      const memberId = (json.payload as { id: number }[])[0]?.id ?? 0
      return { memberId, email: person?.email ?? '', mailed: await app.pinMailedTo(person?.email ?? '') }
    }
    const joinedEntries = async (memberId: number) => {
      const keyring = createRoomKeyring(await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }))
      const { rows } = await app.database.pool.query('select email from members where id = $1', [memberId])
      const entries = await loggedEntries(app.database, keyring, room.roomId, 'session.joined')
      return entries.filter(({ doer: actor }) => actor.email === rows[0].email).map(({ details }) => details)
    }

    it('which replaces the mailed one, and the first login with it says so', async () => {
      const { memberId, email, mailed } = await newcomer()
      const shown = await room.operator.showPin(memberId, room.code)
      const pin = pinOf(shown)
      expect(pin).toMatch(/^\d{3}-\d{2}-\d{11}$/)
      expect(shown.headers.get('cache-control')).toContain('no-store')
      expect((await app.stranger().join(mailed)).json.code).toBe('PIN_REFUSED')
      for (let times = 0; times < 2; times += 1) expect((await app.stranger().join(pin)).json.status).toBe('OK')
      expect(await joinedEntries(memberId)).toEqual([
        { by: 'pin', device: 'new', shown: true },
        { by: 'pin', device: 'new' },
      ])
      expect((await app.logged(room.roomId)).filter((kind) => kind === 'member.pin-shown')).toHaveLength(1)
      await expect.poll(async () => (await app.mailsTo(email)).map(({ subject }) => subject)).toContain('[시험 룸] PIN 전달 안내')
      for (const mail of await app.mailsTo(email)) expect(mail.text).not.toContain(pin)
      expect(app.log.text()).not.toContain(pin)
      expect(app.log.text()).not.toContain(pin.replaceAll('-', ''))
      expect((await room.operator.showPin(memberId, room.code)).json).toMatchObject({ status: 'EXCEPTION', code: 'PIN_IN_USE' })
      expect((await app.stranger().join(pin)).json.status).toBe('OK')
    })

    it('with the second step, also says so', async () => {
      const { memberId, email } = await newcomer()
      const pin = pinOf(await room.operator.showPin(memberId, room.code))
      await room.operator.entering(true)
      const client = app.stranger()
      await client.join(pin)
      let code: string | undefined
      await expect
        .poll(async () => (code = (await app.mailsTo(email)).map(({ text }) => /\b\d{4} ?\d{4}\b/.exec(text ?? '')?.[0]).find(Boolean)))
        .toBeDefined()
      expect((await client.prove(code ?? '')).json.status).toBe('OK')
      await room.operator.entering(false)
      expect(await joinedEntries(memberId)).toEqual([{ by: 'pin', step: true, device: 'new', shown: true }])
    })

    it('and to no one with a wrong code, nor of an operator, of a blocked person or of another room', async () => {
      const { memberId, mailed } = await newcomer()
      const other = await app.room()
      const refusals = async (answer: Promise<{ http: number; json: { code?: string } }>) => {
        const { http, json } = await answer
        return [http, json.code]
      }
      expect(await refusals(room.operator.showPin(memberId, '00-00000-00'))).toEqual([200, 'CODE_DIFFERS'])
      expect(await refusals(other.operator.showPin(memberId, other.code))).toEqual([404, 'NOT_FOUND'])
      await room.operator.setRight(memberId, 'access', false)
      expect(await refusals(room.operator.showPin(memberId, room.code))).toEqual([200, 'PIN_OF_BLOCKED'])
      await room.operator.setRight(memberId, 'access', true)
      await room.operator.setRole(memberId, 4)
      expect(await refusals(room.operator.showPin(memberId, room.code))).toEqual([200, 'PIN_OF_OPERATOR'])
      await room.operator.setRole(memberId, 5)
      expect((await app.logged(room.roomId)).slice(-5)).not.toContain('member.pin-shown')
      expect((await app.stranger().join(mailed)).json.status).toBe('OK')
    })
  })
})
