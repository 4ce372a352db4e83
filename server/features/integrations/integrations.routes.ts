import * as contract from '../../../contract/features/programs/programs.ts'
import * as webhooks from '../../../contract/features/programs/webhooks.ts'
import { DONE, ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { roomOf } from '../rooms/index.ts'
import { preparedInvitation } from './calls/invite-by-program.ts'
import { once } from './calls/once.ts'
import { readEvents } from './calls/read-events.ts'
import { closeFor, createRoomFor, limitFor, listRoomsFor, presentClosing, presentLimits, renameFor } from './calls/rooms-by-program.ts'
import type { IntegrationParts } from './integrations.parts.ts'
import { type ApiCaller, confirmKey } from './keys/api-key-guard.ts'
import { createWebhook, listDeliveries, listWebhooks, redeliver, removeWebhook } from './webhooks/manage-webhooks.ts'

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

export function integrationHandlers(parts: IntegrationParts): Handlers<typeof integrationOperations, ApiCaller> {
  const { database } = parts
  const remove = (actor: ApiCaller, id: number) =>
    database.transaction(async (tx) => {
      await confirmKey(tx, parts, actor)
      await removeWebhook(tx, id)
      return DONE
    })
  return {
    'programs.rooms': ({ query }) => listRoomsFor(database.db, query),
    'programs.createRoom': async (call) => {
      const { actor, body, language } = call
      return ok(await once(parts, 'createRoom', call, (tx) => createRoomFor(tx, parts, actor, { room: body, language })))
    },
    'programs.readName': async ({ params }) => ok({ name: (await roomOf(database.db, params.id)).name }),
    'programs.rename': async (call) => {
      const { actor, params, body } = call
      return ok(await once(parts, 'rename', call, (tx) => renameFor(tx, parts, actor, { roomId: params.id, name: body.name })))
    },
    'programs.readClosing': async ({ params }) => ok(presentClosing(await roomOf(database.db, params.id))),
    'programs.close': async (call) => ok(await once(parts, 'close', call, (tx) => closeFor(tx, parts, call.actor, call.params.id))),
    'programs.readStorage': async ({ params }) => ok(presentLimits(await roomOf(database.db, params.id))),
    'programs.updateStorage': async (call) => {
      const { actor, params, body } = call
      return ok(await once(parts, 'updateStorage', call, (tx) => limitFor(tx, parts, actor, { roomId: params.id, ...body })))
    },
    'programs.invite': async (call) => {
      const { actor, params, body, language } = call
      const invitation = await preparedInvitation(parts, actor, { roomId: params.id, body, language })
      return ok(await once(parts, 'invite', call, invitation))
    },
    'programs.events': ({ params, query }) => readEvents(database.db, params.id, query),

    'webhooks.list': async () => ok(await listWebhooks(parts)),
    'webhooks.create': async (call) => {
      const { actor, body } = call
      return ok(await once(parts, 'createWebhook', call, (tx) => createWebhook(tx, parts, actor, body)))
    },
    'webhooks.remove': ({ actor, body }) => remove(actor, body.id),
    'webhooks.removeByPath': ({ actor, params }) => remove(actor, params.id),
    'webhooks.deliveries': ({ params, query }) => listDeliveries(database.db, params.id, query),
    'webhooks.redeliver': ({ actor, params }) =>
      database.transaction(async (tx) => {
        await confirmKey(tx, parts, actor)
        await redeliver(tx, parts, { webhookId: params.id, deliveryId: params.deliveryId })
        return DONE
      }),
  }
}
