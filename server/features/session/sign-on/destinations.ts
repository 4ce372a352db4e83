import { CONSOLE_COMPLETE_PATH } from '../../../../contract/features/console/console-session.ts'
import { COMPLETE_PATH } from '../../../../contract/features/session/own-rooms.ts'

/** A sign-on that began for one destination is invalid at the other. */
export type Destination = 'rooms' | 'console'

interface Way {
  readonly page: string
  readonly ticketCookie: string
  readonly completePath: string
  readonly cookie: 'sign-on-cookie' | 'console-sign-on-cookie'
  readonly ticket: 'sign-on-ticket' | 'console-sign-on-ticket'
  /** The ticket waits at the page with this hash. */
  readonly done: string
  /** If the session at the provider is older, the provider asks again. */
  readonly withinSeconds: number | undefined
}

/** The limit is shorter than the five minutes for which a sign-on is strong, so that nobody is refused on the way back. */
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
