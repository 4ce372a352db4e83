import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../platform/clock/clock.ts'
import type { MailTransport } from '../../../../platform/mail/mail.ts'
import { createSmtpTransport } from '../../../../platform/mail/smtp-transport.ts'
import { makePdf } from '../../../../test/fixtures/make-pdf.ts'
import { advanceTo } from '../../../../test/harness/clocks.ts'
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { grant } from '../../../../test/scenarios/groups.ts'
import { choosePace, namesBehind, nextMorning } from '../../../../test/scenarios/mail-paces.ts'
import {
  begin,
  bring,
  leave,
  type NewsScene,
  newsScene,
  replaced,
} from '../../../../test/scenarios/news.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../../test/servers/smtp-server.ts'

const PDF = makePdf(1)

describe('a mail for a day that the mail server refuses for good', () => {
  let app: TestApp
  let smtp: TestSmtpServer
  const refused = new Set<string>()

  beforeAll(async () => {
    smtp = await startSmtpServer((address) => (refused.has(address) ? 550 : undefined))
    const sending = createSmtpTransport({
      url: `smtp://127.0.0.1:${smtp.port}`,
      clock: systemClock,
    })
    const transport = (folder: MailTransport): MailTransport => ({
      ...folder,
      send: (mail, options) =>
        (mail.subject.includes('새 문서') ? sending : folder).send(mail, options),
    })
    app = await startTestApp({ transport })
  })
  afterAll(async () => {
    await app.close()
    await smtp.close()
  })
  beforeEach(() => advanceTo(app, 12))

  async function awayDaily(): Promise<NewsScene> {
    const set = await newsScene(app)
    await choosePace(set.client, 'daily')
    await leave(set.client)
    return set
  }

  async function morning(
    { room, operator, reader }: NewsScene,
    isRefused = false,
  ): Promise<string | undefined> {
    if (isRefused) refused.add(reader.email)
    else refused.delete(reader.email)
    const before = smtp.received.length
    await nextMorning(app)
    const { text } =
      smtp.received.length === before ? {} : ((await smtp.newestTo(reader.email)) ?? {})
    await app.database.pool.query(
      `update mail_paces set mailed_at = mailed_at + interval '5 minutes' where member_id = $1`,
      [reader.memberId],
    )
    await operator.join(room.pin)
    await operator.agree()
    await operator.elevate(room.code)
    return text
  }

  async function namesIn(
    { reader, client }: NewsScene,
    mail: string | undefined,
  ): Promise<string[]> {
    await begin(reader)
    const names = await namesBehind(client, mail ?? '')
    await leave(client)
    return names.sort()
  }

  it('is made up for by the next one, with what came since, and once', async () => {
    const set = await awayDaily()
    await bring(set)
    expect(await morning(set, true)).toBeUndefined()
    await set.operator.put('그다음 문서.pdf', PDF, set.open)
    expect(await morning(set, true)).toBeUndefined()
    const mail = await morning(set)
    expect(mail).toContain('새 버전이 2개 있습니다')
    expect(await morning(set)).toBeUndefined()
    expect(await namesIn(set, mail)).toEqual(['그다음 문서.pdf', '온 문서.pdf'])
    expect(await morning(set)).toBeUndefined()
  })

  it('is made up for without what another mail named meanwhile, unless that has a newer version', async () => {
    const set = await awayDaily()
    await replaced(set)
    expect(await morning(set)).toContain('아는 문서.pdf')
    await bring(set)
    expect(await morning(set, true)).toBeUndefined()
    const mail = await morning(set)
    expect(mail).toContain('온 문서.pdf')
    expect(mail).not.toContain('아는 문서.pdf')
    await replaced(set)
    expect(await morning(set)).toContain('아는 문서.pdf')
    expect(await namesIn(set, mail)).toEqual(['온 문서.pdf'])
  })

  it('is not made up for after a visit, nor with what the reader may not see any more', async () => {
    const seen = await awayDaily()
    await bring(seen)
    expect(await morning(seen, true)).toBeUndefined()
    await begin(seen.reader)
    await leave(seen.client)
    expect(await morning(seen)).toBeUndefined()

    const hidden = await awayDaily()
    await bring(hidden)
    expect(await morning(hidden, true)).toBeUndefined()
    await grant(hidden.room, { groupId: hidden.group, itemId: hidden.open, level: 'none' })
    expect(await morning(hidden)).toBeUndefined()
    await grant(hidden.room, { groupId: hidden.group, itemId: hidden.open, level: 'view' })
    expect(await morning(hidden)).toContain('온 문서.pdf')
  })

  it('is made up for also where it was given up only after the next one had come', async () => {
    const set = await awayDaily()
    await bring(set)
    expect(await morning(set)).toContain('온 문서.pdf')
    await set.operator.put('그다음 문서.pdf', PDF, set.open)
    expect(await morning(set)).toContain('그다음 문서.pdf')
    await app.database.pool.query(
      `update mails set status = 'failed' where id = (select min(id) from mails where member_id = $1 and list_id is not null)`,
      [set.reader.memberId],
    )
    const mail = await morning(set)
    expect(mail).toContain('온 문서.pdf')
    expect(mail).not.toContain('그다음 문서.pdf')
    expect(await morning(set)).toBeUndefined()
  })
})
