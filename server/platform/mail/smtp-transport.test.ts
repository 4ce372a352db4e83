import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/harness/clocks.ts'
import { type Mail, MailFailure, MailRefused, type MailTransport } from './mail.ts'
import { createSmtpTransport } from './smtp-transport.ts'

const from = { name: '씰룸', address: 'no-reply@room.example' }
const mail: Mail = {
  to: 'kim@lawfirm.example',
  subject: '데이터룸 PIN 안내',
  text: '김민수 님, PIN 482-13-59027461834',
  language: 'ko',
}
const clock = new ManualClock(new Date('2026-03-04T05:06:07Z'))

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

interface ReceivedMail {
  readonly from: string
  readonly to: string[]
  readonly secure: boolean
  readonly content: Buffer
}

async function listen(options: SMTPServerOptions = {}, onPort = 0) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          secure: session.secure,
          content: Buffer.concat(chunks),
        })
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await once(server.listen(onPort, '127.0.0.1'), 'listening')
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  cleanups.push(close)
  return { received, close, port: (server.server.address() as AddressInfo).port }
}

function transportTo(url: string): MailTransport {
  const transport = createSmtpTransport({ url, clock })
  cleanups.push(() => transport.close())
  return transport
}

const send = (transport: MailTransport, changes: Partial<Mail> = {}) =>
  transport.send({ ...mail, ...changes }, { from, roomId: 1, messageId: 'id-1' })

const refusal = (responseCode: number) =>
  Object.assign(new Error('no kim@lawfirm.example here'), { responseCode })

async function failureOf(sending: Promise<unknown>): Promise<MailFailure> {
  const error = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof MailFailure))
    throw new Error('the mail should have failed', { cause: error })
  return error
}

describe('SMTP transport', () => {
  it('delivers to the one receiver, with what it was given', async () => {
    const server = await listen()
    await send(transportTo(`smtp://127.0.0.1:${server.port}`))
    expect(server.received).toHaveLength(1)
    const [arrived] = server.received
    expect(arrived).toMatchObject({ from: from.address, to: [mail.to], secure: true })
    const email = await PostalMime.parse(arrived!.content)
    expect(email).toMatchObject({
      from,
      subject: mail.subject,
      messageId: '<id-1@room.example>',
      date: '2026-03-04T05:06:07.000Z',
    })
    expect(email.text?.trimEnd()).toBe(mail.text)
    expect(email.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    expect(email.headers.some(({ key }) => key === 'x-mailer' || key === 'x-sealroom-room')).toBe(
      false,
    )
  })

  it('delivers to a local server without TLS', async () => {
    const server = await listen({ hideSTARTTLS: true })
    await send(transportTo(`smtp://localhost:${server.port}`))
    expect(server.received).toMatchObject([{ secure: false }])
  })

  it('sends many at once over its few connections', async () => {
    const sessions = new Set<string>()
    const server = await listen({
      onMailFrom(_address, session, callback) {
        sessions.add(session.id)
        callback()
      },
    })
    const transport = transportTo(`smtp://127.0.0.1:${server.port}`)
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => send(transport, { to: `m${i}@lawfirm.example` })),
    )
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 20 }, (_, i) => `m${i}@lawfirm.example`).sort(),
    )
    expect(server.received.every(({ to }) => to.length === 1)).toBe(true)
    expect(sessions.size).toBeLessThanOrEqual(3)
  })

  it('never reaches the server with anything but one address', async () => {
    const server = await listen()
    const transport = transportTo(`smtp://127.0.0.1:${server.port}`)
    for (const to of [
      'a@x.example,b@y.example',
      'a@x.example\r\nRCPT TO:<b@y.example>',
      '"b@y"@x.example',
      'g:a@x.example;',
    ]) {
      expect(await failureOf(send(transport, { to }))).toBeInstanceOf(MailRefused)
    }
    expect(server.received).toEqual([])
  })
})

