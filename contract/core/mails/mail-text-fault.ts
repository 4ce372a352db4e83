import { lettersOf, skeletonOf } from './look-alikes.ts'
import { MAIL_HEADS, MAIL_LABELS, NATURAL_LABELS } from './mail-labels.ts'
import { PLACEHOLDERS } from './mail-texts.ts'

type MailTextFaultCode =
  | 'MAIL_TEXT_PLACEHOLDER'
  | 'MAIL_TEXT_APART'
  | 'MAIL_TEXT_LINK'
  | 'MAIL_TEXT_HEADER'
type MailTextFault =
  | { readonly code: 'MAIL_TEXT_CHARACTER' | 'MAIL_TEXT_MARKUP' | 'MAIL_TEXT_NO_FIRM' }
  | { readonly code: MailTextFaultCode; readonly found: string }

/** Control characters (except line breaks), invisible characters and direction marks match. */
const INVISIBLE =
  /[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u115f\u1160\u3164\uffa0]/u
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
const BRACED = /\{[^{}\n]*\}|[{}]/gu
const MARKUP = /<[a-z/!?]/i

/** These characters could join a value with the text before or after it. */
const JOINS_BEFORE = /[\p{L}\p{M}\p{N}\p{Pd}._/:@\\+%#?&=~{}]$/u
const JOINS_AFTER =
  /^(?:(?!\p{sc=Hangul})[\p{L}\p{M}\p{N}]|[\p{Pd}_/:@\\+%#&=~{}]|[.,!?;…]+(?![.,!?;…\s'"’”)\]」』》]|$))/u

/** Replaces dots, slashes and marks of other scripts that readers take for ours. */
const asRead = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/[。｡．۔]/g, '.')
    .replace(/[⁄∕⧸╱]/g, '/')
    .replace(/[∶꞉ː׃]/g, ':')

/** LINKS refuses all Latin domains. */
const TOP_LEVEL = [
  ...[
    '한국',
    '삼성',
    '닷컴',
    '닷넷',
    '中国',
    '中國',
    '公司',
    '网络',
    '网址',
    '在线',
    '中文网',
    '香港',
    '台灣',
    '台湾',
    'みんな',
    'コム',
  ],
  ...[
    'рф',
    'рус',
    'бг',
    'бел',
    'укр',
    'срб',
    'мкд',
    'дети',
    'онлайн',
    'сайт',
    'орг',
    'ком',
    'москва',
    'ελ',
    'ευ',
    'հայ',
    'გე',
  ],
  ...[
    'ไทย',
    'คอม',
    'भारत',
    'कॉम',
    'संगठन',
    'ישראל',
    'קום',
    'السعودية',
    'مصر',
    'امارات',
    'ایران',
    'قطر',
    'المغرب',
    'موقع',
    'شبكة',
    'كوم',
  ],
].map(asRead)

/** Mail programs make links of addresses without a scheme. */
const LINKS = [
  /[a-z][a-z0-9+.-]*:\/\/\S*/i,
  /\b(?:mailto|tel|sms):\S+/i,
  /\S+@\S+/,
  new RegExp(
    `(?:[\\p{L}\\p{N}_-]+\\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+|${TOP_LEVEL.join('|')})(?!\\p{sc=Cyrillic}|[a-z0-9])`,
    'iu',
  ),
  /[\p{L}\p{N}_-]+\.\p{L}[\p{L}\p{N}-]+(?:\/\S|:\d)\S*/u,
  /\d{1,3}(?:\.\d{1,3}){3}/,
]

/** Readers take "rn" for "m". */
const keyOf = (label: string): string =>
  skeletonOf(label)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('m', 'rn')
const oneOf = (labels: readonly string[]): string =>
  labels.map((label) => keyOf(asRead(label))).join('|')
const OURS = oneOf([...MAIL_HEADS, ...MAIL_LABELS])
const NATURAL = oneOf(NATURAL_LABELS)
/** A natural label counts only beside one of ours. */
const ONLY_LABELS = new RegExp(`^(?:${NATURAL})*(?:${OURS})(?:${OURS}|${NATURAL})*$`, 'u')
/** Fraudulent mails ask for these secrets, so they count anywhere in a line. */
const SECRET =
  /(?<![a-z])(?:p ?i ?n|(?:operator|verification) code|(?:운영자|인증) ?(?:코드|번호))(?: ?번호| number| code)?[^\p{L}\p{N}]*$/u
const SEPARATOR = /[:=|→]|\s\p{Pd}\s/gu
const BULLET = /^[^\p{L}]*(?:\p{L}{1,3}[.)]\s*)?[^\p{L}]*/u
const RULE = /^[ \t>*]*-{2,}\s*$|^[^\p{L}]*x-[a-z-]+\s*:/iu
const LABEL_MAX = 80

const isHeader = (line: string): boolean =>
  RULE.test(line) ||
  [...line.matchAll(SEPARATOR)].some(({ index }) => {
    const before = line.slice(0, index)
    return (
      [lettersOf(before), skeletonOf(before)].some((each) => SECRET.test(each)) ||
      (before.length <= LABEL_MAX &&
        [before, before.replace(BULLET, '')].some((each) => ONLY_LABELS.test(keyOf(each))))
    )
  })

/** People write links beside these scripts without a space, and their letters imitate no Latin ones. */
const BESIDE = /[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/u
const TOP_LEVEL_OF_IMITATIONS =
  'com|net|org|info|biz|io|co|kr|jp|cn|hk|sg|ru|eu|uk|us|me|app|dev|xyz|site|shop|online|top'
const WHOLE_DOMAIN = new RegExp(
  `^\\P{L}*(?:[a-z0-9_-]+\\.)+(?:${TOP_LEVEL_OF_IMITATIONS})(?![a-z0-9])(?:[/:]\\S*)?\\P{L}*$`,
  'u',
)
const SENTENCE = /\.\p{Lu}\p{Ll}?(?!\p{L})/u

/** A part imitates Latin if every letter could be Latin and some are, or if it reads as a domain. */
function isImitation(part: string): boolean {
  const letters = lettersOf(part)
  if (letters === part.toLowerCase() || /[^\P{L}a-z]/u.test(letters)) return false
  return /[a-z]/i.test(part) || (WHOLE_DOMAIN.test(letters) && !SENTENCE.test(part))
}

const unmasked = (text: string): string =>
  text.replace(/\S+/gu, (word) => {
    const parts = word.split(BESIDE)
    // Each label may have another script.
    return parts.some((part) => [part, ...part.split('.')].some(isImitation))
      ? lettersOf(word)
      : word
  })

/** Returns the typed text, or its whole line if normalization changed the length. */
function typedAt(text: string, read: string, { 0: match, index }: RegExpExecArray): string {
  if (read.length === text.length) return text.slice(index, index + match.length)
  const line = read.slice(0, index).split('\n').length - 1
  return text.split('\n')[line]?.trim() ?? match
}

export function linkOrHeaderIn(text: string): MailTextFault | undefined {
  const separate = asRead(text.replace(IGNORABLE, ' '))
  for (const pattern of LINKS) {
    for (const read of [separate, unmasked(separate)]) {
      const match = pattern.exec(read)
      if (match) return { code: 'MAIL_TEXT_LINK', found: typedAt(text, read, match) }
    }
  }
  const header = asRead(text.replace(IGNORABLE, '')).split('\n').find(isHeader)
  return header === undefined ? undefined : { code: 'MAIL_TEXT_HEADER', found: header.trim() }
}

function placeholderFault(text: string, hasFirm: boolean): MailTextFault | undefined {
  for (const { 0: found, index } of text.matchAll(BRACED)) {
    const name = PLACEHOLDERS.find((each) => found === `{${each}}`)
    if (!name) return { code: 'MAIL_TEXT_PLACEHOLDER', found }
    if (name === 'firm' && !hasFirm) return { code: 'MAIL_TEXT_NO_FIRM' }
    const [before, after] = [text.slice(0, index), text.slice(index + found.length)].map(asRead)
    if (JOINS_BEFORE.test(before ?? '') || JOINS_AFTER.test(after ?? ''))
      return { code: 'MAIL_TEXT_APART', found }
  }
  return undefined
}

export function mailTextFault(text: string, hasFirm: boolean): MailTextFault | undefined {
  if (INVISIBLE.test(text)) return { code: 'MAIL_TEXT_CHARACTER' }
  const fault = placeholderFault(text, hasFirm)
  if (fault) return fault
  return MARKUP.test(asRead(text)) ? { code: 'MAIL_TEXT_MARKUP' } : linkOrHeaderIn(text)
}
