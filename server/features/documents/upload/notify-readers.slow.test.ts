import fs from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../../test/harness/test-app.ts'
import { grant, groupsOf } from '../../../test/scenarios/groups.ts'
import { namesBehind } from '../../../test/scenarios/mail-paces.ts'

const PDF = makePdf(1)
const WAIT_MS = 600_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ notifyAfterMs: WAIT_MS })
})
afterAll(() => app.close())

const query = async <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  (await app.database.pool.query(text, [...values])).rows as T[]

const waiting = ({ roomId }: TestRoom) =>
  query<{ id: number; run_at: Date; attempts: number; last_error: string | null }>(
    `select id, run_at, attempts, last_error from graphile_worker.jobs where key = $1`,
    [`documents.notify:${roomId}`],
  )

async function reschedule(room: TestRoom): Promise<void> {
  await query(
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = $1), run_at => now())`,
    [`documents.notify:${room.roomId}`],
  )
}

async function notified(room: TestRoom): Promise<void> {
  await reschedule(room)
  await expect.poll(() => waiting(room)).toEqual([])
  await expect
    .poll(() =>
      query(`select id from mails where room_id = $1 and sealed is not null`, [room.roomId]),
    )
    .toEqual([])
}

interface ReaderMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

async function mailsTo(email: string): Promise<ReaderMail[]> {
  const folder = path.join(app.dataDir, 'outbox')
  const files = (await fs.readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(
    files.map(async (name) => PostalMime.parse(await fs.readFile(path.join(folder, name)))),
  )
  return mails
    .filter(
      ({ to, subject }) =>
        to?.some(({ address }) => address === email) && subject?.includes('새 문서'),
    )
    .map(({ subject = '', text = '', html = '' }) => ({ subject, text, html }))
}

async function roomWithReader(): Promise<{
  room: TestRoom
  reader: TestPerson
  operatorEmail: string
}> {
  const room = await app.room()
  const reader = await app.participant(room)
  return { room, reader, operatorEmail: room.operator.me.email }
}

describe('new documents', () => {
  it('are listed in one mail about what arrived in ten minutes, with names, folders and a link [noti-mail]', async () => {
    const { room, reader, operatorEmail } = await roomWithReader()
    const { operator } = room
    await operator.upload([['계약/2026/초안.pdf', PDF]])
    const [job] = await waiting(room)
    expect(Math.abs(job!.run_at.getTime() - Date.now() - WAIT_MS)).toBeLessThan(10_000)
    app.clock.advance(300_000)
    await operator.upload([['계약/목록 <b>.pdf', PDF]])
    expect(await waiting(room)).toMatchObject([{ run_at: job!.run_at }])
    expect(await mailsTo(reader.email)).toEqual([])

    await notified(room)
    const [mail, ...more] = await mailsTo(reader.email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('[시험 룸] 새 문서 2개 / New documents: 2')
    expect(mail?.text).toContain('이참여 님, 안녕하세요. / Dear 이참여,')
    expect(mail?.text).toContain('· 계약 / 2026 / 초안.pdf\n· 계약 / 목록 <b>.pdf\n')
    expect(mail?.text).toContain('· 계약 / 2026: 1\n· 계약: 1\n')
    expect(await namesBehind(reader.client, mail?.text ?? '')).toEqual(['초안.pdf', '목록 <b>.pdf'])
    expect(mail?.html).toContain('목록 &lt;b&gt;.pdf')
    expect(await mailsTo(operatorEmail)).toEqual([])

    await operator.upload([['다음.pdf', PDF]])
    expect((await waiting(room))[0]!.run_at.getTime()).toBeGreaterThan(job!.run_at.getTime())
    await notified(room)
    const [, next] = await mailsTo(reader.email)
    expect(next?.subject).toContain('1개')
    expect(next?.text).toContain('· 다음.pdf\n')
    expect(next?.text).not.toContain('초안')
    expect(await namesBehind(reader.client, next?.text ?? '')).toEqual(['다음.pdf'])
  })

  it('H01: are listed without lines, headers or markup from their names', async () => {
    const { room, reader } = await roomWithReader()
    await room.operator.upload([['초안.pdf', PDF]])
    const hostile = (what: string) =>
      `${what}\r\nBcc: eve@evil.example\r\n\r\n\u2028\u2029<img src=x onerror=alert(1)>`
    await query('update items set name = $2 where room_id = $1', [
      room.roomId,
      `\u2028\u2029http://evil.example\u2028초안.pdf`,
    ])
    await query('update rooms set name = $2 where id = $1', [room.roomId, hostile('룸')])
    await query('update members set name = $2 where id = $1', [reader.memberId, hostile('이참여')])
    await notified(room)
    const [mail] = await mailsTo(reader.email)
    expect(mail?.subject).toContain('Bcc: eve@evil.example')
    expect(mail?.text).toContain('·  http://evil.example 초안.pdf\n')
    expect(mail?.text).not.toMatch(/^(Bcc|http:\/\/evil)/m)
    expect(mail?.html).not.toContain('<img')
    const folder = path.join(app.dataDir, 'outbox')
    for (const name of (await fs.readdir(folder)).filter((file) => file.endsWith('.eml'))) {
      const { headers, bcc } = await PostalMime.parse(await fs.readFile(path.join(folder, name)))
      expect(bcc ?? []).toEqual([])
      expect(headers.filter(({ key }) => key === 'bcc')).toEqual([])
    }
  })

  it('are ten by name at most, and new versions among them; copies, moves and what was brought back are none', async () => {
    const { room, reader } = await roomWithReader()
    const { operator } = room
    await operator.upload([['문서.pdf', PDF]])
    await notified(room)
    const { id } = (await operator.items())[0]!
    await operator.copyItem(id, '사본', 0)
    await operator.moveItem(id, await operator.newFolder('다른 곳'))
    await operator.deleteItem(id)
    await operator.restoreItem(id)
    expect(await waiting(room)).toEqual([])

    await operator.upload([['다른 곳/문서.pdf', makePdf(2)]], 0, 'replace')
    await operator.restoreVersion(id, 1)
    await operator.upload(
      Array.from({ length: 12 }, (_, number) => [`많은/${number + 10}.pdf`, PDF] as const),
    )
    await notified(room)
    const [, mail, ...more] = await mailsTo(reader.email)
    expect(more).toEqual([])
    expect(mail?.subject).toContain('13개')
    expect(mail?.text).toContain('· 다른 곳 / 문서.pdf (새 버전 / new version)\n')
    expect(mail?.text.match(/^· .*\.pdf/gm)).toHaveLength(10)
    expect(mail?.text).toContain('외 3개 / and 3 more')
    expect(mail?.text).not.toContain('사본')
  })

  it('carry the numbers that the recipient’s group counts, and none while numbering is off', async () => {
    const { room, reader } = await roomWithReader()
    const { operator } = room
    const hidden = await operator.newFolder('가 숨김')
    const open = await operator.newFolder('나 공개')
    const number = (settings: object) =>
      operator.call('POST', '/room/api/room/update/index', {
        body: { id: room.roomId, ...settings },
      })
    const [group] = await groupsOf(room)
    await grant(room, { groupId: group?.id ?? 0, itemId: hidden, level: 'none' })
    for (const [name, settings, line] of [
      ['하나.pdf', { numbering: 'live', scope: 'group' }, '· 나 공개 / 1.1 하나.pdf\n'],
      ['둘.pdf', { numbering: 'live', scope: 'room' }, '· 나 공개 / 2.2 둘.pdf\n'],
      ['셋.pdf', { numbering: 'off' }, '· 나 공개 / 셋.pdf\n'],
    ] as const) {
      await number(settings)
      await operator.put(name, PDF, open)
      await operator.put(name, PDF, hidden)
      await notified(room)
      const mail = (await mailsTo(reader.email)).at(-1)
      expect(mail?.text).toContain(line)
      expect(mail?.text).not.toContain('숨김')
    }
  })

  it('are nobody’s business who is blocked, was removed, never came, or is of another room', async () => {
    const { room, reader } = await roomWithReader()
    const { operator } = room
    const [blocked, removed, other] = [
      await app.participant(room),
      await app.participant(room),
      await roomWithReader(),
    ]
    await operator.invite([{ name: '초대만', email: 'invited@example.com' }])
    await operator.upload([['문서.pdf', PDF]])
    await operator.setRight(blocked.memberId, 'access', false)
    await operator.remove(removed.memberId)
    await notified(room)
    expect(await mailsTo(reader.email)).toHaveLength(1)
    for (const email of [blocked.email, removed.email, 'invited@example.com', other.reader.email])
      expect(await mailsTo(email)).toEqual([])
    const kinds = await query(
      `select member_id from mails where room_id = $1 and kind = 'new-documents'`,
      [room.roomId],
    )
    expect(kinds).toEqual([{ member_id: reader.memberId }])
  })

  it('are mailed to an operator when another one uploaded some of them', async () => {
    const { room, reader, operatorEmail } = await roomWithReader()
    await room.operator.setRole(reader.memberId, 4)
    const code = await app.codeMailedTo(reader.email)
    await reader.client.elevate(code)
    await room.operator.upload([['하나.pdf', PDF]])
    expect((await reader.client.upload([['둘.pdf', PDF]])).http).toBe(200)
    await notified(room)
    for (const email of [reader.email, operatorEmail])
      expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
        '[시험 룸] 새 문서 2개 / New documents: 2',
      ])
  })

  it('are never announced when the switch is off at the time, or when they are gone by then', async () => {
    const { room, reader } = await roomWithReader()
    const { operator } = room
    await operator.upload([['꺼진 동안.pdf', PDF]])
    await operator.switches(true, false)
    await notified(room)
    await operator.switches(true, true)
    await operator.upload([['지운 것.pdf', PDF]])
    await operator.deleteItem(
      (await operator.items()).find(({ name }) => name === '지운 것.pdf')!.id,
    )
    await notified(room)
    expect(await mailsTo(reader.email)).toEqual([])
    await operator.upload([['남은 것.pdf', PDF]])
    await notified(room)
    const mails = await mailsTo(reader.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      '[시험 룸] 새 문서 1개 / New documents: 1',
    ])
    expect(mails[0]?.text).not.toMatch(/꺼진 동안|지운 것/)
  })
})

