import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { systemClock } from '../platform/clock/clock.ts'
import { MailFailure } from '../platform/mail/mail.ts'
import { createSmtpTransport } from '../platform/mail/smtp-transport.ts'
import { type Check, type Finding, fault, ok, skipped, warning } from './check.ts'

const WITHIN_MS = 40_000

export const mailChecks: readonly Check[] = [
  {
    name: 'mail server',
    withinMs: WITHIN_MS,
    run: async ({ settings: { SMTP_URL, DATA_DIR } }) => {
      if (SMTP_URL === undefined)
        return warning(
          `no mail is sent; mails are files in ${path.join(DATA_DIR, 'outbox')}`,
          'Set SMTP_URL to a mail server, or read them with: npm run room -- mail',
        )
      return overSmtp(SMTP_URL, async (transport) => {
        await transport.verify()
        return ok(`${placeOf(SMTP_URL)} answers and takes the login`)
      })
    },
  },
  {
    name: 'mail',
    withinMs: WITHIN_MS,
    run: async ({ mailTo, settings: { SMTP_URL, MAIL_FROM: from } }) => {
      if (mailTo === undefined) return skipped('--mail ADDRESS sends one')
      if (SMTP_URL === undefined) return skipped('no mail is sent without SMTP_URL')
      const mail = {
        to: mailTo,
        subject: 'Sealroom',
        text: '메일이 도착했습니다.\nThis mail has arrived.\n',
        language: 'ko',
      } as const
      return overSmtp(SMTP_URL, async (transport) => {
        await transport.send(mail, { from, messageId: randomUUID(), roomId: 0 })
        return ok('the mail server took a mail; look whether it arrives')
      })
    },
  },
]

const REMEDIES: Readonly<Record<string, string>> = {
  authentication:
    'Correct user and password in SMTP_URL; write special characters percent-encoded.',
  connection:
    'Correct host and port in SMTP_URL, and look whether the mail server offers TLS with a certificate that verifies.',
  rejected: 'Set MAIL_FROM to a sender that this mail server allows, and check the address.',
  deferred: 'The mail server refuses for now; try again later.',
}

async function overSmtp(
  url: string,
  work: (transport: ReturnType<typeof createSmtpTransport>) => Promise<Finding>,
): Promise<Finding> {
  const transport = createSmtpTransport({ url, clock: systemClock })
  try {
    return await work(transport)
  } catch (error) {
    const reason = error instanceof MailFailure ? error.reason : 'unknown'
    return fault(
      `${placeOf(url)}: ${reason}`,
      REMEDIES[reason] ?? 'docs/operate/mail.md describes SMTP_URL.',
    )
  } finally {
    await transport.close()
  }
}

const placeOf = (url: string): string => new URL(url).host
