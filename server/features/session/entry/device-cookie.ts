import { BASE_PATH } from '../../../../contract/core/base-path.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { ENTRY_PATH } from '../../../../contract/features/session.ts'

const NAME = 'sealroom-device'
/** 128 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** Reads a Cookie header (RFC 6265, 4.2.1). The first match counts. */
export function readDevice(header: string | undefined): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value = ''] = pair.trim().split('=')
    if (name === NAME) return TOKEN.test(value) ? value : undefined
  }
  return undefined
}

export function deviceCookie(token: string, publicUrl: string): string {
  const attributes = [`Path=${BASE_PATH}${ENTRY_PATH}`, `Max-Age=${LIMITS.deviceMs / 1_000}`, 'HttpOnly', 'SameSite=Strict']
  return [`${NAME}=${token}`, ...attributes, ...(publicUrl.startsWith('https:') ? ['Secure'] : [])].join('; ')
}
