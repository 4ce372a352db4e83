import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock/clock.ts'
import { createSmtpTransport } from '../../platform/mail/smtp-transport.ts'
import { createClamdScanner, parseClamdUrl } from '../../platform/scan/clamd.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import {
  messageMails,
  type ReceivedMessageMail,
  receivedOf,
} from '../../test/scenarios/message-mails.ts'
import { type Clamd, EICAR, startClamd } from '../../test/servers/clamd.ts'

const PDF = makePdf(1)
const file = (name: string, content: Uint8Array | string = PDF) =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name)

let app: TestApp
let clamd: Clamd
beforeAll(async () => {
  clamd = await startClamd()
  const address = parseClamdUrl(clamd.url)
  app = await startTestApp(address ? { scanner: createClamdScanner(address) } : {})
})
afterAll(async () => {
  await app.close()
  await clamd.stop()
})

async function roomOf(...names: readonly string[]): Promise<{ room: TestRoom; emails: string[] }> {
  const room = await app.room()
  const emails = names.map((_, index) => `m${room.roomId}-${index}@example.com`)
  await room.operator.invite(names.map((name, index) => ({ name, email: emails[index] })))
  return { room, emails }
}

const to = (...emails: readonly string[]) => ({
  recipients: emails.map((email) => ({ name: '누구', email })),
})

describe('the people to whom an operator can write', () => {
  it('are those who may enter, the operator left out; for operators alone', async () => {
    const { room } = await roomOf('하나')
    const blocked = await app.participant(room, '막힘')
    await room.operator.setRight(blocked.memberId, 'access', false)
    const open = await app.participant(room, '둘')
    const ask = (client = room.operator, roomId = room.roomId) =>
      client.call('POST', '/room/api/message/getRoomUsers', { body: { roomId } })
    const users = (await ask()).json.payload as { name: string }[]
    expect(users.map(({ name }) => name)).toEqual(['하나', '둘'])
    expect((await ask(open.client)).http).toBe(403)
    expect((await ask(room.operator, room.roomId + 1)).http).toBe(404)
    const first = await room.operator.call('POST', '/room/api/message/getRoomUsers', {
      body: { roomId: room.roomId, limit: 2 },
    })
    expect((first.json.payload as unknown[]).length).toBe(1)
    const cursor = first.json.nextCursor
    const next = await room.operator.call('POST', '/room/api/message/getRoomUsers', {
      body: { roomId: room.roomId, cursor },
    })
    expect((next.json.payload as { name: string }[]).map(({ name }) => name)).toEqual(['둘'])
  })
})

