import type { MailTransport } from './mail.ts'

/** Control characters in a subject would be terminal commands. */
const CONTROL = /\p{Cc}+/gu

/** Also announces recipient, subject and path of each mail file, never its content. */
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
