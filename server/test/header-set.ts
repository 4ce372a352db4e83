/** What every answer carries. */
const HEADERS: Readonly<Record<string, RegExp>> = {
  'cache-control': /^no-store$/,
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
  'permissions-policy': /camera=\(\)/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'x-frame-options': /^DENY$/,
  'cross-origin-resource-policy': /^same-origin$/,
}

/** Names of the header set that an answer lacks. */
export const lacking = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(HEADERS)
    .filter(([name, pattern]) => !pattern.test(headers[name] ?? ''))
    .map(([name]) => name)
