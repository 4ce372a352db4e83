import type { FastifyRequest } from 'fastify'
import type { Language } from '../../../../contract/core/errors.ts'
import * as contract from '../../../../contract/features/session/own-rooms.ts'
import type { Actor } from '../../../access/actor.ts'
import { DONE, ok } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { crossingDeviceCookies, deviceCookies, readCrossingDevice, readDevice } from '../entry/device-cookie.ts'
import type { SessionParts } from '../session.parts.ts'
import { presentEntered, visitorOf } from '../session.present.ts'
import type { SessionGuard } from '../session-guard.ts'
import type { ProvenVisitor } from './address-proof.ts'
import { askForRooms } from './ask-for-rooms.ts'
import { crossRoom } from './cross-room.ts'
import { leaveRooms } from './leave-rooms.ts'
import { type ListingParts, listOwnRooms } from './list-own-rooms.ts'
import { noProofCookies, proofCookies, readProof } from './proof-cookie.ts'
import { proveAddress } from './prove-address.ts'

export const ownRoomOperations = [contract.list, contract.askForLink, contract.prove, contract.cross, contract.leave] as const

const provenOf = (from: { readonly request: FastifyRequest; readonly language: Language }): ProvenVisitor => {
  const visitor = visitorOf(from)
  const { cookie } = from.request.headers
  return { ...visitor, device: visitor.device ?? readCrossingDevice(cookie), proof: readProof(cookie) }
}

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
      // Without the cookie for entering nothing of it may be replaced.
      return presentEntered(parts, entered, readDevice(from.request.headers.cookie) ? deviceCookies : crossingDeviceCookies)
    },
    'crossing.leave': async ({ body, ...from }) => {
      const ended = await leaveRooms(parts, provenOf(from), body)
      return { ...ok({ ended }), headers: { 'set-cookie': noProofCookies(parts.publicUrl) } }
    },
  }
}