describe('the job', () => {
  it('that fails half way has sent nothing, and sends once when it is tried again', async () => {
    const { room, reader } = await roomWithReader()
    const second = await app.participant(room)
    await room.operator.upload([['문서.pdf', PDF]])
    await query(`update members set email = 'nobody' where id = $1`, [second.memberId])
    await reschedule(room)
    await expect
      .poll(() => waiting(room))
      .toMatchObject([{ attempts: 1, last_error: 'not exactly one mail address' }])
    expect(
      await query(`select id from mails where room_id = $1 and kind = 'new-documents'`, [
        room.roomId,
      ]),
    ).toEqual([])
    await query(`update members set email = $2 where id = $1`, [second.memberId, second.email])
    await notified(room)
    for (const { email } of [reader, second]) expect(await mailsTo(email)).toHaveLength(1)
  })

  it('that runs on two nodes at once, or once more after it has run, sends each mail once', async () => {
    const { room, reader } = await roomWithReader()
    await room.operator.upload([['문서.pdf', PDF]])
    const handler = app.program.jobs.handlers.find(({ name }) => name === 'documents.notify')
    const run = () =>
      handler?.run(
        { roomId: room.roomId },
        { signal: new AbortController().signal, attempt: 1, lastAttempt: false },
      )
    const ends = await Promise.allSettled([run(), run(), run(), run()])
    expect(ends.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    for (const end of ends)
      if (end.status === 'rejected')
        expect(end.reason).toMatchObject({ name: 'AnnouncedMeanwhile' })
    await run()
    await notified(room)
    expect(await mailsTo(reader.email)).toHaveLength(1)
  })
})
