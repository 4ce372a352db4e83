import { BASE_PATH } from '../../../../contract/core/base-path.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { CROSSING_PATHS } from '../../../../contract/features/session/own-rooms.ts'
import { ENTRY_PATH } from '../../../../contract/features/session.ts'

const NAME = 'sealroom-device'
/** Crossing browsers get this cookie, which leaves their entry cookie unchanged. */
const CROSSING_NAME = 'sealroom-device-crossing'
/** The token has 128 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** Reads a Cookie header (RFC 6265, 4.2.1). The first match counts. */
export function readCookie(header: string | undefined, wanted: string): string | undefined {
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

function cookieOf({ name, value, path, maxAgeMs }: Cookie, publicUrl: string): string {
  const attributes = [`Path=${BASE_PATH}${path}`, `Max-Age=${maxAgeMs / 1_000}`, 'HttpOnly', 'SameSite=Strict']
  return [`${name}=${value}`, ...attributes, ...(publicUrl.startsWith('https:') ? ['Secure'] : [])].join('; ')
}

export const readDevice = (header: string | undefined): string | undefined => readCookie(header, NAME)

export const readCrossingDevice = (header: string | undefined): string | undefined => readCookie(header, CROSSING_NAME)

export const cookiesOfCrossing = (cookie: Omit<Cookie, 'path'>, publicUrl: string): string[] =>
  CROSSING_PATHS.map((path) => cookieOf({ ...cookie, path }, publicUrl))

/** Other calls do not carry an entry path's cookie. */
export const deviceCookies = (token: string, publicUrl: string): string[] =>
  [ENTRY_PATH, ...CROSSING_PATHS].map((path) => cookieOf({ name: NAME, value: token, path, maxAgeMs: LIMITS.deviceMs }, publicUrl))

export const crossingDeviceCookies = (token: string, publicUrl: string): string[] =>
  cookiesOfCrossing({ name: CROSSING_NAME, value: token, maxAgeMs: LIMITS.deviceMs }, publicUrl)
