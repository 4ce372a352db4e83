import type { OutboxMail } from '../platform/mail/read-outbox.ts'

/** Text from persons must not control the terminal. */
const CONTROL = /[^\P{Cc}\n\t]/gu

export function printMails(mails: readonly OutboxMail[]): string {
  return mails.map(printMail).reverse().join('\n\n')
}

function printMail({ date, to, subject, text }: OutboxMail): string {
  const head = [
    `날짜 · Date     ${localTime(date)}`,
    `받는 사람 · To  ${to}`,
    `제목 · Subject  ${subject.replace(/\s+/g, ' ')}`,
  ]
  return ['─'.repeat(72), ...head, '', text.replace(/\r\n?/g, '\n').trim()]
    .join('\n')
    .replace(CONTROL, '')
}

const TIME = new Intl.DateTimeFormat('sv-SE', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

function localTime(date: string): string {
  const time = new Date(date)
  return Number.isNaN(time.getTime()) ? date : TIME.format(time)
}
