import type { FastifyRequest } from 'fastify'
import * as contract from '../../../../contract/features/session/sign-on.ts'
import type { Actor } from '../../../access/actor.ts'
import { DONE, ok } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { provenOf } from '../crossing/own-rooms.present.ts'
import { proofCookies } from '../crossing/proof-cookie.ts'
import { deviceCookies } from '../entry/device-cookie.ts'
import type { SessionGuard } from '../guard/session-guard.ts'
import type { SessionParts } from '../session.parts.ts'
import { completeSignOn } from './complete-sign-on.ts'
import { SIGN_ON_ROUTES } from './destinations.ts'
import { failedAt, leadToProvider, refuseParts } from './lead-to-provider.ts'
import { offeredProviders, readSignOn, unbindAccount, updateRoomSignOn } from './room-sign-on.ts'
import {
  noStateCookie,
  noTicketCookie,
  readState,
  readTicket,
  ticketCookie,
} from './sign-on-cookies.ts'
import { takeAnswer } from './start-sign-on.ts'

export const signOnOperations = [
  contract.providers,
  contract.start,
  contract.callback,
  contract.complete,
  contract.settings,
  contract.update,
  contract.unbind,
] as const

const queryOf = ({ url }: FastifyRequest): URLSearchParams =>
  new URLSearchParams(url.split('?').slice(1).join('?'))

export function signOnHandlers(
  parts: SessionParts,
  guard: SessionGuard,
): Handlers<typeof signOnOperations, Actor> {
  const { publicUrl } = parts
  return {
    'signon.providers': async () => ok(await offeredProviders(parts)),
    'signon.start': ({ params, ...from }) =>
      leadToProvider(parts, params.provider, { ...from, destination: 'rooms' }),
    'signon.callback': async ({ params, query, request }) => {
      refuseParts(request)
      const cookie = readState(request.headers.cookie)
      const { state } = query
      const taken = await takeAnswer(parts, params.provider, {
        state,
        cookie,
        query: queryOf(request),
      })
      if ('fault' in taken) return failedAt(parts, taken)
      const { ticket, destination } = taken
      const { page, done } = SIGN_ON_ROUTES[destination]
      return {
        location: `${publicUrl}${page}${done}`,
        cookies: [noStateCookie(publicUrl), ticketCookie(ticket, destination, publicUrl)],
      }
    },
    'signon.complete': async (from) => {
      const asked = {
        token: readTicket(from.request.headers.cookie, 'rooms'),
        roomNo: from.query.room,
      }
      const { entered, proof } = await completeSignOn(parts, asked, provenOf(from))
      const devices = entered?.device === undefined ? [] : deviceCookies(entered.device, publicUrl)
      const cookies = [
        noTicketCookie('rooms', publicUrl),
        ...proofCookies(proof, publicUrl),
        ...devices,
      ]
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
