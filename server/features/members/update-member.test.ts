import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKeyStore } from '../../platform/crypto/open-key-store.ts'
import { loggedDetails } from '../../test/logged-details.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/test-app.ts'
import type { MemberRecord } from '../../test/wire-client.ts'
import { createRoomKeyring } from '../rooms/index.ts'

const PERSON = { name: '이참여', division: '한빛', position: '과장', email: 'Reader@example.com', phone: '010-1234-5678' }

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

  /** Without the mail, which is on its way meanwhile. */
  const row = async (): Promise<Partial<MemberRecord> | undefined> => {
    const member = (await room.operator.members()).find(({ id }) => id === memberId)
    return member && { ...member, mail: null }
  }
  const entries = async () => {
    const keyring = createRoomKeyring(await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }))
    return loggedDetails(app.database, keyring, room.roomId, 'member.updated')
  }
  const mails = async () => (await app.database.pool.query('select id from mails where member_id = $1', [memberId])).rows

  it('sets division and position, and logs both as they were and as they are', async () => {
    const before = await row()
    const mailed = await mails()
    const answer = await room.operator.updateMember(memberId, { ...PERSON, id: 0, division: ' 한빛인베스트먼트 ', position: '' })
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
    // The row as it is: nothing has changed. What is left out of a whole row is empty.
    await room.operator.updateMember(memberId, { ...PERSON, division: '한빛인베스트먼트', position: undefined })
    expect(await entries()).toHaveLength(1)
    await room.operator.updateMember(memberId, { name: PERSON.name, email: ' Reader@EXAMPLE.com ', phone: PERSON.phone })
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
      expect(await room.operator.updateMember(memberId, { ...PERSON, position: '부장', ...other })).toMatchObject({
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
    expect((await room.operator.call('POST', '/room/api/room/user/invitedUserUpdate', twice)).http).toBe(400)
    expect(await row()).toEqual(before)
    expect((await app.logged(room.roomId)).filter((kind) => kind === 'member.updated')).toEqual(
      logged.filter((kind) => kind === 'member.updated'),
    )
    await room.operator.remove(memberId)
    expect((await room.operator.updateMember(memberId, changed)).http).toBe(404)
  })
})