describe('a message to users', () => {
  it.each(['sendByManager', 'attachFileMail'] as const)(
    '%s mails each one separately, with the file, and reveals no address [users-mailed]',
    async (call) => {
      const { room, emails } = await roomOf('하나', '둘', '셋')
      const [first = '', second = '', third = ''] = emails
      const subject = `공지 ${call}`
      const answer = await room.operator.message(
        call,
        { subject, content: '본문', ...to(first.toUpperCase(), second, '') },
        [file('목록.pdf')],
      )
      expect(answer.json).toEqual({ status: 'OK', payload: { sent: 2, dropped: 1 } })
      const mails = await messageMails(app, subject)
      expect(mails.map((mail) => mail.to).sort()).toEqual([[first], [second]])
      for (const mail of mails) {
        expect(mail.files).toEqual([
          { name: '목록.pdf', type: 'application/pdf', content: Buffer.from(PDF) },
        ])
        for (const other of [first, second, third, room.operator.me.email])
          if (!mail.to.includes(other))
            expect(mail.source + mail.text + mail.html).not.toContain(other)
      }
      expect(mails.find((mail) => mail.to.includes(first))?.text).toContain('하나 님')
      const { rows } = await app.database.pool.query(
        `select status, sealed from mails where room_id = $1 and kind = 'message'`,
        [room.roomId],
      )
      expect(rows).toEqual([
        { status: 'sent', sealed: null },
        { status: 'sent', sealed: null },
      ])
      expect(await app.logged(room.roomId)).toContain('message.sent')
    },
  )

  it('goes to nobody where one recipient is not of the room, may not enter, or is named twice', async () => {
    const { room, emails } = await roomOf('하나')
    const [own = ''] = emails
    const other = await roomOf('남')
    const blocked = await app.participant(room, '막힘')
    await room.operator.setRight(blocked.memberId, 'access', false)
    const send = (...recipients: string[]) =>
      room.operator.message('sendByManager', {
        subject: '새지 않음',
        content: '본문',
        ...to(...recipients),
      })
    for (const stranger of [
      'eve@evil.example',
      other.emails[0] ?? '',
      blocked.email,
      room.operator.me.email,
      `${own}\r\nBcc: eve@evil.example`,
      'a@x.example,b@y.example',
    ])
      expect((await send(own, stranger)).http).toBe(404)
    expect((await send(own, own.toUpperCase())).http).toBe(400)
    expect(await messageMails(app, '새지 않음')).toEqual([])
    expect(await app.logged(room.roomId)).not.toContain('message.sent')
  })

  it('misses the title first, then the content, then the recipients [users-order]', async () => {
    const { room } = await roomOf()
    const codes: (string | undefined)[] = []
    for (const [subject, content] of [
      ['', ''],
      ['제목', ''],
      ['제목', '내용'],
    ])
      codes.push(
        (await room.operator.message('sendByManager', { subject, content, ...to('', ' ') })).json
          .code,
      )
    expect(codes).toEqual(['TITLE_MISSING', 'CONTENT_MISSING', 'NO_RECIPIENTS'])
  })

  it('is no way around the rules of uploads, and one file is all it takes [one-file]', async () => {
    const { room, emails } = await roomOf('하나')
    const send = (...files: File[]) =>
      room.operator.message(
        'attachFileMail',
        { subject: '거절', content: '본문', ...to(...emails) },
        files,
      )
    const rejected = async (name: string, content?: Uint8Array | string) =>
      (await send(file(name, content))).json.rejected?.[0]?.code
    expect(await rejected('run.exe')).toBe('EXTENSION')
    expect(await rejected('빈.pdf', '')).toBe('EMPTY')
    expect(await rejected('가짜.pdf', 'MZ')).toBe('CONTENT')
    expect(
      await rejected('virus.pdf', Buffer.concat([Buffer.from(PDF), Buffer.from(`\n%${EICAR}\n`)])),
    ).toBe('INFECTED')
    expect(await app.logged(room.roomId)).toContain('document.refused')
    expect((await send(file('a.pdf'), file('b.pdf'))).http).toBe(400)
    clamd.temper = 'silent'
    await clamd.stop()
    expect((await send(file('a.pdf'))).json.code).toBe('SCANNER_DOWN')
    clamd.temper = 'fine'
    await clamd.start()
    expect(await messageMails(app, '거절')).toEqual([])
  })
})

describe('by SMTP', () => {
  it('each mail has an envelope of its own', async () => {
    const received: Promise<ReceivedMessageMail & { readonly envelope: readonly string[] }>[] = []
    const sink = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData(stream, { envelope }, callback) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const addresses = envelope.rcptTo.map(({ address }) => address)
          received.push(
            receivedOf(Buffer.concat(chunks)).then((mail) => ({ ...mail, envelope: addresses })),
          )
          callback()
        })
      },
    })
    await once(sink.listen(0, '127.0.0.1'), 'listening')
    const transport = createSmtpTransport({
      url: `smtp://127.0.0.1:${(sink.server.address() as AddressInfo).port}`,
      clock: systemClock,
    })
    const sending = await startTestApp({ transport })
    try {
      const room = await sending.room()
      const emails = ['one@example.com', 'two@example.com']
      await room.operator.invite(emails.map((email) => ({ name: '사람', email })))
      await room.operator.message(
        'sendByManager',
        { subject: '봉투', content: '본문', ...to(...emails) },
        [file('목록.pdf')],
      )
      await messageMails(sending, '봉투')
      const mails = (await Promise.all(received)).filter(({ subject }) => subject.includes('봉투'))
      expect(mails.map(({ envelope }) => envelope).sort()).toEqual([
        ['one@example.com'],
        ['two@example.com'],
      ])
      for (const mail of mails) {
        expect(mail.to).toEqual(mail.envelope)
        expect(
          mail.files.map(({ name, content }) => [name, content.equals(Buffer.from(PDF))]),
        ).toEqual([['목록.pdf', true]])
      }
    } finally {
      await sending.close()
      await transport.close()
      await new Promise<void>((resolve) => sink.close(resolve))
    }
  })
})
