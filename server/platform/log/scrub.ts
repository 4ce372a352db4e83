/** Callers must not log secrets; this catches leaks by field name or shape. False positives are acceptable. */

const LONGEST_TEXT = 8192
const LONGEST_STACK_TEXT = 4096
const MOST_ENTRIES = 100
const DEEPEST = 8

const HIDDEN = '[redacted]'

/** Such words hide names (`userEmail`, `set-cookie`, `access_token`). */
const SECRET_WORDS: ReadonlySet<string> = new Set([
  ...[
    'pin',
    'pins',
    'jwt',
    'token',
    'tokens',
    'authorization',
    'cookie',
    'cookies',
    'password',
    'passwd',
    'passphrase',
    'pass',
  ],
  ...[
    'secret',
    'secrets',
    'pepper',
    'email',
    'emails',
    'address',
    'addresses',
    'recipient',
    'recipients',
    'subject',
    'body',
    'phone',
  ],
])

/** Parts of these names are harmless (`statusCode`). */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'code',
  'codes',
  'operatorcode',
  'managercode',
  'to',
  'cc',
  'bcc',
  'email',
  'emails',
  'apikey',
])

/** Bounded starts keep hostile texts linear. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b((?:set-)?cookie|(?:proxy-)?authorization)["']?\s*[:=]\s*[^\r\n]+/gi, `$1: ${HIDDEN}`],
  [/\b(bearer|signer|basic)\s+[\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s'"<>]*@/gi, `$1${HIDDEN}@`],
  [
    /((?:password|passwd|pwd|passphrase|secret|token|api[_-]?key|\bpin)["']?\s*[:=]\s*)(?:"[^"]*"|'[^']*'|[^\s,;&}]+)/gi,
    `$1${HIDDEN}`,
  ],
  [/(?<![A-Za-z0-9])(?:srk|whsec)_[\w+/=]+/g, '[key]'],
  [/\/sign#[^\s'"<>]+/gi, '/sign#[token]'],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '[jwt]'],
  [
    /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}(?:@|%40)(?:[\p{L}\p{N}][\p{L}\p{N}.-]{0,252}|\[[^\]\s]{1,64}\])/giu,
    '[email]',
  ],
  [/(?<!\d)\d{3}[-\u2010-\u2015\s]?\d{2}[-\u2010-\u2015\s]?\d{11}(?!\d)/g, '[pin]'],
  [
    /(?<![A-Za-z0-9])[A-Za-z0-9]{2}[-\u2010-\u2015][A-Za-z0-9]{5}[-\u2010-\u2015][A-Za-z0-9]{2}(?![A-Za-z0-9])/g,
    '[code]',
  ],
  // An operator code lacks hyphens here (Crockford base 32).
  [/(?<![A-Za-z0-9])(?=\d*[A-Z])[0-9A-HJKMNP-TV-Z]{9}(?![A-Za-z0-9])/g, '[code]'],
  [/(?<![a-z0-9])(?=\d{0,8}[a-z])(?=[a-z]{0,8}\d)[0-9a-hjkmnp-tv-z]{9}(?![a-z0-9])/gi, '[code]'],
  // Long opaque tokens match; hexadecimal digests stay readable.
  [/(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{32,}/g, '[token]'],
]

export function scrubText(text: string): string {
  let clean = text
  if (text.length > LONGEST_TEXT) {
    // Half a PIN is unrecognizable, so the last word goes.
    clean = `${text.slice(0, LONGEST_TEXT).replace(/\S{1,8192}$/, '')}…`
  }
  for (const [shape, replacement] of SHAPES) clean = clean.replace(shape, replacement)
  return clean
}

export interface LoggedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: unknown
  readonly errors?: unknown
}

/** Also limits depth and breadth, and removes cycles. */
export function scrubFields(fields: object): Record<string, unknown> {
  if (fields instanceof Error) return { error: scrubError(fields, new Set()) }
  return scrubEntries(Object.entries(fields), new Set([fields]))
}

function scrubValue(value: unknown, within: ReadonlySet<object>): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (typeof value === 'number') return scrubNumber(value)
  if (typeof value === 'bigint') return scrubText(String(value))
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`
  if (typeof value !== 'object' || value === null) return value
  if (within.has(value)) return '[circular]'
  if (within.size >= DEEPEST) return '[deep]'
  const inside = new Set(within).add(value)
  if (value instanceof Error) return scrubError(value, inside)
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? '[no date]' : value.toISOString()
  if (value instanceof URL) return scrubText(value.href)
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    return `[${value.byteLength} bytes]`
  if (Array.isArray(value) || value instanceof Set)
    return [...value].slice(0, MOST_ENTRIES).map((item) => scrubValue(item, inside))
  if (value instanceof Map)
    return scrubEntries(
      [...value].map(([key, item]): [string, unknown] => [String(key), item]),
      inside,
    )
  return scrubEntries(Object.entries(value), inside)
}

/** PINs have up to 16 digits. */
const scrubNumber = (value: number): number | string =>
  Number.isInteger(value) && Math.abs(value) >= 1e13 ? '[pin]' : value

function scrubEntries(
  entries: [string, unknown][],
  within: ReadonlySet<object>,
): Record<string, unknown> {
  const clean: Record<string, unknown> = {}
  for (const [key, value] of entries.slice(0, MOST_ENTRIES)) {
    const hide = isSecretName(key) && value !== undefined && value !== null
    clean[scrubText(key)] = hide ? HIDDEN : scrubValue(value, within)
  }
  return clean
}

function isSecretName(name: string): boolean {
  const words = name
    .slice(0, 100)
    .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  return (
    words.some((word) => SECRET_WORDS.has(word)) ||
    SECRET_NAMES.has(words.join('')) ||
    /^keys?$/.test(words.at(-1) ?? '')
  )
}

/** PostgreSQL and SMTP errors contain rows and addresses. */
function scrubError(error: Error, within: ReadonlySet<object>): LoggedError {
  const code = 'code' in error ? error.code : undefined
  return {
    type: scrubText(String(error.name)),
    message: scrubText(String(error.message)),
    ...(typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) && { code: scrubText(code) }),
    ...(typeof error.stack === 'string' && {
      stack: scrubText(error.stack).slice(0, LONGEST_STACK_TEXT),
    }),
    ...(error.cause !== undefined && { cause: scrubValue(error.cause, within) }),
    ...(error instanceof AggregateError && { errors: scrubValue(error.errors, within) }),
  }
}
