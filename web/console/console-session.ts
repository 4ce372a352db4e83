import { useSyncExternalStore } from 'react'
import {
  SIGN_ON_FAULTS,
  type SignOnFault,
} from '../../contract/features/session/sign-on-provider.ts'

const KEY = 'console'
const INVITE = /^#invite=([A-Za-z0-9_-]{43})$/

export type Arrival = 'signed-on' | SignOnFault

export function takeArrival(): Arrival | undefined {
  const said = location.hash.slice(1)
  const arrival = said === 'signed-on' ? said : SIGN_ON_FAULTS.find((fault) => fault === said)
  if (arrival !== undefined) history.replaceState(null, '', location.pathname)
  return arrival
}

const listeners = new Set<() => void>()

/** The history keeps no console link. */
export function takeInvitation(): string | undefined {
  const token = INVITE.exec(location.hash)?.[1]
  if (token !== undefined) history.replaceState(null, '', location.pathname)
  return token
}

/** The bearer ends with the tab. */
export const bearer = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined

let isEnded = false

export const hasEnded = (): boolean => isEnded

/** The server ended the session, so the entrance says so. */
export function endBearer(): void {
  keep(undefined, true)
}

export function keepBearer(token: string | undefined): void {
  keep(token, false)
}

function keep(token: string | undefined, wasEnded: boolean): void {
  isEnded = wasEnded
  if (token === undefined) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, token)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useBearer = (): string | undefined => useSyncExternalStore(subscribe, bearer)
