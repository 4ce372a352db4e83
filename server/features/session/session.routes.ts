import { accept } from '../../../contract/features/rooms/agreement.ts'
import * as contract from '../../../contract/features/session.ts'
import type { Actor } from '../../access/actor.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { agree, agreeToOwn, elevate, logout, stayAlive } from './change-session.ts'
import { joinByLink } from './entry/join-by-link.ts'
import { joinRoom } from './entry/join-room.ts'
import { askForCode } from './entry/lost-code.ts'
import { askForPin } from './entry/lost-pin.ts'
import type { SessionGuard } from './guard/session-guard.ts'
import { liveEvents } from './live-events.ts'
import type { Entered } from './open-session.ts'
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts'
import { proveSession, renewStepCode } from './prove-session.ts'
import type { SessionParts } from './session.parts.ts'
import { presentEntered, visitorOf } from './session.present.ts'
import { createStreamLimit } from './stream-limit.ts'
import { viewAs } from './view-as.ts'

export const sessionOperations = [
  contract.join,
  contract.joinByPath,
  contract.joinByLink,
  contract.prove,
  contract.mailStepCode,
  contract.findPin,
  contract.findPinByGet,
  contract.agree,
  accept,
  contract.rights,
  contract.logout,
  contract.elevate,
  contract.findCode,
  contract.alive,
  contract.events,
  contract.list,
  contract.endOne,
  contract.endOthers,
  contract.viewAs,
] as const

export function sessionHandlers(
  parts: SessionParts,
  guard: SessionGuard,
): Handlers<typeof sessionOperations, Actor> {
  const streams = createStreamLimit()
  const entered = (into: Entered) => presentEntered(parts, into)
  return {
    'session.join': async ({ body, ...from }) =>
      entered(await joinRoom(parts, body.pin, visitorOf(from))),
    'session.joinByPath': async ({ params, ...from }) =>
      entered(await joinRoom(parts, params.pin, visitorOf(from))),
    'session.joinByLink': async ({ body, ...from }) =>
      entered(await joinByLink(parts, body.token, visitorOf(from))),
    'session.prove': async ({ actor, body, ...from }) =>
      entered(
        await proveSession(parts, guard, actor, { text: body.code, visitor: visitorOf(from) }),
      ),
    'session.mailStepCode': async ({ actor, ...from }) => {
      await renewStepCode(parts, guard, actor, visitorOf(from))
      return DONE
    },
    'session.findPin': async ({ body, ...from }) => {
      await askForPin(parts, body.email, from)
      return DONE
    },
    'session.findPinByGet': async ({ params, ...from }) => {
      await askForPin(parts, params.email, from)
      return DONE
    },
    'session.agree': async ({ actor, query, language, request }) => {
      await agree(parts, actor, {
        language,
        version: query.version,
        userAgent: request.headers['user-agent'] ?? '',
      })
      return DONE
    },
    'agreement.accept': async ({ actor, body: { version, language, name, signs }, request }) => {
      await agreeToOwn(parts, actor, {
        version,
        language,
        name,
        signs,
        userAgent: request.headers['user-agent'] ?? '',
      })
      return DONE
    },
    'session.rights': async ({ actor }) => ok({ print: actor.print, download: actor.download }),
    'session.logout': async ({ actor }) => {
      await logout(parts, actor)
      return DONE
    },
    'session.raise': async ({ actor, body }) =>
      ok({ checked: await elevate(parts, actor, body.code) }),
    'session.findCode': async ({ actor, body, language }) => {
      await askForCode(parts, guard, actor, { roomNo: body.roomNo, language })
      return DONE
    },
    'session.alive': async ({ actor }) => {
      await stayAlive(parts, actor)
      return DONE
    },
    'session.events': async ({ actor, signal }) =>
      streams.admit(actor.memberId, liveEvents({ ...parts, guard }, actor, signal)),
    'session.list': ({ actor, query }) => listSessions(parts, actor, query),
    'session.endOne': async ({ actor, body }) => {
      await endOwnSession(parts, actor, body.id)
      return DONE
    },
    'session.viewAs': async ({ actor, body }) => ok(await viewAs(parts, guard, actor, body)),
    'session.endOthers': async ({ actor }) => ok({ ended: await endOtherSessions(parts, actor) }),
  }
}
