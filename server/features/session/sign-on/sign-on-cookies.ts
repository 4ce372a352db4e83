import { BASE_PATH } from '../../../../contract/core/base-path.ts'
import { COMPLETE_PATH } from '../../../../contract/features/session/own-rooms.ts'
import { SIGN_ON_PATH } from '../../../../contract/features/session/sign-on.ts'
import { readCookie } from '../entry/device-cookie.ts'
import { START_MS, TICKET_MS } from './sign-on.rules.ts'

const STATE = 'sealroom-sign-on'
const TICKET = 'sealroom-sign-on-ticket'

export const readState = (header: string | undefined): string | undefined => readCookie(header, STATE)
export const readTicket = (header: string | undefined): string | undefined => readCookie(header, TICKET)

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly maxAgeMs: number
  readonly sameSite: 'Lax' | 'Strict'
}

function write({ name, value, path, maxAgeMs, sameSite }: Cookie, publicUrl: string): string {
  const attributes = [`Path=${BASE_PATH}${path}`, `Max-Age=${maxAgeMs / 1_000}`, 'HttpOnly', `SameSite=${sameSite}`]
  return [`${name}=${value}`, ...attributes, ...(publicUrl.startsWith('https:') ? ['Secure'] : [])].join('; ')
}

/** Lax, since the provider's page leads back. */
export const stateCookie = (value: string, publicUrl: string): string =>
  write({ name: STATE, value, path: SIGN_ON_PATH, maxAgeMs: START_MS, sameSite: 'Lax' }, publicUrl)

export const noStateCookie = (publicUrl: string): string =>
  write({ name: STATE, value: '', path: SIGN_ON_PATH, maxAgeMs: 0, sameSite: 'Lax' }, publicUrl)

export const ticketCookie = (value: string, publicUrl: string): string =>
  write({ name: TICKET, value, path: COMPLETE_PATH, maxAgeMs: TICKET_MS, sameSite: 'Strict' }, publicUrl)

export const noTicketCookie = (publicUrl: string): string =>
  write({ name: TICKET, value: '', path: COMPLETE_PATH, maxAgeMs: 0, sameSite: 'Strict' }, publicUrl)
