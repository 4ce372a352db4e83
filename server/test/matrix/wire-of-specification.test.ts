import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestPerson, type TestRoom } from '../harness/test-app.ts'
import { messageMails } from '../scenarios/message-mails.ts'
import {
  aNumber,
  anInstant,
  aText,
  get,
  own,
  PDF,
  payloadOf,
  post,
} from '../scenarios/specification/wire.ts'

let app: TestApp
let room: TestRoom
let reader: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
  reader = await app.participant(room)
})
afterAll(() => app.close())

describe('the calls as the specification writes them: room and login', () => {
  it('answers an entry with status and the session [wire-join]', async () => {
    const { http, json } = await app.stranger().call('POST', `/room/api/room/join/${reader.pin}`)
    expect(http).toBe(200)
    expect(json).toMatchObject({
      status: 'OK',
      payload: {
        jwt: aText,
        roomId: room.roomId,
        roomNo: room.roomNo,
        roleId: 5,
        userId: aNumber,
        id: reader.memberId,
        email: reader.email,
        name: '이참여',
        print: false,
        download: false,
      },
    })
  })

  it('accepts the agreement by its query, and returns the room, its switches and the own rights [wire-room]', async () => {
    const { client } = reader
    const { id, userId, roomId } = client.me
    expect(await client.call('POST', `/room/api/room/checkAgree?id=${id}`)).toMatchObject({
      http: 200,
      json: { status: 'OK' },
    })
    const info = {
      roomName: '시험 룸',
      roomNo: room.roomNo,
      watermark: true,
      noti: true,
      createdAt: anInstant,
    }
    expect(await payloadOf(get(room, `/room/api/room/info/${roomId}`, client))).toMatchObject(info)
    const rights = { managementId: id, roomId, userId }
    expect(await payloadOf(post(room, '/room/api/room/toggle', rights, client))).toEqual({
      print: false,
      download: false,
    })
    await room.operator.setRight(id, 'print', true)
    expect(await payloadOf(post(room, '/room/api/room/toggle', rights, client))).toEqual({
      print: true,
      download: false,
    })
    await room.operator.setRight(id, 'print', false)

    const toggles = (noti: boolean, watermark: boolean) =>
      room.operator.call('PUT', '/room/api/room/update/toggle', {
        body: { id: roomId, noti, watermark },
      })
    await payloadOf(toggles(false, false))
    expect(await payloadOf(get(room, `/room/api/room/info/${roomId}`))).toMatchObject({
      watermark: false,
      noti: false,
    })
    await payloadOf(toggles(true, true))
  })

  it('takes the operator code, and mails a lost PIN and a lost code [wire-secrets]', async () => {
    const other = await app.room()
    const { userId, email } = other.operator.me
    const check = (code: string) =>
      post(
        room,
        '/room/admin/auth/comm/checkManagerPin',
        { code, roomId: other.roomId, userId },
        other.operator,
      )
    expect(await payloadOf(check('00-00000-00'))).toEqual({ checked: false })
    expect(await payloadOf(check(other.code))).toEqual({ checked: true })
    expect(
      (await app.stranger().call('GET', `/room/admin/auth/comm/findPin/${email}`)).json.status,
    ).toBe('OK')
    expect(await app.pinMailedTo(email)).toMatch(/^\d{3}-\d{2}-\d{11}$/)
    expect(
      (await app.stranger().call('GET', '/room/admin/auth/comm/findPin/nobody@example.com')).json,
    ).toMatchObject({
      status: 'EXCEPTION',
      payload: '등록되지 않은 이메일 주소입니다.',
    })
    await payloadOf(
      post(
        room,
        '/room/admin/auth/comm/findCode',
        { roomNo: other.roomNo, userId },
        other.operator,
      ),
    )
    expect(await app.codeMailedTo(email)).toMatch(/^[0-9A-Z]{2}-[0-9A-Z]{5}-[0-9A-Z]{2}$/)
  })

  it('lists people, history and days, and the room in numbers [wire-lists]', async () => {
    const people = await payloadOf(get(room, `/room/api/room/roomManger/list/${room.roomId}`))
    expect(people).toContainEqual(
      expect.objectContaining({
        id: reader.memberId,
        userName: '이참여',
        createdAt: anInstant,
        print: false,
        download: false,
        access: true,
      }),
    )
    const entry = {
      createdAt: anInstant,
      name: aText,
      position: aText,
      email: aText,
      description: aText,
    }
    const whole = await payloadOf(get(room, `/room/api/room/roomActivity/list/${room.roomId}`))
    expect(whole).toMatchObject({
      roomActivityItem: expect.arrayContaining([expect.objectContaining(entry)]),
    })
    const { userId } = reader.client.me
    const asked = await payloadOf(
      get(room, `/room/api/room/roomActivity/list/${room.roomId}?roomUserId=${userId}`),
    )
    const { roomActivityItem: theirs } = asked as { roomActivityItem: { name: string }[] }
    expect(new Set(theirs.map(({ name }) => name))).toEqual(new Set(['이참여']))
    expect(
      await payloadOf(
        post(room, `/room/api/room/detailHistory/${room.roomId}`, { roomUserId: userId }),
      ),
    ).toEqual(asked)
    expect(
      await payloadOf(get(room, `/room/api/room/roomUser/list/${room.roomId}`)),
    ).toContainEqual({ userName: '이참여', id: userId })
    await app.program.sequence()
    expect(await payloadOf(get(room, `/room/api/room/getDailyLogs/${room.roomId}`))).toMatchObject({
      createdAt: anInstant,
      dailyLogByDate: [
        {
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          users: [{ name: aText }, { name: aText }],
          total: aNumber,
        },
      ],
    })
    await room.operator.upload([['현황/문서.pdf', PDF]])
    const { info, fileList } = (await payloadOf(
      get(room, `/room/api/room/dashboard/info/${room.roomId}`),
    )) as Record<string, unknown>
    expect(info).toEqual({
      blockPrint: 1,
      blockDownload: 1,
      blockAccess: 0,
      userCnt: 2,
      userLimit: 10_000,
      nowStorage: aNumber,
      maxStorage: 10_000_000_000,
      fileCnt: 1,
      todayLogCnt: aNumber,
      roomName: '시험 룸',
    })
    expect(fileList).toEqual([{ id: aNumber, fileName: '현황', fileCnt: 1, size: PDF.length }])
  })

  it('invites, invites again, sets a right, changes a row and ends a membership [wire-people]', async () => {
    const row = {
      id: 0,
      division: '한빛',
      name: '최초대',
      position: '과장',
      email: `invited${room.roomId}@example.com`,
      phone: '010-1234-5678',
    }
    const invited = await payloadOf(
      post(room, '/room/api/room/user/invite', { ...own(room), inviteUserList: [row] }),
    )
    expect(invited).toEqual([{ id: aNumber, userName: '최초대', email: row.email }])
    const [{ id } = { id: 0 }] = invited as { id: number }[]
    const member = async () => (await room.operator.members()).find((each) => each.id === id)
    expect(await member()).toMatchObject({
      print: false,
      download: false,
      access: true,
      roleId: 5,
      phone: '010-1234-5678',
    })
    const again = await post(room, '/room/api/room/user/invite', {
      ...own(room),
      inviteUserList: [{ ...row, email: ` ${row.email.toUpperCase()}` }],
    })
    expect(again.json).toMatchObject({
      status: 'EXCEPTION',
      payload: `이미 초대된 이메일 주소입니다: ${row.email}`,
    })
    await payloadOf(post(room, '/room/api/room/user/invite/update', { id, roomId: room.roomId }))
    for (const target of ['print', 'download']) {
      await payloadOf(
        post(room, '/room/api/room/user/invitedUserSetup', {
          roomManagerId: id,
          target,
          value: true,
        }),
      )
      expect(await member()).toMatchObject({ [target]: true })
    }
    await payloadOf(
      post(room, '/room/api/room/user/invitedUserSetup', {
        roomManagerId: id,
        target: 'access',
        value: false,
      }),
    )
    expect(await member()).toMatchObject({ print: true, download: true, access: false })
    await payloadOf(
      post(room, '/room/api/room/user/invitedUserUpdate', {
        id,
        invitedUser: { ...row, division: '누리', position: '' },
      }),
    )
    expect(await member()).toMatchObject({ division: '누리', position: '' })
    await payloadOf(get(room, `/room/api/room/user/deleteInvited/${id}`))
    expect(await member()).toBeUndefined()
  })

  it('refuses thirty-one people and none at all [wire-thirty]', async () => {
    const people = Array.from({ length: 31 }, (_, at) => ({
      id: at,
      name: `사람 ${at}`,
      email: `many${at}@example.com`,
    }))
    for (const inviteUserList of [people, []])
      expect(
        (await post(room, '/room/api/room/user/invite', { ...own(room), inviteUserList })).http,
      ).toBe(400)
    expect(
      await payloadOf(
        post(room, '/room/api/room/user/invite', {
          ...own(room),
          inviteUserList: people.slice(0, 30),
        }),
      ),
    ).toHaveLength(30)
    expect(
      (await room.operator.members()).filter(({ email }) => email.startsWith('many')),
    ).toHaveLength(30)
  })
})

