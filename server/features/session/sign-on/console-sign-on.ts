import type { FastifyRequest } from 'fastify'
import type { SignOnProvider } from '../../../../contract/features/session/sign-on-provider.ts'
import type { Redirect } from '../../../platform/http/mount.ts'
import type { SessionParts } from '../session.parts.ts'
import { type From, leadToProvider } from './lead-to-provider.ts'
import type { Ticket } from './sign-on.store.ts'
import { noTicketCookie, readTicket } from './sign-on-cookies.ts'
import type { SignOnParts } from './start-sign-on.ts'
import { takeTicketOf } from './take-ticket.ts'

export const consoleProviders = ({
  relyingParties,
}: Pick<SessionParts, 'relyingParties'>): SignOnProvider[] =>
  relyingParties
    .filter(({ provider }) => provider.administrators)
    .map(({ provider: { id, name } }) => ({ id, name }))

/** @throws Refusal BAD_REQUEST; NOT_FOUND if not for administrators. */
export const leadAdministrator = (
  parts: SignOnParts,
  id: string,
  from: Omit<From, 'destination'>,
): Promise<Redirect> => leadToProvider(parts, id, { ...from, destination: 'console' })

interface Asking {
  readonly request: FastifyRequest
  readonly address: string
}

/** @throws Refusal SIGN_ON_OVER, TOO_MANY */
export const takeConsoleTicket = (
  parts: SignOnParts,
  { request, address }: Asking,
): Promise<Ticket> =>
  takeTicketOf(parts, readTicket(request.headers.cookie, 'console'), {
    destination: 'console',
    address,
  })

export const noConsoleTicket = ({ publicUrl }: Pick<SignOnParts, 'publicUrl'>): string =>
  noTicketCookie('console', publicUrl)
