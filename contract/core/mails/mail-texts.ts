/** Mails that operators cause, whose introduction a room may word itself. */
export const MAIL_TEXT_KINDS = ['invitation', 'documents', 'questions', 'closing'] as const
export type MailTextKind = (typeof MAIL_TEXT_KINDS)[number]

export const MAIL_TEXT_MAX = 1_000

export const PLACEHOLDERS = ['name', 'room', 'firm'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

export type MailTextFault =
  | { readonly code: 'MAIL_TEXT_CHARACTER' | 'MAIL_TEXT_MARKUP' | 'MAIL_TEXT_NO_FIRM' }
  | { readonly code: 'MAIL_TEXT_PLACEHOLDER' | 'MAIL_TEXT_LINK' | 'MAIL_TEXT_HEADER'; readonly found: string }

/** Control characters but line breaks, and those that hide or turn text. */
const INVISIBLE = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u
const BRACED = /\{[^{}\n]*\}|[{}]/gu
const MARKUP = /<[a-z/!?]/i

/** Also of addresses without a scheme, since mail programs make links of them. */
const LINKS = [
  /[a-z][a-z0-9+.-]*:\/\/\S*/i,
  /\b(?:mailto|tel|sms):\S+/i,
  /\S+@\S+/,
  /(?:[\p{L}\p{N}_-]+\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+|한국|닷컴|닷넷)(?![a-z0-9])/iu,
  /\d{1,3}(?:\.\d{1,3}){3}/,
]

/** Dots and slashes of other scripts, which browsers read as ours. */
const asBrowsersRead = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[。｡．]/g, '.')
    .replace(/[⁄∕]/g, '/')

/** Heads of mails in both languages, and names of what our own mails state. */
const HEADER =
  /^[ \t>*-]*(?:(?:from|to|cc|bcc|subject|date|sent|sender|reply-to|return-path|received|message-id|mime-version|content-[a-z-]+|x-[a-z-]+|pin|code|operator code|verification code|room number|보낸 ?사람|보내는 ?사람|받는 ?사람|참조|숨은 ?참조|제목|날짜|보낸 ?날짜|회신|운영자 코드|인증 ?코드|데이터룸 번호)\s*:.*|-{2,}\s*$)/im

/** What forbids a text, the same for the page that it is typed in and for the server. */
export function mailTextFault(text: string, hasFirm: boolean): MailTextFault | undefined {
  if (INVISIBLE.test(text)) return { code: 'MAIL_TEXT_CHARACTER' }
  for (const [found] of text.matchAll(BRACED)) {
    const name = PLACEHOLDERS.find((each) => found === `{${each}}`)
    if (!name) return { code: 'MAIL_TEXT_PLACEHOLDER', found }
    if (name === 'firm' && !hasFirm) return { code: 'MAIL_TEXT_NO_FIRM' }
  }
  const read = asBrowsersRead(text)
  if (MARKUP.test(read)) return { code: 'MAIL_TEXT_MARKUP' }
  for (const pattern of LINKS) {
    const found = pattern.exec(read)?.[0]
    if (found !== undefined) return { code: 'MAIL_TEXT_LINK', found }
  }
  const header = HEADER.exec(read)?.[0]
  return header === undefined ? undefined : { code: 'MAIL_TEXT_HEADER', found: header.trim() }
}

const FILLED = /\{(name|room|firm)\}/g

/** Paragraphs are divided by empty lines. */
export const mailParagraphs = (text: string, values: Readonly<Record<Placeholder, string>>): string[] =>
  text
    .trim()
    .split(/\n[ \t]*\n\s*/)
    .filter(Boolean)
    .map((paragraph) => paragraph.replace(FILLED, (_, name: Placeholder) => values[name]))
