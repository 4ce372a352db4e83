import { CONSOLE_COMPLETE_PATH } from '../../../../contract/features/console/console-session.ts'
import { COMPLETE_PATH } from '../../../../contract/features/session/own-rooms.ts'

/** A sign-on for one destination is invalid at the other. */
export type Destination = 'rooms' | 'console'

interface SignOnRoute {
  readonly page: string
  readonly ticketCookie: string
  readonly completePath: string
  readonly cookie: 'sign-on-cookie' | 'console-sign-on-cookie'
  readonly ticket: 'sign-on-ticket' | 'console-sign-on-ticket'
  readonly done: string
  /** The provider asks again if its session is older. */
  readonly withinSeconds: number | undefined
}

/** Sign-ons are strong for five minutes, so this refuses nobody returning. */
const CONSOLE_SECONDS = 60

export const SIGN_ON_ROUTES: Readonly<Record<Destination, SignOnRoute>> = {
  rooms: {
    ...{
      page: '/sign-on',
      done: '',
      completePath: COMPLETE_PATH,
      ticketCookie: 'sealroom-sign-on-ticket',
    },
    ...{ cookie: 'sign-on-cookie', ticket: 'sign-on-ticket', withinSeconds: undefined },
  },
  console: {
    ...{
      page: '/console',
      done: '#signed-on',
      completePath: CONSOLE_COMPLETE_PATH,
      ticketCookie: 'sealroom-console-ticket',
    },
    ...{
      cookie: 'console-sign-on-cookie',
      ticket: 'console-sign-on-ticket',
      withinSeconds: CONSOLE_SECONDS,
    },
  },
}
