import type { MailTransport } from './mail.ts'

/** A subject holds names that people gave; on a terminal a control character would be a command. */
const CONTROL = /\p{Cc}+/gu

/** A transport that also tells of each mail that became a file whom it is for, what it is about and where it lies; never what it says. */
export function announceMails(transport: MailTransport, say: (line: string) => void): MailTransport {
  return {
    ...transport,
    async send(mail, options) {
      const file = await transport.send(mail, options)
      if (file !== undefined) say(`mail to ${mail.to}: ${mail.subject.replace(CONTROL, ' ')} (${file})`)
      return file
    },
  }
}
