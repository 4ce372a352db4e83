import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../../../contract/core/limits.ts'
import { advanceTo, dayIn, HOUR_MS } from '../../../test/harness/clocks.ts'
import { runJob } from '../../../test/harness/run-job.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../../test/harness/test-app.ts'
import { secondOperator } from '../../../test/scenarios/endings.ts'
import { moveInto } from '../../../test/scenarios/groups.ts'
import { configure, move, write, written } from '../../../test/scenarios/threads.ts'

const DUE = '답변 기한이 가까운'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  advanceTo(app, 12)
})
afterAll(() => app.close())

async function remind(): Promise<void> {
  await runJob(app, 'threads.remind')
  const left = async () =>
    (
      await app.database.pool.query(
        `select 1 from graphile_worker.jobs where task_identifier = 'mail.send'`,
      )
    ).rowCount
  await expect.poll(left, { timeout: 20_000 }).toBe(0)
}

const mailsTo = async (email: string, words: string): Promise<number> =>
  (await app.mailsTo(email)).filter(({ subject }) => subject?.includes(words)).length

interface ReminderRoom {
  readonly room: TestRoom
  readonly asker: TestPerson
  readonly expert: TestPerson
  readonly ask: (due: string, assignee?: number) => Promise<void>
}

async function asked(): Promise<ReminderRoom> {
  const room = await app.room()
  const [asker, expert] = [
    await app.participant(room, '우리'),
    await app.participant(room, '전문가'),
  ]
  const { json } = await room.operator.call('POST', '/room/api/group', {
    body: { roomId: room.roomId, name: '전문가', kind: 'experts' },
  })
  await moveInto(room, (json.payload as { id: number }).id, [expert])
  const ask = async (due: string, assignee?: number) => {
    const { id } = await written(asker.client)
    expect(
      (
        await room.operator.call('POST', '/room/api/thread/batch', {
          body: { roomId: room.roomId, ids: [id], due },
        })
      ).http,
    ).toBe(200)
    if (assignee !== undefined) await move(room.operator, id, 'ASSIGNED', { assignee })
  }
  return { room, asker, expert, ask }
}

describe('the reminder of a due date', () => {
  it('goes to the expert alone, once, and not for what is due later', async () => {
    const { room, asker, expert, ask } = await asked()
    await ask(dayIn(app, 1), expert.memberId)
    await ask(dayIn(app, 5), room.operator.me.id)
    for (let run = 0; run < 2; run += 1) await remind()
    expect(await mailsTo(expert.email, DUE)).toBe(1)
    for (const { email } of [asker, room.operator.me]) expect(await mailsTo(email, DUE)).toBe(0)
  })

  it('goes to all operators where nobody is assigned, or somebody who may answer no more', async () => {
    for (const isAssigned of [false, true]) {
      const { room, expert, ask } = await asked()
      const colleague = await secondOperator(app, room)
      await ask(dayIn(app, 0), isAssigned ? expert.memberId : undefined)
      await room.operator.setRight(expert.memberId, 'access', false)
      await remind()
      for (const email of [room.operator.me.email, colleague.email])
        expect(await mailsTo(email, DUE)).toBe(1)
      expect(await mailsTo(expert.email, DUE)).toBe(0)
    }
  })

  it('does not stay with an operator whose role is limited since', async () => {
    const { room, ask } = await asked()
    const colleague = await secondOperator(app, room)
    await ask(dayIn(app, 0), colleague.memberId)
    const role = { roomManagerId: colleague.memberId, roleId: ROLE.operator, scope: 'content' }
    expect(
      (await room.operator.call('POST', '/room/api/room/user/role', { body: role })).http,
    ).toBe(200)
    await remind()
    expect(await mailsTo(room.operator.me.email, DUE)).toBe(1)
    expect(await mailsTo(colleague.email, DUE)).toBe(0)
  })
})

describe('the reminder of the last day for questions', () => {
  it('goes to those who submit, three days before and the day before', async () => {
    const { room, asker, expert } = await asked()
    await configure(room, { lastDay: dayIn(app, 2) })
    const reminded = () => mailsTo(asker.email, '까지 제출할 수 있습니다')
    for (let run = 0; run < 2; run += 1) await remind()
    expect(await reminded()).toBe(1)
    app.clock.advance(24 * HOUR_MS)
    for (let run = 0; run < 2; run += 1) await remind()
    expect(await reminded()).toBe(2)
    expect(await mailsTo(expert.email, '까지 제출')).toBe(0)
    expect((await write(asker.client)).http).not.toBe(200)
  })
})
