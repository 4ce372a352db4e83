import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { MemberRecord } from '../../test/harness/wire-client.ts'
import { loggedDetails, loggedEntries } from '../../test/scenarios/logged-details.ts'
import { createRoomKeyring } from '../rooms/index.ts'

const PERSON = {
  name: '이참여',
  division: '한빛',
  position: '과장',
  email: 'Reader@example.com',
  phone: '010-1234-5678',
}

describe('changing the row of a person', () => {
  let app: TestApp
  let room: TestRoom
  let memberId: number
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
    const invited = await room.operator.invite([PERSON])
    memberId = (invited.json.payload as { id: number }[])[0]?.id ?? 0
  })
  afterAll(() => app.close())

  const row = async (): Promise<Partial<MemberRecord> | undefined> => {
    const member = (await room.operator.members()).find(({ id }) => id === memberId)
    return member && { ...member, mail: null }
  }
  const entries = async () => {
    const keyring = createRoomKeyring(
      await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }),
    )
    return loggedDetails(app.database, keyring, room.roomId, 'member.updated')
  }
  const mails = async () =>
    (await app.database.pool.query('select id from mails where member_id = $1', [memberId])).rows

  it('sets division and position, and logs both as they were and as they are', async () => {
    const before = await row()
    const mailed = await mails()
    const answer = await room.operator.updateMember(memberId, {
      ...PERSON,
      id: 0,
      division: ' 한빛인베스트먼트 ',
      position: '',
    })
    expect(answer.json).toEqual({ status: 'OK', payload: null })
    expect(await row()).toEqual({ ...before, division: '한빛인베스트먼트', position: '' })
    expect(await entries()).toEqual([
      {
        memberId,
        name: '이참여',
        division: '한빛인베스트먼트',
        position: '',
        before: { division: '한빛', position: '과장' },
      },
    ])
    expect(await mails()).toEqual(mailed)
    await room.operator.updateMember(memberId, {
      ...PERSON,
      division: '한빛인베스트먼트',
      position: undefined,
    })
    expect(await entries()).toHaveLength(1)
    await room.operator.updateMember(memberId, {
      name: PERSON.name,
      email: ' Reader@EXAMPLE.com ',
      phone: PERSON.phone,
    })
    expect(await row()).toEqual({ ...before, division: '', position: '' })
    expect(await entries()).toHaveLength(2)
  })

  it('I05: changes no name, no address and no phone number, and then nothing else either', async () => {
    const [before, logged] = [await row(), await app.logged(room.roomId)]
    for (const other of [
      { name: '다른 이름' },
      { email: 'other@example.com' },
      { email: 'reader@example.com' },
      { email: 'Reader@example.com, other@example.com' },
      { email: '' },
      { phone: '010-0000-0000' },
      { phone: '' },
      { phone: undefined },
    ]) {
      expect(
        await room.operator.updateMember(memberId, { ...PERSON, position: '부장', ...other }),
      ).toMatchObject({
        http: 400,
        json: { code: 'PERSON_FIXED' },
      })
    }
    expect(await row()).toEqual(before)
    expect(await app.logged(room.roomId)).toEqual(logged)
  })

  it('I05: takes a whole row and no more, of somebody of the own room, from its operators', async () => {
    const [before, logged] = [await row(), await app.logged(room.roomId)]
    const other = await app.room()
    const person = await app.participant(other)
    const changed = { ...PERSON, position: '부장' }
    expect((await other.operator.updateMember(memberId, changed)).http).toBe(404)
    expect((await person.client.updateMember(memberId, changed)).http).toBe(403)
    expect((await app.stranger().updateMember(memberId, changed)).http).toBe(401)
    expect((await room.operator.updateMember(Number.MAX_SAFE_INTEGER, changed)).http).toBe(404)
    for (const id of [0, -1, 1.5, '1', null, [memberId]]) {
      expect((await room.operator.updateMember(id as number, changed)).http).toBe(400)
    }
    for (const bad of [
      { ...changed, roleId: 4 },
      { ...changed, print: true },
      { ...changed, name: undefined },
      { ...changed, email: undefined },
      { ...changed, position: 'x'.repeat(101) },
      { ...changed, position: '부\n장' },
      { ...changed, position: ['부장'] },
      { ...changed, division: null },
    ]) {
      expect((await room.operator.updateMember(memberId, bad)).http).toBe(400)
    }
    const twice = { body: { id: memberId, roomId: room.roomId, invitedUser: changed } }
    expect(
      (await room.operator.call('POST', '/room/api/room/user/invitedUserUpdate', twice)).http,
    ).toBe(400)
    expect(await row()).toEqual(before)
    expect((await app.logged(room.roomId)).filter((kind) => kind === 'member.updated')).toEqual(
      logged.filter((kind) => kind === 'member.updated'),
    )
    await room.operator.remove(memberId)
    expect((await room.operator.updateMember(memberId, changed)).http).toBe(404)
  })
})

