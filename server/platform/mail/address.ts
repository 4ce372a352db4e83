import { domainToASCII, domainToUnicode } from 'node:url'

const LONGEST_ADDRESS = 254
const LONGEST_LOCAL_PART = 64

const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Other letters could imitate Latin ones. */
const ALPHABETS = [
  /^[a-z0-9\u00df-\u00f6\u00f8-\u00ff-]+$/,
  /^[가-힣a-z0-9-]+$/,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー가-힣0-9-]+$/u,
]

/**
 * The domain becomes lower-case ASCII (RFC 5891); the local part keeps its case. Only an addr-spec (RFC 5322) of at most 254 characters
 * with dot-atom and domain name passes. Non-ASCII local parts and imitating alphabets give undefined.
 */
export function parseAddress(text: string): string | undefined {
  if (text.length > LONGEST_ADDRESS) return undefined
  const [local = '', domain = '', ...more] = text.split('@')
  if (more.length > 0 || local.length > LONGEST_LOCAL_PART || !DOT_ATOM.test(local))
    return undefined
  const ascii = parseDomain(domain)
  if (!ascii) return undefined
  const address = `${local}@${ascii}`
  return address.length <= LONGEST_ADDRESS ? address : undefined
}

function parseDomain(text: string): string | undefined {
  const domain = text.normalize('NFC').toLowerCase()
  // domainToASCII would decode percent signs, drop invisible characters and fold full-width ones.
  if (!/^[\p{L}\p{M}\p{N}ー.-]+$/u.test(domain) || domain !== domain.normalize('NFKC'))
    return undefined
  const ascii = domainToASCII(domain)
  const labels = ascii.split('.')
  if (!labels.every((label) => LABEL.test(label)) || /^\d+$/.test(labels.at(-1) ?? ''))
    return undefined
  const unicode = domainToUnicode(ascii)
  if (domainToASCII(unicode) !== ascii) return undefined
  return unicode.split('.').every((label) => ALPHABETS.some((alphabet) => alphabet.test(label)))
    ? ascii
    : undefined
}

export interface Sender {
  readonly name: string
  readonly address: string
}

/** MAIL_FROM has this format. */
export function parseSender(text: string): Sender | undefined {
  const match = /^(?:"?(?<name>[^"<>\p{Cc}]*?)"?\s*<(?<inner>[^<>]+)>|(?<bare>[^<>]+))$/u.exec(
    text.trim(),
  )
  const { name = '', inner, bare = '' } = match?.groups ?? {}
  const address = parseAddress(inner ?? bare)
  return address ? { name, address } : undefined
}