describe('what goes wrong', () => {
  it('a refused receiver, sender or message is refused for good, and no address is in the reason', async () => {
    const steps: SMTPServerOptions[] = [
      { onRcptTo: (_address, _session, callback) => callback(refusal(550)) },
      { onMailFrom: (_address, _session, callback) => callback(refusal(553)) },
      {
        onData: (stream, _session, callback) =>
          stream.resume().on('end', () => callback(refusal(554))),
      },
    ]
    for (const step of steps) {
      const server = await listen(step)
      const failure = await failureOf(send(transportTo(`smtp://127.0.0.1:${server.port}`)))
      expect(failure).toBeInstanceOf(MailRefused)
      expect([failure.reason, failure.message]).toEqual(['rejected', 'mail not sent: rejected'])
    }
  })

  it('a server that asks to come back later defers', async () => {
    const server = await listen({
      onRcptTo: (_address, _session, callback) => callback(refusal(451)),
    })
    const failure = await failureOf(send(transportTo(`smtp://127.0.0.1:${server.port}`)))
    expect(failure).not.toBeInstanceOf(MailRefused)
    expect(failure.reason).toBe('deferred')
  })

  it('a refused login can be mended', async () => {
    const server = await listen({
      authOptional: false,
      onAuth: (_auth, _session, callback) => callback(refusal(535)),
    })
    const failure = await failureOf(send(transportTo(`smtp://user:wrong@127.0.0.1:${server.port}`)))
    expect(failure).not.toBeInstanceOf(MailRefused)
    expect(failure.reason).toBe('authentication')
  })

  it('an absent server is a matter of connection, and its return mends it', async () => {
    const server = await listen()
    const transport = transportTo(`smtp://127.0.0.1:${server.port}`)
    await send(transport)
    await server.close()
    expect((await failureOf(send(transport))).reason).toBe('connection')
    const returned = await listen({}, server.port)
    await send(transport)
    expect(returned.received).toHaveLength(1)
  })

  it('ends when aborted', async () => {
    const server = await listen({ onConnect: () => {} })
    const transport = transportTo(`smtp://127.0.0.1:${server.port}`)
    const sending = transport.send(mail, {
      from,
      roomId: 1,
      messageId: 'id-1',
      signal: AbortSignal.timeout(50),
    })
    expect((await failureOf(sending)).reason).toBe('connection')
  })
})

describe('TLS', () => {
  it.each([
    ['smtp', false],
    ['smtps', true],
  ] as const)('covers the login and the mail of %s', async (scheme, secure) => {
    const logins: { username: string | undefined; secure: boolean }[] = []
    const server = await listen({
      secure,
      authOptional: false,
      allowInsecureAuth: false,
      onAuth({ username, password }, session, callback) {
        logins.push({ username, secure: session.secure })
        callback(password === 'right' ? null : refusal(535), { user: username })
      },
    })
    await send(
      transportTo(`${scheme}://room:right@0.0.0.0:${server.port}?tls.rejectUnauthorized=false`),
    )
    expect(logins).toEqual([{ username: 'room', secure: true }])
    expect(server.received).toMatchObject([{ to: [mail.to], secure: true }])
    expect(
      (
        await failureOf(
          send(
            transportTo(
              `${scheme}://room:wrong@0.0.0.0:${server.port}?tls.rejectUnauthorized=false`,
            ),
          ),
        )
      ).reason,
    ).toBe('authentication')
    expect(server.received).toHaveLength(1)
  })

  // 0.0.0.0 is no loopback.
  it('refuses a server beyond the loopback that offers none', async () => {
    const server = await listen({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
    expect((await failureOf(send(transportTo(`smtp://0.0.0.0:${server.port}`)))).reason).toBe(
      'connection',
    )
    expect(server.received).toEqual([])
    await send(transportTo(`smtp://0.0.0.0:${server.port}?ignoreTLS=true`))
    expect(server.received).toMatchObject([{ secure: false }])
  })

  it('refuses a certificate that does not verify', async () => {
    for (const [scheme, secure] of [
      ['smtp', false],
      ['smtps', true],
    ] as const) {
      const server = await listen({ secure })
      expect(
        (await failureOf(send(transportTo(`${scheme}://0.0.0.0:${server.port}`)))).reason,
      ).toBe('connection')
      expect(server.received).toEqual([])
      await send(transportTo(`${scheme}://0.0.0.0:${server.port}?tls.rejectUnauthorized=false`))
      expect(server.received).toMatchObject([{ secure: true }])
    }
  })
})
