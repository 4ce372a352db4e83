import { createTransport } from 'nodemailer'
import type { Clock } from '../clock/clock.ts'
import { MailFailure, MailRefused, type MailTransport } from './mail.ts'
import { messageOf } from './message.ts'

const CONNECT_WITHIN_MS = 15_000
const IDLE_WITHIN_MS = 60_000
/** Trickling servers are never idle. */
const SEND_WITHIN_MS = 180_000

export interface SmtpTransport extends MailTransport {
  /** @throws MailFailure */
  verify(): Promise<void>
}

/** TLS is required except on loopback. `?ignoreTLS=true` allows plain text, `?tls.rejectUnauthorized=false` self-signed certificates. */
export function createSmtpTransport({
  url,
  clock,
}: {
  readonly url: string
  readonly clock: Clock
}): SmtpTransport {
  const { hostname, searchParams } = new URL(url)
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  const transporter = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    requireTLS: !loopback && !searchParams.has('ignoreTLS'),
    tls: { rejectUnauthorized: !loopback },
    dnsTimeout: CONNECT_WITHIN_MS,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: IDLE_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    kind: 'smtp',
    async send(mail, options) {
      const limit = AbortSignal.timeout(SEND_WITHIN_MS)
      const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
      try {
        await transporter.sendMail({ ...messageOf(mail, options, clock.now()), signal })
      } catch (error) {
        throw asMailFailure(error)
      }
      return undefined
    },
    async verify() {
      try {
        await transporter.verify()
      } catch (error) {
        throw asMailFailure(error)
      }
    },
    async close() {
      transporter.close()
    },
  }
}

function asMailFailure(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error
  const { code, permanent } = error as { code?: unknown; permanent?: unknown }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    return permanent === true
      ? new MailRefused({ cause: error })
      : new MailFailure('deferred', { cause: error })
  }
  const login = code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2'
  return new MailFailure(login ? 'authentication' : 'connection', { cause: error })
}
