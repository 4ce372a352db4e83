import * as installation from '../../../contract/features/console/console-installation.ts'
import * as rooms from '../../../contract/features/console/console-rooms.ts'
import * as session from '../../../contract/features/console/console-session.ts'
import * as requests from '../../../contract/features/console/operator-requests.ts'
import type { Actor } from '../../access/actor.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { builtInTemplates } from '../documents/index.ts'
import {
  consoleProviders,
  leadAdministrator,
  noConsoleTicket,
  takeConsoleTicket,
} from '../session/index.ts'
import type { ConsoleParts } from './console.parts.ts'
import { installationHandlers } from './installation/installation.routes.ts'
import { askFor, listRequests } from './operators/ask-for-operator.ts'
import { decide, listWaiting } from './operators/decide-request.ts'
import { withdrawRequest } from './operators/withdraw-request.ts'
import {
  closeRoomByAdministrator,
  createRoomByAdministrator,
  limitRoomByAdministrator,
  renameRoomByAdministrator,
} from './rooms/change-rooms.ts'
import { listRooms, readRoomOf } from './rooms/list-rooms.ts'
import { type Administrator, createConsoleChanges } from './session/administrator-guard.ts'
import { deleteSession } from './session/sessions.store.ts'
import { acceptInvited, askForPasskey, openInvited, signOn } from './session/sign-on.ts'
import { signOnByAccount } from './session/sign-on-by-account.ts'

export const administratorSignOnOperations = [
  session.signOnOptions,
  session.signOn,
  session.openInvitation,
  session.acceptInvitation,
  session.accounts,
  session.startAccount,
  session.signOnByAccount,
] as const

export function administratorSignOnHandlers(
  parts: ConsoleParts,
): Handlers<typeof administratorSignOnOperations, Actor> {
  return {
    'console.signOnOptions': async ({ address }) => ok(await askForPasskey(parts, address)),
    'console.signOn': async ({ body, address }) => ok(await signOn(parts, body, address)),
    'console.openInvitation': async ({ body, address }) =>
      ok(await openInvited(parts, body.token, address)),
    'console.acceptInvitation': async ({ body, address }) =>
      ok(await acceptInvited(parts, body, address)),
    'console.accounts': async () => ok(consoleProviders(parts)),
    'console.startAccount': ({ params, ...from }) =>
      leadAdministrator(parts, params.provider, from),
    'console.signOnByAccount': async (from) => {
      const opened = await signOnByAccount(
        parts,
        await takeConsoleTicket(parts, from),
        from.address,
      )
      return { ...ok(opened), headers: { 'set-cookie': [noConsoleTicket(parts)] } }
    },
  }
}

export const operatorRequestOperations = [requests.list, requests.decide] as const

export function operatorRequestHandlers(
  parts: ConsoleParts,
): Handlers<typeof operatorRequestOperations, Actor> {
  return {
    'operators.requests': async ({ actor }) => ok(await listWaiting(parts, actor)),
    'operators.decide': async ({ actor, body }) => {
      await decide(parts, actor, body)
      return DONE
    },
  }
}

export const consoleOperations = [
  session.me,
  session.signOff,
  rooms.rooms,
  rooms.readRoom,
  rooms.templates,
  rooms.createRoom,
  rooms.renameRoom,
  rooms.limitRoom,
  rooms.closeRoom,
  rooms.operatorRequests,
  rooms.askForOperator,
  rooms.withdrawOperatorRequest,
  installation.health,
  installation.failedMails,
  installation.apiKeys,
  installation.createApiKey,
  installation.revokeApiKey,
  installation.webhooks,
  installation.createWebhook,
  installation.removeWebhook,
  installation.deliveries,
  installation.redeliver,
  installation.administrators,
  installation.inviteAdministrator,
  installation.removeAdministrator,
  installation.unbindAdministrator,
  installation.log,
] as const

export function consoleHandlers(
  parts: ConsoleParts,
): Handlers<typeof consoleOperations, Administrator> {
  const { db } = parts.database
  const change = createConsoleChanges(parts)
  const roomAfter = async (id: number, changed: Promise<unknown>) => {
    await changed
    return ok(await readRoomOf(db, id))
  }
  return {
    'console.me': async ({ actor: { name, email, endsAt } }) =>
      ok({ name, email, endsAt: endsAt.toISOString() }),
    'console.signOff': async ({ actor }) => {
      await deleteSession(db, actor.sessionId)
      return DONE
    },

    'console.rooms': ({ query }) => listRooms(db, query),
    'console.readRoom': async ({ params }) => ok(await readRoomOf(db, params.id)),
    'console.templates': async () => ok(builtInTemplates()),
    'console.createRoom': async ({ actor, body, language }) =>
      ok(await createRoomByAdministrator(parts, change, actor, { room: body, language })),
    'console.renameRoom': ({ actor, params: { id }, body }) =>
      roomAfter(
        id,
        renameRoomByAdministrator(parts, change, actor, { roomId: id, name: body.name }),
      ),
    'console.limitRoom': ({ actor, params: { id }, body }) =>
      roomAfter(id, limitRoomByAdministrator(parts, change, actor, { roomId: id, ...body })),
    'console.closeRoom': ({ actor, params: { id } }) =>
      roomAfter(id, closeRoomByAdministrator(parts, change, actor, id)),
    'console.operatorRequests': ({ params, query }) => listRequests(db, params.id, query),
    'console.askForOperator': async ({ actor, params, body, language }) =>
      ok(await askFor(parts, change, actor, { roomId: params.id, body, language })),
    'console.withdrawOperatorRequest': async ({ actor, params: { id: roomId, requestId: id } }) => {
      await withdrawRequest(parts, change, actor, { roomId, id })
      return DONE
    },

    ...installationHandlers(parts, change),
  }
}
