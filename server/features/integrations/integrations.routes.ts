import * as contract from '../../../contract/features/programs/programs.ts'
import * as webhooks from '../../../contract/features/programs/webhooks.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { roomOf } from '../rooms/index.ts'
import { prepareProgramInvitation } from './calls/invite-by-program.ts'
import { createChanges, createReads } from './calls/once.ts'
import { readEvents } from './calls/read-events.ts'
import {
  closeRoomFromOutside,
  limitRoomFromOutside,
  listRoomsForPrograms,
  prepareRoom,
  presentClosing,
  presentLimits,
  renameRoomFromOutside,
} from './calls/rooms-from-outside.ts'
import type { IntegrationParts } from './integrations.parts.ts'
import { type ApiCaller, auditActorOf } from './keys/api-key-guard.ts'
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  removeWebhook,
} from './webhooks/manage-webhooks.ts'

export const integrationOperations = [
  contract.rooms,
  contract.createRoom,
  contract.readName,
  contract.rename,
  contract.readClosing,
  contract.close,
  contract.readStorage,
  contract.updateStorage,
  contract.invite,
  contract.events,
  webhooks.list,
  webhooks.create,
  webhooks.remove,
  webhooks.removeByPath,
  webhooks.deliveries,
  webhooks.redeliver,
] as const

export function integrationHandlers(
  parts: IntegrationParts,
): Handlers<typeof integrationOperations, ApiCaller> {
  const { database } = parts
  const { change, once } = createChanges(parts)
  const read = createReads()
  const remove = (actor: ApiCaller, id: number) =>
    change(actor, async (tx) => {
      await removeWebhook(tx, actor.keyId, id)
      return DONE
    })
  return {
    'programs.rooms': ({ actor, query }) =>
      read(actor, () => listRoomsForPrograms(database.db, query)),
    'programs.createRoom': async (call) => {
      const { actor, body, language } = call
      return ok(
        await once('createRoom', call, () =>
          prepareRoom(parts, auditActorOf(actor), { room: body, language }),
        ),
      )
    },
    'programs.readName': ({ actor, params }) =>
      read(actor, async () => ok({ name: (await roomOf(database.db, params.id)).name })),
    'programs.rename': async (call) => {
      const { actor, params, body } = call
      return ok(
        await once(
          'rename',
          call,
          () => (tx) =>
            renameRoomFromOutside(tx, parts, auditActorOf(actor), {
              roomId: params.id,
              name: body.name,
            }),
        ),
      )
    },
    'programs.readClosing': ({ actor, params }) =>
      read(actor, async () => ok(presentClosing(await roomOf(database.db, params.id)))),
    'programs.close': async (call) =>
      ok(
        await once(
          'close',
          call,
          () => (tx) => closeRoomFromOutside(tx, parts, auditActorOf(call.actor), call.params.id),
        ),
      ),
    'programs.readStorage': ({ actor, params }) =>
      read(actor, async () => ok(presentLimits(await roomOf(database.db, params.id)))),
    'programs.updateStorage': async (call) => {
      const { actor, params, body } = call
      return ok(
        await once(
          'updateStorage',
          call,
          () => (tx) =>
            limitRoomFromOutside(tx, parts, auditActorOf(actor), { roomId: params.id, ...body }),
        ),
      )
    },
    'programs.invite': async (call) => {
      const { actor, params, body, language } = call
      return ok(
        await once('invite', call, () =>
          prepareProgramInvitation(parts, actor, { roomId: params.id, body, language }),
        ),
      )
    },
    'programs.events': ({ actor, params, query }) =>
      read(actor, () => readEvents(database.db, params.id, query)),

    'webhooks.list': ({ actor }) =>
      read(actor, async () => ok(await listWebhooks(parts, actor.keyId))),
    'webhooks.create': async (call) => {
      const { actor, body } = call
      return ok(
        await once(
          'createWebhook',
          call,
          () => (tx) => createWebhook(tx, parts, actor.keyId, body),
        ),
      )
    },
    'webhooks.remove': ({ actor, body }) => remove(actor, body.id),
    'webhooks.removeByPath': ({ actor, params }) => remove(actor, params.id),
    'webhooks.deliveries': ({ actor, params, query }) =>
      read(actor, () =>
        listDeliveries(database.db, { owner: actor.keyId, webhookId: params.id }, query),
      ),
    'webhooks.redeliver': ({ actor, params }) =>
      change(actor, async (tx) => {
        await redeliver(tx, parts, actor.keyId, {
          webhookId: params.id,
          deliveryId: params.deliveryId,
        })
        return DONE
      }),
  }
}
