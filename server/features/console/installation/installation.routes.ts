import type * as contract from '../../../../contract/features/console/console-installation.ts'
import { DONE, ok } from '../../../platform/http/envelope.ts'
import type { Handlers } from '../../../platform/http/mount.ts'
import { pageOf } from '../../../platform/http/paging.ts'
import {
  createWebhook,
  listAllWebhooks,
  listDeliveries,
  redeliver,
  removeWebhook,
} from '../../integrations/index.ts'
import { nameOfProvider } from '../../session/index.ts'
import type { ConsoleParts } from '../console.parts.ts'
import { noteDone } from '../console-log.store.ts'
import type { Administrator, ConsoleChanges } from '../session/administrator-guard.ts'
import type { ListedAdministrator } from '../session/administrators.store.ts'
import { invite, listAdministrators, remove, unbind } from '../session/manage-administrators.ts'
import { listDone, listFailedMails } from './list-installation.ts'
import { createKeyFor, listKeys, revokeKeyFor } from './manage-programs.ts'

type Operations = (typeof contract)[keyof typeof contract]

function shownOf(parts: ConsoleParts, { id, name, email, passkeys, ...row }: ListedAdministrator) {
  const {
    account_provider: provider,
    account_since: since,
    created_at,
    used_at,
    invited_until,
  } = row
  return {
    ...{ id, name, email, passkeys, createdAt: created_at.toISOString() },
    account:
      provider === null || since === null
        ? null
        : { provider: nameOfProvider(parts, provider), since: since.toISOString() },
    usedAt: used_at?.toISOString() ?? null,
    invitedUntil: invited_until?.toISOString() ?? null,
  }
}

export function installationHandlers(
  parts: ConsoleParts,
  change: ConsoleChanges,
): Handlers<readonly Operations[], Administrator> {
  const { clock, database } = parts
  const { db } = database
  return {
    'console.health': async () => ok(await parts.readHealth()),
    'console.failedMails': ({ query }) => listFailedMails(db, query),
    'console.apiKeys': async ({ query }) => {
      const { rows, nextCursor } = pageOf(await listKeys(parts), query, ({ id }) => [-id])
      return { payload: [...rows], nextCursor }
    },
    'console.createApiKey': async ({ actor, body }) =>
      ok(await createKeyFor(parts, change, actor, body)),
    'console.revokeApiKey': async ({ actor, params }) => {
      await revokeKeyFor(parts, change, actor, params.id)
      return DONE
    },

    'console.webhooks': async () => ok(await listAllWebhooks(parts)),
    'console.createWebhook': async ({ actor, body }) =>
      ok(
        await change(actor, async (tx) => {
          const made = await createWebhook(
            tx,
            parts,
            { administratorId: actor.administratorId },
            body,
          )
          await noteDone(tx, {
            by: actor,
            kind: 'webhook.created',
            about: String(made.id),
            at: clock.now(),
          })
          return made
        }),
      ),
    'console.removeWebhook': async ({ actor, params: { id } }) => {
      await change(actor, async (tx) => {
        await removeWebhook(tx, undefined, id)
        await noteDone(tx, {
          by: actor,
          kind: 'webhook.removed',
          about: String(id),
          at: clock.now(),
        })
      })
      return DONE
    },
    'console.deliveries': ({ params, query }) =>
      listDeliveries(db, { owner: undefined, webhookId: params.id }, query),
    'console.redeliver': async ({ actor, params: { id: webhookId, deliveryId } }) => {
      await change(actor, async (tx) => {
        await redeliver(tx, parts, undefined, { webhookId, deliveryId })
        await noteDone(tx, {
          by: actor,
          kind: 'webhook.redelivered',
          about: String(webhookId),
          at: clock.now(),
        })
      })
      return DONE
    },

    'console.administrators': async ({ actor, query }) => {
      const listed = (await listAdministrators(parts)).map((row) => ({
        ...shownOf(parts, row),
        isSelf: row.id === actor.administratorId,
      }))
      const { rows, nextCursor } = pageOf(listed, query, ({ id }) => [id])
      return { payload: [...rows], nextCursor }
    },
    'console.inviteAdministrator': async ({ actor, body }) =>
      ok(await change(actor, (tx) => invite(tx, parts, { ...body, by: actor }), true)),
    'console.removeAdministrator': async ({ actor, params: { id } }) => {
      await change(actor, (tx) => remove(tx, parts, { id, by: actor, keepsLast: true }), true)
      return DONE
    },
    'console.unbindAdministrator': async ({ actor, params: { id } }) => {
      await change(actor, (tx) => unbind(tx, parts, { id, by: actor }), true)
      return DONE
    },
    'console.log': ({ query }) => listDone(db, query),
  }
}
