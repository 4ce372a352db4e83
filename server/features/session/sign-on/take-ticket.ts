import { Refusal } from '../../../platform/http/refusal.ts'
import type { SessionParts } from '../session.parts.ts'
import { throttleSubject } from '../throttling/throttle.ts'
import { type Destination, SIGN_ON_ROUTES } from './destinations.ts'
import { type Ticket, takeTicket } from './sign-on.store.ts'

const TOKEN = /^[A-Za-z0-9_-]{22}$/

interface Taken {
  readonly destination: Destination
  readonly address: string
}

/** Works once. @throws Refusal SIGN_ON_OVER, TOO_MANY */
export async function takeTicketOf(
  {
    throttle,
    database,
    secrets,
    clock,
  }: Pick<SessionParts, 'throttle' | 'database' | 'secrets' | 'clock'>,
  token: string | undefined,
  { destination, address }: Taken,
): Promise<Ticket> {
  // Such a browser has guessed nothing.
  if (token === undefined) throw new Refusal('SIGN_ON_OVER')
  const kind = destination === 'console' ? 'administrator-account' : 'sign-on'
  const ticket = await throttle.guess(kind, throttleSubject(address), async () =>
    TOKEN.test(token)
      ? takeTicket(
          database.db,
          secrets.digestOf(SIGN_ON_ROUTES[destination].ticket, token),
          clock.now(),
        )
      : undefined,
  )
  if (!ticket) throw new Refusal('SIGN_ON_OVER')
  return ticket
}
