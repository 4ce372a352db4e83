import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import { grant, moveInto, newGroup } from '../../test/scenarios/groups.ts'

let app: TestApp
let room: TestRoom
let reader: TestPerson
let other: TestPerson
let group: number
let file: number
beforeAll(async () => {
  app = await startTestApp({ notifyAfterMs: 0 })
  room = await app.room()
  ;[reader, other] = [await app.participant(room, '이참여'), await app.participant(room, '박참여')]
  group = await newGroup(room, '인수인', 'view')
  await moveInto(room, group, [reader])
  file = await room.operator.put('비공개 자료.pdf', makePdf(1))
  await app.stopJobs()
})
afterAll(() => app.close())

async function waiting(
  kind: string,
): Promise<{ readonly id: number; readonly member_id: number }[]> {
  const { rows } = await app.database.pool.query(
    "select id, member_id from mails where kind = $1 and status = 'queued' order by id",
    [kind],
  )
  return rows
}

async function send(mailId: number): Promise<void> {
  const handler = (await app.handlersOf({})).find(({ name }) => name === 'mail.send')
  await handler?.run(
    { mailId },
    { signal: new AbortController().signal, attempt: 1, lastAttempt: true },
  )
}

async function hide(itemId: number): Promise<void> {
  expect((await grant(room, { groupId: group, itemId, level: 'none' })).http).toBe(200)
}

const subjects = async (person: TestPerson): Promise<string[]> =>
  (await app.mailsTo(person.email)).map(({ subject = '' }) => subject)

describe('a mail that waits while its document is hidden', () => {
  it('is not sent, which its sender sees, and is sent to those who see it, and again once it may be', async () => {
    await room.operator.message('sendByManager', {
      subject: '검토 요청',
      content: '확인해 주세요',
      itemId: file,
      recipients: [
        { name: '이참여', email: reader.email },
        { name: '박참여', email: other.email },
      ],
    })
    const mails = await waiting('message')
    expect(mails.map(({ member_id }) => member_id).sort()).toEqual(
      [reader.memberId, other.memberId].sort(),
    )
    await hide(file)
    for (const { id } of mails) await send(id)
    expect(await waiting('message')).toEqual([])
    expect(await subjects(reader)).not.toContainEqual(expect.stringContaining('검토 요청'))
    expect(await subjects(other)).toContainEqual(expect.stringContaining('검토 요청'))
    const { rows } = await app.database.pool.query(
      "select status, last_error, sealed from mails where kind = 'message' and member_id = $1",
      [reader.memberId],
    )
    expect(rows).toEqual([{ status: 'failed', last_error: 'withdrawn', sealed: null }])
    expect((await room.operator.failedMails()).map(({ reason }) => reason)).toEqual(['withdrawn'])
  })

  it('is not sent either about new documents', async () => {
    const uploaded = await room.operator.put('새 자료.pdf', makePdf(1))
    const notify = (await app.handlersOf({})).find(({ name }) => name === 'documents.notify')
    await notify?.run(
      { roomId: room.roomId },
      { signal: new AbortController().signal, attempt: 1, lastAttempt: true },
    )
    const mails = await waiting('new-documents')
    expect(mails.map(({ member_id }) => member_id)).toContain(reader.memberId)
    await hide(uploaded)
    for (const { id } of mails) await send(id)
    const texts = (await app.mailsTo(reader.email)).map(({ text = '' }) => text).join('\n')
    expect(texts).not.toContain('새 자료')
    expect((await app.mailsTo(other.email)).map(({ text = '' }) => text).join('\n')).toContain(
      '새 자료',
    )
  })
})
