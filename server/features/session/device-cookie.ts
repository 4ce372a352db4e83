import { BASE_PATH } from '../../../contract/core/base-path.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import { ENTRY_PATH } from '../../../contract/features/session.ts'

const NAME = 'sealroom-device'
/** 128 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** The token of a known device in a Cookie header (RFC 6265, 4.2.1); of several the first, undefined when it is none of ours. */
export function readDevice(header: string | undefined): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value = ''] = pair.trim().split('=')
    if (name === NAME) return TOKEN.test(value) ? value : undefined
  }
  return undefined
}

/** The Set-Cookie header that makes a browser a known device: no script reads it, and it goes with the calls of the entrance alone. */
export function deviceCookie(token: string, publicUrl: string): string {
  const attributes = [`Path=${BASE_PATH}${ENTRY_PATH}`, `Max-Age=${LIMITS.deviceMs / 1_000}`, 'HttpOnly', 'SameSite=Strict']
  return [`${NAME}=${token}`, ...attributes, ...(publicUrl.startsWith('https:') ? ['Secure'] : [])].join('; ')
}
