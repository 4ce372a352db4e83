import type { MailComposerOptions } from 'nodemailer/lib/mail-composer'
import { parseAddress } from './address.ts'
import { type Mail, MailRefused, type SendOptions } from './mail.ts'

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/

/**
 * The mail as nodemailer's composer takes it, which encodes every header value, so that line breaks in names and
 * subjects end no header. Texts are quoted-printable, readable in a file. Nothing is ever loaded by path or URL.
 * @throws MailRefused when the receiver is not exactly one address.
 */
export function messageOf(mail: Mail, { from, messageId }: SendOptions, date: Date): MailComposerOptions {
  const to = parseAddress(mail.to)
  if (!to) throw new MailRefused()
  return {
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date,
    messageId: `<${messageId}@${from.address.slice(from.address.indexOf('@') + 1)}>`,
    // RFC 3834: keeps out-of-office notes from answering.
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
    attachments: mail.attachments?.map(({ name, type, content }) => ({
      filename: name,
      contentType: MEDIA_TYPE.test(type) ? type : 'application/octet-stream',
      contentDisposition: 'attachment',
      content,
    })),
    encoding: 'quoted-printable',
    textEncoding: 'quoted-printable',
    newline: 'win',
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
