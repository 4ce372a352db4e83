import type { MailComposerOptions } from 'nodemailer/lib/mail-composer'
import { parseAddress } from './address.ts'
import { type Mail, MailRefused, type SendOptions } from './mail.ts'

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/

/** Receivers would decode such a subject (RFC 2047). */
const isAmbiguous = (subject: string): boolean => subject.includes('=?')

/** RFC 2047, section 2, limits a header line to 76 characters. */
const WORD_LENGTH = 52

/** RFC 2047 ignores the space between words. */
function encodedWords(text: string): string {
  const words = ['']
  for (const letter of text.replace(/[\r\n]+/g, ' ')) {
    const encoded = /^[a-z\d]$/i.test(letter)
      ? letter
      : [...Buffer.from(letter)]
          .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
          .join('')
    const last = words.at(-1) ?? ''
    if (last.length + encoded.length <= WORD_LENGTH) words[words.length - 1] = last + encoded
    else words.push(encoded)
  }
  return words.map((word) => `=?UTF-8?Q?${word}?=`).join(' ')
}

/**
 * nodemailer's encoding prevents header injection. Nothing is loaded by path or URL.
 * @throws MailRefused if the receiver is not exactly one address.
 */
export function messageOf(
  mail: Mail,
  { from, messageId }: SendOptions,
  date: Date,
): MailComposerOptions {
  const to = parseAddress(mail.to)
  if (!to) throw new MailRefused()
  const replyTo = mail.replyTo === undefined ? undefined : parseAddress(mail.replyTo)
  return {
    from: { name: mail.sender || from.name, address: from.address },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    to: { name: '', address: to },
    ...(isAmbiguous(mail.subject) ? {} : { subject: mail.subject }),
    text: mail.text,
    html: mail.html,
    date,
    messageId: `<${messageId}@${from.address.slice(from.address.indexOf('@') + 1)}>`,
    // It suppresses automatic replies (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.language,
      ...(isAmbiguous(mail.subject)
        ? { Subject: { prepared: true, foldLines: true, value: encodedWords(mail.subject) } }
        : {}),
    },
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