describe('an operator who changes their own name and address', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    room = await app.room()
  })

  const own = async () =>
    (await room.operator.members()).find(({ id }) => id === room.operator.me.id)
  const entries = async (kind: string) => {
    const keyring = createRoomKeyring(
      await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }),
    )
    return loggedEntries(app.database, keyring, room.roomId, kind)
  }
  const codeFor = async (email: string): Promise<string> => {
    let code: string | undefined
    await expect
      .poll(
        async () =>
          (code = (await app.mailsTo(email))
            .map(({ text }) => /\b\d{4} ?\d{4}\b/.exec(text ?? '')?.[0])
            .find(Boolean)),
      )
      .toBeDefined()
    return code ?? ''
  }
  const wrong = (code: string) => (code.startsWith('0') ? `1${code.slice(1)}` : `0${code.slice(1)}`)

  it('has the new name from then on, while entries of the past keep the old one', async () => {
    const guest = await app.participant(room)
    expect((await room.operator.renameSelf(' 김해온 ')).json).toEqual({
      status: 'OK',
      payload: null,
    })
    expect((await own())?.userName).toBe('김해온')
    await room.operator.renameRoom('한빛')
    expect(
      (await entries('member.renamed')).map(({ doer: actor, details }) => [actor.name, details]),
    ).toEqual([['김운영', { memberId: room.operator.me.id, name: '김해온', before: '김운영' }]])
    expect((await entries('member.invited')).map(({ doer: actor }) => actor.name)).toEqual([
      '김운영',
    ])
    expect((await entries('room.renamed')).map(({ doer: actor }) => actor.name)).toEqual(['김해온'])
    for (const bad of ['', ' ', '가\n나', 'x'.repeat(101), 7, null])
      expect((await room.operator.renameSelf(bad)).http).toBe(400)
    expect((await guest.client.renameSelf('남의 이름')).http).toBe(403)
    expect((await room.operator.members()).map(({ userName }) => userName).sort()).toEqual([
      '김해온',
      '이참여',
    ])
  })

  it('keeps the address until the code is entered that the new one was mailed', async () => {
    const before = (await own())?.email ?? ''
    const email = `new-${room.roomId}@hanbit.example`
    expect((await room.operator.askForAddress(` ${email} `)).json.status).toBe('OK')
    const code = await codeFor(email)
    expect((await own())?.email).toBe(before)
    expect((await room.operator.confirmAddress(wrong(code))).json.code).toBe('STEP_REFUSED')
    expect((await room.operator.confirmAddress('abc')).http).toBe(400)
    expect((await own())?.email).toBe(before)
    const confirmed = await room.operator.confirmAddress(code)
    expect(confirmed.json).toEqual({ status: 'OK', payload: { email } })
    expect((await own())?.email).toBe(email)
    expect(
      (await entries('member.address')).map(({ doer: actor, details }) => [actor.email, details]),
    ).toEqual([[before, { memberId: room.operator.me.id, name: '김운영', email, before }]])
    await expect
      .poll(async () => (await app.mailsTo(before)).map(({ subject }) => subject))
      .toContain('[시험 룸] 이메일이 변경되었습니다')
    expect((await room.operator.confirmAddress(code)).json.code).toBe('STEP_EXPIRED')
    const pins = await app.secretsMailedTo(email)
    await app.stranger().call('POST', '/room/admin/auth/comm/findPin', { body: { email } })
    await expect.poll(() => app.secretsMailedTo(email)).toBe(pins + 1)
  })

  it('is refused what is no address, their own, or somebody’s in the room', async () => {
    const guest = await app.participant(room)
    const gone = await app.participant(room)
    await room.operator.remove(gone.memberId)
    for (const bad of ['', 'nobody', 'a@b@c', 'a@example.com, b@example.com']) {
      expect((await room.operator.askForAddress(bad)).json.code).toBe('EMAIL_FORMAT')
    }
    for (const bad of [1, null, undefined])
      expect((await room.operator.askForAddress(bad)).http).toBe(400)
    expect((await room.operator.askForAddress((await own())?.email)).json.code).toBe(
      'ADDRESS_UNCHANGED',
    )
    for (const { email } of [guest, gone]) {
      expect((await room.operator.askForAddress(email.toUpperCase())).json.code).toBe(
        'EMAIL_DUPLICATE',
      )
    }
    expect((await guest.client.askForAddress('guest@hanbit.example')).http).toBe(403)
    const { rows } = await app.database.pool.query(
      'select 1 from address_changes where room_id = $1',
      [room.roomId],
    )
    expect(rows).toEqual([])
  })

  it('has five tries and an hour for a code, which is worth nothing for another operator', async () => {
    const email = `tries-${room.roomId}@hanbit.example`
    await room.operator.askForAddress(email)
    const code = await codeFor(email)
    const other = await app.room()
    expect((await other.operator.confirmAddress(code)).json.code).toBe('STEP_EXPIRED')
    const answers = []
    for (let tries = 0; tries < 5; tries += 1)
      answers.push((await room.operator.confirmAddress(wrong(code))).json.code)
    expect(answers).toEqual([
      'STEP_REFUSED',
      'STEP_REFUSED',
      'STEP_REFUSED',
      'STEP_REFUSED',
      'STEP_SPENT',
    ])
    expect((await room.operator.confirmAddress(code)).json.code).toBe('STEP_SPENT')
    await app.database.pool.query(
      `update address_changes set wrong = 0, created_at = created_at - interval '61 minutes'`,
    )
    expect((await room.operator.confirmAddress(code)).json.code).toBe('STEP_EXPIRED')
    expect((await own())?.email).not.toBe(email)
    for (let times = 0; times < 4; times += 1)
      expect((await room.operator.askForAddress(email)).http).toBe(200)
    expect((await room.operator.askForAddress(email)).http).toBe(429)
  })
})
