import { CONSOLE_COMPLETE_PATH } from '../../../../contract/features/console/console-session.ts'
import { COMPLETE_PATH } from '../../../../contract/features/session/own-rooms.ts'

/** Where a sign-on leads. What was begun for one is worth nothing at the other. */
export type Destination = 'rooms' | 'console'

interface Way {
  /** Of the web client. */
  readonly page: string
  readonly ticketCookie: string
  readonly completePath: string
  /** Kinds of HMACs. */
  readonly cookie: 'sign-on-cookie' | 'console-sign-on-cookie'
  readonly ticket: 'sign-on-ticket' | 'console-sign-on-ticket'
  /** Hash of the page where the ticket waits. */
  readonly done: string
  /** An older session at the provider asks again. */
  readonly withinSeconds: number | undefined
}

/** Ahead of the five minutes for which a sign-on is strong, so that nobody is refused on the way back. */
const CONSOLE_SECONDS = 60

export const WAYS: Readonly<Record<Destination, Way>> = {
  rooms: {
    ...{ page: '/sign-on', done: '', completePath: COMPLETE_PATH, ticketCookie: 'sealroom-sign-on-ticket' },
    ...{ cookie: 'sign-on-cookie', ticket: 'sign-on-ticket', withinSeconds: undefined },
  },
  console: {
    ...{ page: '/console', done: '#signed-on', completePath: CONSOLE_COMPLETE_PATH, ticketCookie: 'sealroom-console-ticket' },
    ...{ cookie: 'console-sign-on-cookie', ticket: 'console-sign-on-ticket', withinSeconds: CONSOLE_SECONDS },
  },
}
