import * as contract from '../../../../contract/features/session/own-rooms.ts'
import type { Actor } from '../../../access/actor.ts'
import { DONE, ok } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { crossingDeviceCookies, deviceCookies, readDevice } from '../entry/device-cookie.ts'
import type { SessionGuard } from '../guard/session-guard.ts'
import type { SessionParts } from '../session.parts.ts'
import { presentEntered } from '../session.present.ts'
import { askForRooms } from './ask-for-rooms.ts'
import { crossRoom } from './cross-room.ts'
import { leaveRooms } from './leave-rooms.ts'
import { type ListingParts, listOwnRooms } from './list-own-rooms.ts'
import { provenOf } from './own-rooms.present.ts'
import { noProofCookies, proofCookies } from './proof-cookie.ts'
import { proveAddress } from './prove-address.ts'

export const ownRoomOperations = [
  contract.list,
  contract.askForLink,
  contract.prove,
  contract.cross,
  contract.leave,
] as const

export function ownRoomHandlers(
  parts: SessionParts & Pick<ListingParts, 'countNews'>,
  guard: SessionGuard,
): Handlers<typeof ownRoomOperations, Actor> {
  return {
    'crossing.list': (from) => listOwnRooms(parts, guard, provenOf(from)),
    'crossing.askForLink': async ({ body, ...from }) => {
      await askForRooms(parts, body.email, from)
      return DONE
    },
    'crossing.prove': async ({ body, ...from }) => {
      const proof = await proveAddress(parts, body.token, provenOf(from))
      return { ...DONE, headers: { 'set-cookie': proofCookies(proof, parts.publicUrl) } }
    },
    'crossing.cross': async ({ body, ...from }) => {
      const entered = await crossRoom(parts, body.roomId, provenOf(from))
      // An earlier release's entry cookie must stay.
      return presentEntered(
        parts,
        entered,
        readDevice(from.request.headers.cookie) ? deviceCookies : crossingDeviceCookies,
      )
    },
    'crossing.leave': async ({ body, ...from }) => {
      const ended = await leaveRooms(parts, provenOf(from), body)
      return { ...ok({ ended }), headers: { 'set-cookie': noProofCookies(parts.publicUrl) } }
    },
  }
}
