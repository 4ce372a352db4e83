import { BASE_PATH } from '../../../contract/core/base-path.ts'
import { CROSSING_PATHS } from '../../../contract/features/session/own-rooms.ts'

/** The token has 128 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** Reads a Cookie header (RFC 6265, 4.2.1). The first match counts. */
export function readTokenCookie(header: string | undefined, wanted: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value = ''] = pair.trim().split('=')
    if (name === wanted) return TOKEN.test(value) ? value : undefined
  }
  return undefined
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly maxAgeMs: number
}

export function tokenCookie({ name, value, path, maxAgeMs }: Cookie, publicUrl: string): string {
  const attributes = [
    `Path=${BASE_PATH}${path}`,
    `Max-Age=${maxAgeMs / 1_000}`,
    'HttpOnly',
    'SameSite=Strict',
  ]
  return [
    `${name}=${value}`,
    ...attributes,
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')
}

export const cookiesOnCrossingPaths = (cookie: Omit<Cookie, 'path'>, publicUrl: string): string[] =>
  CROSSING_PATHS.map((path) => tokenCookie({ ...cookie, path }, publicUrl))
