import * as contract from '../../../contract/features/session.ts'
import type { Actor } from '../../access/actor.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { agree, logout, raise, stayAlive } from './change-session.ts'
import { joinRoom } from './join-room.ts'
import { liveEvents } from './live-events.ts'
import type { SessionParts } from './session.parts.ts'
import type { SessionGuard } from './session-guard.ts'
import { createStreamLimit } from './stream-limit.ts'

export const sessionOperations = [
  contract.join,
  contract.joinByPath,
  contract.agree,
  contract.rights,
  contract.logout,
  contract.raise,
  contract.alive,
  contract.events,
] as const

export function sessionHandlers(parts: SessionParts, guard: SessionGuard): Handlers<typeof sessionOperations, Actor> {
  const streams = createStreamLimit()
  return {
    'session.join': async ({ body, address }) => ok(await joinRoom(parts, body.pin, address)),
    'session.joinByPath': async ({ params, address }) => ok(await joinRoom(parts, params.pin, address)),
    'session.agree': async ({ actor }) => {
      await agree(parts, actor)
      return DONE
    },
    'session.rights': async ({ actor }) => ok({ print: actor.print, download: actor.download }),
    'session.logout': async ({ actor }) => {
      await logout(parts, actor)
      return DONE
    },
    'session.raise': async ({ actor, body }) => ok({ checked: await raise(parts, actor, body.code) }),
    'session.alive': async ({ actor }) => {
      await stayAlive(parts, actor)
      return DONE
    },
    'session.events': async ({ actor, signal }) => streams.admit(actor.memberId, liveEvents({ ...parts, guard }, actor, signal)),
  }
}
