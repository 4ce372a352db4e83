import { createTransport } from 'nodemailer'
import type { Clock } from '../clock/clock.ts'
import { MailFailure, MailRefused, type MailTransport } from './mail.ts'
import { messageOf } from './message.ts'

const CONNECT_WITHIN_MS = 15_000
const IDLE_WITHIN_MS = 60_000
/** A server that answers byte by byte is never idle, so the whole mail has a limit too. */
const SEND_WITHIN_MS = 180_000

/**
 * Sends by SMTP over a few connections that stay open.
 *
 * The mail server must offer TLS with a certificate that verifies. On the loopback, where there is neither a wire nor a
 * certificate authority, TLS is used if offered and not verified. `?ignoreTLS=true` in the URL allows plain text to a
 * server within a closed network, `?tls.rejectUnauthorized=false` a certificate of one's own.
 */
export function createSmtpTransport({ url, clock }: { readonly url: string; readonly clock: Clock }): MailTransport {
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
    async close() {
      transporter.close()
    },
  }
}

/** Only an answer to the envelope or to the message refuses the mail; a refused login or greeting can be mended. */
function asMailFailure(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error
  const { code, permanent } = error as { code?: unknown; permanent?: unknown }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    return permanent === true ? new MailRefused({ cause: error }) : new MailFailure('deferred', { cause: error })
  }
  const login = code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2'
  return new MailFailure(login ? 'authentication' : 'connection', { cause: error })
}
