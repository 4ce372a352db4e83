import { BASE_PATH } from '../../../../contract/core/base-path.ts'
import { SIGN_ON_PATH } from '../../../../contract/features/session/sign-on.ts'
import { readTokenCookie } from '../token-cookies.ts'
import { type Destination, SIGN_ON_ROUTES } from './destinations.ts'
import { START_MS, TICKET_MS } from './sign-on.rules.ts'

const STATE = 'sealroom-sign-on'

export const readState = (header: string | undefined): string | undefined =>
  readTokenCookie(header, STATE)
export const readTicket = (
  header: string | undefined,
  destination: Destination,
): string | undefined => readTokenCookie(header, SIGN_ON_ROUTES[destination].ticketCookie)

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly maxAgeMs: number
  readonly sameSite: 'Lax' | 'Strict'
}

function write({ name, value, path, maxAgeMs, sameSite }: Cookie, publicUrl: string): string {
  const attributes = [
    `Path=${BASE_PATH}${path}`,
    `Max-Age=${maxAgeMs / 1_000}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
  ]
  return [
    `${name}=${value}`,
    ...attributes,
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')
}

/** Lax lets the provider's page lead back. */
export const stateCookie = (value: string, publicUrl: string): string =>
  write({ name: STATE, value, path: SIGN_ON_PATH, maxAgeMs: START_MS, sameSite: 'Lax' }, publicUrl)

export const noStateCookie = (publicUrl: string): string =>
  write({ name: STATE, value: '', path: SIGN_ON_PATH, maxAgeMs: 0, sameSite: 'Lax' }, publicUrl)

const writeTicket = (
  value: string,
  maxAgeMs: number,
  destination: Destination,
  publicUrl: string,
): string => {
  const { ticketCookie: name, completePath: path } = SIGN_ON_ROUTES[destination]
  return write({ name, value, path, maxAgeMs, sameSite: 'Strict' }, publicUrl)
}

export const ticketCookie = (value: string, destination: Destination, publicUrl: string): string =>
  writeTicket(value, TICKET_MS, destination, publicUrl)

export const noTicketCookie = (destination: Destination, publicUrl: string): string =>
  writeTicket('', 0, destination, publicUrl)
