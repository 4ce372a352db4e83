import type { FastifyRequest } from 'fastify'
import * as contract from '../../../../contract/features/session/sign-on.ts'
import type { Actor } from '../../../access/actor.ts'
import { DONE, ok } from '../../../platform/http/envelope.ts'
import type { Handlers, Redirect } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { provenOf } from '../crossing/own-rooms.present.ts'
import { proofCookies } from '../crossing/proof-cookie.ts'
import { deviceCookies } from '../entry/device-cookie.ts'
import type { SessionParts } from '../session.parts.ts'
import type { SessionGuard } from '../session-guard.ts'
import { completeSignOn } from './complete-sign-on.ts'
import { offeredProviders, readSignOn, unbindAccount, updateRoomSignOn } from './room-sign-on.ts'
import { noStateCookie, noTicketCookie, readState, readTicket, stateCookie, ticketCookie } from './sign-on-cookies.ts'
import { startSignOn, takeAnswer } from './start-sign-on.ts'

export const signOnOperations = [
  contract.providers,
  contract.start,
  contract.callback,
  contract.complete,
  contract.settings,
  contract.update,
  contract.unbind,
] as const

/** Of the web client. */
const PAGE = '/sign-on'

const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split('?').slice(1).join('?'))

/** Images and frames of other pages would use up what the network of a person may ask. @throws Refusal BAD_REQUEST */
function refuseParts({ headers }: FastifyRequest): void {
  const destination = headers['sec-fetch-dest']
  if (destination !== undefined && destination !== 'document') throw new Refusal('BAD_REQUEST')
}

export function signOnHandlers(parts: SessionParts, guard: SessionGuard): Handlers<typeof signOnOperations, Actor> {
  const { publicUrl } = parts
  const failed = (fault: contract.SignOnFault): Redirect => ({ location: `${publicUrl}${PAGE}#${fault}` })
  return {
    'signon.providers': async () => ok(await offeredProviders(parts)),
    'signon.start': async ({ params, ...from }) => {
      refuseParts(from.request)
      const begun = await startSignOn(parts, params.provider, from)
      return 'fault' in begun ? failed(begun.fault) : { location: begun.location, cookies: [stateCookie(begun.cookie, publicUrl)] }
    },
    'signon.callback': async ({ params, query, request }) => {
      refuseParts(request)
      const cookie = readState(request.headers.cookie)
      const { state } = query
      const taken = await takeAnswer(parts, params.provider, { state, cookie, query: queryOf(request) })
      if ('fault' in taken) return failed(taken.fault)
      return { location: `${publicUrl}${PAGE}`, cookies: [noStateCookie(publicUrl), ticketCookie(taken.ticket, publicUrl)] }
    },
    'signon.complete': async (from) => {
      const { entered, proof } = await completeSignOn(parts, readTicket(from.request.headers.cookie), provenOf(from))
      const devices = entered?.device === undefined ? [] : deviceCookies(entered.device, publicUrl)
      const cookies = [noTicketCookie(publicUrl), ...proofCookies(proof, publicUrl), ...devices]
      return { ...ok({ session: entered?.session ?? null }), headers: { 'set-cookie': cookies } }
    },
    'signon.settings': async ({ actor }) => ok(await readSignOn(parts, actor)),
    'signon.update': async ({ actor, body }) => {
      await updateRoomSignOn(parts, guard, actor, body.settings)
      return DONE
    },
    'signon.unbind': async ({ actor, body }) => {
      await unbindAccount(parts, guard, actor, body.id)
      return DONE
    },
  }
}
