import { z } from 'zod'
import { API_KEY_SCOPES } from '../../core/api-key-scopes.ts'
import { operation } from '../../core/operation.ts'
import { PHASES } from '../../core/phase.ts'
import { done, id, instant, line, pathId, queryPaging } from '../../core/schemas.ts'
import { personName } from '../members.ts'
import { DELIVERY_STATES } from '../programs/webhook-events.ts'
import { deliveryRow, webhookBody, webhookRow } from '../programs/webhooks.ts'

const reading = { credential: 'administrator', delivers: 'none', method: 'GET' } as const
const changing = { credential: 'administrator', delivers: 'none', method: 'POST' } as const

const params = z.strictObject({ id: pathId })

const dependency = z.object({ name: z.string(), isUp: z.boolean() })

export const health = operation({
  ...reading,
  name: 'console.health',
  path: '/console/health',
  summary:
    'Returns what the installation runs on, and its waiting and failed work. Jobs are identified by name, without their content.',
  answer: {
    kind: 'json',
    payload: z.object({
      release: z.string(),
      /** Object storage and virus scanner appear if they are configured. */
      dependencies: z.array(dependency),
      servers: z.int(),
      /** The values concern the file system of DATA_DIR, and null means unreadable. */
      disk: z.object({ free: z.int(), size: z.int() }).nullable(),
      rooms: z.array(z.object({ phase: z.enum(PHASES), count: z.int() })),
      sessions: z.int(),
      mails: z.object({ waiting: z.int(), failed: z.int(), oldestSeconds: z.int() }),
      jobs: z.array(
        z.object({
          name: z.string(),
          waiting: z.int(),
          running: z.int(),
          retrying: z.int(),
          failed: z.int(),
        }),
      ),
      workers: z.int(),
      certificates: z.array(z.object({ name: z.string(), endsAt: instant })),
      /** Removed backups do not count. */
      backupAt: instant.nullable(),
    }),
  },
})

export const failedMails = operation({
  ...reading,
  name: 'console.failedMails',
  path: '/console/mails',
  summary:
    'Counts failed mails by room and kind, with reasons. The answer has neither recipients nor texts.',
  query: z.strictObject(queryPaging),
  answer: {
    kind: 'json',
    payload: z.array(
      z.object({
        roomId: id,
        roomNo: z.string(),
        kind: z.string(),
        reason: z.string(),
        count: z.int(),
        lastAt: instant,
      }),
    ),
    paged: true,
  },
})

const apiKey = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(API_KEY_SCOPES)),
  createdAt: instant,
  endsAt: instant,
  revokedAt: instant.nullable(),
  /** The time is accurate to the minute. */
  usedAt: instant.nullable(),
})

export const apiKeys = operation({
  ...reading,
  name: 'console.apiKeys',
  path: '/console/keys',
  summary: 'Lists API keys, newest first, including ended ones.',
  query: z.strictObject(queryPaging),
  answer: { kind: 'json', payload: z.array(apiKey), paged: true },
})

export const createApiKey = operation({
  ...changing,
  name: 'console.createApiKey',
  path: '/console/keys',
  summary:
    'Creates an API key, valid for a year at most. Only this answer contains the key. `members:write` is refused, since this scope leads into every room.',
  body: z.strictObject({
    name: line(60).pipe(z.string().min(1)),
    scopes: z.array(z.enum(API_KEY_SCOPES)).min(1).max(API_KEY_SCOPES.length),
    endsAt: instant,
  }),
  answer: { kind: 'json', payload: z.object({ id, key: z.string() }) },
})

export const revokeApiKey = operation({
  ...changing,
  name: 'console.revokeApiKey',
  path: '/console/keys/:id/revoke',
  summary: 'Revokes an API key at once, with the webhooks created by it.',
  params,
  answer: { kind: 'json', payload: done },
})

