import type { MailTransport } from './mail.ts'

/** Control characters would be terminal commands. */
const CONTROL = /\p{Cc}+/gu

/** Content is never announced. */
export function announceMails(
  transport: MailTransport,
  say: (line: string) => void,
): MailTransport {
  return {
    ...transport,
    async send(mail, options) {
      const file = await transport.send(mail, options)
      if (file !== undefined)
        say(`mail to ${mail.to}: ${mail.subject.replace(CONTROL, ' ')} (${file})`)
      return file
    },
  }
}
