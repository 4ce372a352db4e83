const HEADERS: Readonly<Record<string, RegExp>> = {
  'cache-control': /^no-store$/,
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
  'permissions-policy': /camera=\(\)/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'x-frame-options': /^DENY$/,
  'cross-origin-resource-policy': /^same-origin$/,
}

export const lacking = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(HEADERS)
    .filter(([name, pattern]) => !pattern.test(headers[name] ?? ''))
    .map(([name]) => name)