export const webhooks = operation({
  ...reading,
  name: 'console.webhooks',
  path: '/console/webhooks',
  summary:
    'Lists all webhooks, without secrets. Addresses of webhooks that belong to keys are shortened. `key` is null for webhooks of the console.',
  answer: { kind: 'json', payload: z.array(webhookRow.extend({ key: z.string().nullable() })) },
})

export const createWebhook = operation({
  ...changing,
  name: 'console.createWebhook',
  path: '/console/webhooks',
  summary: 'Creates a webhook that belongs to the console. Only this answer contains its secret.',
  body: webhookBody,
  answer: { kind: 'json', payload: z.object({ id, secret: z.string() }) },
})

export const removeWebhook = operation({
  ...changing,
  name: 'console.removeWebhook',
  path: '/console/webhooks/:id/remove',
  summary: 'Deletes a webhook and its unsent deliveries.',
  params,
  answer: { kind: 'json', payload: done },
})

export const deliveries = operation({
  ...reading,
  name: 'console.deliveries',
  path: '/console/webhooks/:id/deliveries',
  summary: 'Lists the sent and waiting deliveries of a webhook, newest first.',
  params,
  query: z.strictObject({ ...queryPaging, state: z.enum(DELIVERY_STATES).optional() }),
  answer: { kind: 'json', payload: z.array(deliveryRow), paged: true },
})

export const redeliver = operation({
  ...changing,
  name: 'console.redeliver',
  path: '/console/webhooks/:id/deliveries/:deliveryId/redeliver',
  summary: 'Resends a delivery that was received or given up.',
  params: z.strictObject({ id: pathId, deliveryId: z.uuid() }),
  answer: { kind: 'json', payload: done },
})

const administrator = z.object({
  id,
  name: z.string(),
  email: z.string(),
  createdAt: instant,
  passkeys: z.int(),
  account: z.object({ provider: z.string(), since: instant }).nullable(),
  usedAt: instant.nullable(),
  invitedUntil: instant.nullable(),
  isSelf: z.boolean(),
})

export const administrators = operation({
  ...reading,
  name: 'console.administrators',
  path: '/console/administrators',
  summary: 'Lists the administrators of the installation.',
  query: z.strictObject(queryPaging),
  answer: { kind: 'json', payload: z.array(administrator), paged: true },
})

export const inviteAdministrator = operation({
  ...changing,
  name: 'console.inviteAdministrator',
  path: '/console/administrators',
  summary:
    'Creates a link, valid once within 24 hours, with which an administrator registers a passkey or signs on by an account. Only this answer contains the link. Refused for an administrator who has a passkey or an account. All administrators are mailed.',
  body: z.strictObject({ email: z.string().max(1_000), name: personName }),
  answer: { kind: 'json', payload: z.object({ id, link: z.string(), expiresAt: instant }) },
})

export const removeAdministrator = operation({
  ...changing,
  name: 'console.removeAdministrator',
  path: '/console/administrators/:id/remove',
  summary:
    'Removes an administrator with all passkeys, account, sessions and invitations. Ends what the administrator began: waiting requests, API keys, webhooks and invitations of others. The last administrator cannot be removed.',
  params,
  answer: { kind: 'json', payload: done },
})

export const unbindAdministrator = operation({
  ...changing,
  name: 'console.unbindAdministrator',
  path: '/console/administrators/:id/unbind',
  summary:
    'Removes the provider account of an administrator and ends the administrator’s sessions. Binding that or another account requires an invitation. The last administrator who can sign on keeps the account. All administrators are mailed.',
  params,
  answer: { kind: 'json', payload: done },
})

export const log = operation({
  ...reading,
  name: 'console.log',
  path: '/console/log',
  summary: 'Lists the actions of administrators, newest first.',
  query: z.strictObject(queryPaging),
  answer: {
    kind: 'json',
    payload: z.array(
      z.object({
        id,
        at: instant,
        name: z.string(),
        email: z.string(),
        address: z.string(),
        kind: z.string(),
        roomNo: z.string().nullable(),
        about: z.string().nullable(),
      }),
    ),
    paged: true,
  },
})
