import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Participant, Template } from '../../../contract/features/composed.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { boxOf, compose, draftOf, given } from '../../test/scenarios/composing.ts'
import { addDocInfo, refusal, shown } from '../../test/scenarios/esign/templates.ts'

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
})
afterAll(() => app.close())

describe('the people of a draft', () => {
  it('are named once for each address, in any case, and changed by naming them again', async () => {
    const { templateId } = await draftOf(room)
    const first = given<Participant>(
      await addDocInfo(room, templateId, {
        id: 77,
        name: ' 홍길동 ',
        email: 'Hong@Example.com',
        order: 2,
      }),
    )
    expect(first).toMatchObject({
      name: '홍길동',
      email: 'Hong@example.com',
      type: 'SIGNER',
      order: 2,
      status: 'WAITING',
    })
    expect(first).toMatchObject({
      invitedAt: null,
      expiresAt: null,
      openedAt: null,
      doneAt: null,
      reason: null,
      mailFailed: false,
    })
    const again = given<Participant>(
      await addDocInfo(
        room,
        templateId,
        { name: '홍 길동', email: 'hong@example.COM' },
        'APPROVER',
      ),
    )
    expect(again).toMatchObject({ id: first.id, name: '홍 길동', type: 'APPROVER', order: 2 })
    const moved = given<Participant>(
      await addDocInfo(
        room,
        templateId,
        { id: first.id, name: '홍길동', email: 'new@example.com' },
        'CC',
      ),
    )
    expect(moved).toMatchObject({ id: first.id, email: 'new@example.com', type: 'CC' })
    const other = given<Participant>(
      await addDocInfo(room, templateId, { name: '김', email: 'kim@example.com' }),
    )
    expect(
      refusal(
        await addDocInfo(room, templateId, { id: other.id, name: '김', email: 'NEW@example.com' }),
      ),
    ).toEqual({
      http: 200,
      code: 'EMAIL_DUPLICATE',
    })
    expect((await shown(room, templateId)).participants.map(({ id }) => id)).toEqual([
      first.id,
      other.id,
    ])
  })

  it.each([
    [{ name: '', email: 'a@example.com' }, 400, 'BAD_REQUEST'],
    [{ name: 'a', email: 'nobody' }, 400, 'EMAIL_FORMAT'],
    [{ name: 'a', email: 'a@b.com, c@d.com' }, 400, 'EMAIL_FORMAT'],
    [{ name: 'a', email: '"a" <a@example.com>' }, 400, 'EMAIL_FORMAT'],
    [{ name: 'a\nBcc: x', email: 'a@example.com' }, 400, 'BAD_REQUEST'],
    [{ name: 'a', email: 'a@example.com', order: 0 }, 400, 'BAD_REQUEST'],
    [{ name: 'a', email: 'a@example.com', status: 'DONE' }, 400, 'BAD_REQUEST'],
  ])('are not %j', async (person, http, code) => {
    const { templateId } = await draftOf(room)
    expect(refusal(await addDocInfo(room, templateId, person))).toEqual({ http, code })
    expect((await shown(room, templateId)).participants).toEqual([])
  })

  it('are reported as not reached while the newest mail to them has failed', async () => {
    const people = [
      { name: '가', email: 'a@example.com' },
      { name: '나', email: 'b@example.com' },
    ]
    const { templateId, participants } = await draftOf(room, { people })
    const mail = (participantId: number | undefined, status: string) =>
      app.database.pool.query(
        `insert into mails (room_id, kind, status, participant_id, created_at) values ($1, 'test', $2, $3, now())`,
        [room.roomId, status, participantId],
      )
    const unreached = async () =>
      (await shown(room, templateId)).participants.map(({ mailFailed }) => mailFailed)
    await mail(participants[0]?.id, 'failed')
    await mail(participants[1]?.id, 'sent')
    expect(await unreached()).toEqual([true, false])
    await mail(participants[0]?.id, 'sent')
    await mail(participants[1]?.id, 'failed')
    expect(await unreached()).toEqual([false, true])
  })

  it('are no more than a hundred', async () => {
    const { templateId } = await draftOf(room)
    await app.database.pool.query(
      `insert into template_participants (room_id, template_id, name, email, type)
       select $1, $2, 'n', n || '@example.com', 'SIGNER' from generate_series(1, 100) n`,
      [room.roomId, templateId],
    )
    expect(
      refusal(await addDocInfo(room, templateId, { name: 'a', email: 'a@example.com' })),
    ).toEqual({
      http: 200,
      code: 'PARTICIPANT_LIMIT',
    })
    expect((await addDocInfo(room, templateId, { name: 'a', email: '7@example.com' })).http).toBe(
      200,
    )
  })

  it('leave their boxes behind as nobody’s, which another window notices', async () => {
    const people = [
      { name: '가', email: 'a@example.com' },
      { name: '나', email: 'b@example.com' },
    ]
    const boxes = [
      boxOf({ id: 'a', participant: 'a@example.com' }),
      boxOf({ id: 'b', participant: 'b@example.com' }),
    ]
    const draft = await draftOf(room, { people, boxes })
    const [first, second] = draft.participants
    const { templateId } = draft
    expect(
      refusal(await compose(room.operator, 'removeDocInfo', { templateId, participant: 999_999 })),
    ).toEqual({
      http: 404,
      code: 'NOT_FOUND',
    })
    const left = given<Template>(
      await compose(room.operator, 'removeDocInfo', { templateId, participant: first?.id }),
    )
    expect(left.boxes.map(({ participant }) => participant)).toEqual([null, second?.id])
    expect(left.revision).toBe(draft.revision + 1)
    await addDocInfo(room, templateId, { name: '나', email: 'b@example.com' }, 'CC')
    expect(await shown(room, templateId)).toMatchObject({
      revision: draft.revision + 2,
      boxes: [{ participant: null }, { participant: null }],
    })
    const ofCc = { templateId, boxes: [boxOf({ participant: 'b@example.com' })] }
    expect(refusal(await compose(room.operator, 'updateUpload', ofCc))).toEqual({
      http: 400,
      code: 'BAD_REQUEST',
    })
    expect(
      refusal(
        await compose(room.operator, 'updateUpload', {
          templateId,
          notice: 'x',
          revision: left.revision,
        }),
      ),
    ).toEqual({
      http: 409,
      code: 'COMPOSE_CHANGED',
    })
  })
})