describe('the calls as the specification writes them: messages', () => {
  it('writes to operators and to users, with a JSON part and a file [wire-messages]', async () => {
    const other = await app.room()
    const { client, email } = await app.participant(other, '박독자')
    const send = (call: string, from: typeof client, data: object) => {
      const { roleId, roomId, userId } = from.me
      const form = new FormData()
      form.set(
        'data',
        new Blob([JSON.stringify({ ...data, sender: { roleId, roomId, userId } })], {
          type: 'application/json',
        }),
      )
      form.set('file', new File([new Uint8Array(PDF)], '붙임.pdf'))
      return payloadOf(from.call('POST', `/room/api/message/${call}`, { form }))
    }
    await send('sendByUser', client, { title: '운영자에게', content: '내용' })
    const [toOperator] = await messageMails(app, '운영자에게')
    expect(toOperator).toMatchObject({
      to: [other.operator.me.email],
      files: [{ name: '붙임.pdf' }],
    })
    expect(
      await payloadOf(
        post(room, '/room/api/message/getRoomUsers', { roomId: other.roomId }, other.operator),
      ),
    ).toEqual([{ userId: client.me.userId, name: '박독자', email, phone: '' }])
    const recipients = [
      { name: '박독자', email },
      { name: '주소 없음', email: '' },
    ]
    for (const call of ['sendByManager', 'attachFileMail']) {
      expect(
        await send(call, other.operator, { subject: call, content: '내용', recipients }),
      ).toEqual({ sent: 1, dropped: 1 })
      expect(await messageMails(app, call)).toMatchObject([
        { to: [email], files: [{ name: '붙임.pdf' }] },
      ])
    }
  })
})
