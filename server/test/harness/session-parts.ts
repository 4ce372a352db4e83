import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type HintBus, hint } from '../../access/hint.ts'
import { createActivityLog } from '../../features/audit/index.ts'
import { createSecrets } from '../../features/members/index.ts'
import { createRoomKeyring } from '../../features/rooms/index.ts'
import type { Visitor } from '../../features/session/entry/visitor.ts'
import {
  createSessionGuard,
  createThrottle,
  createTokens,
  type SessionParts,
  sessionHandlers,
  sessionOperations,
} from '../../features/session/index.ts'
import { listen } from '../../platform/db/listener.ts'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import { openBus } from '../../platform/events/bus.ts'
import { createApp } from '../../platform/http/app.ts'
import { mountAll } from '../../platform/http/mount.ts'
import { createFolderTransport } from '../../platform/mail/folder-transport.ts'
import { createOutbox } from '../../platform/mail/outbox.ts'
import { LOW_COST, type TestApp } from './test-app.ts'

export const visitorAt = (address: string, device?: string): Visitor => ({
  address,
  device,
  userAgent: '',
  language: 'ko',
})

export interface OpenedSessionParts {
  readonly parts: SessionParts
  readonly guard: ReturnType<typeof createSessionGuard>
  readonly counted: { subscribers: number; evaluations: number }
  serve(): Promise<FastifyInstance>
  close(): Promise<void>
}

export async function openSessionParts(app: TestApp): Promise<OpenedSessionParts> {
  const { database, clock, log } = app
  const keyStore = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
  const bus: HintBus = await openBus(hint, (channel, wiring) =>
    listen(app.connection, channel, { ...wiring, log }),
  )
  const keyring = createRoomKeyring(keyStore)
  const secrets = createSecrets(keyStore.pepper(), LOW_COST)
  const counted = { subscribers: 0, evaluations: 0 }
  const parts: SessionParts = {
    database,
    clock,
    encryptor: keyring.content,
    outbox: createOutbox({
      db: database.db,
      encryptor: keyring.content,
      retention: keyring.retention,
      transport: createFolderTransport({ folder: path.join(app.dataDir, 'outbox'), clock }),
      clock,
      log,
      from: { name: '', address: 'room@example.com' },
      mailStyleOf: async () => undefined,
      seesAll: async () => true,
    }),
    publicUrl: 'http://room.test',
    log,
    relyingParties: [],
    tokens: createTokens(keyStore.tokenKey()),
    throttle: createThrottle(database.db, clock, log),
    activity: createActivityLog(keyring.retention, clock),
    secrets: {
      ...secrets,
      matches(hashed, secret) {
        counted.evaluations += 1
        return secrets.matches(hashed, secret)
      },
    },
    bus: {
      ...bus,
      subscribe(subscriber, since) {
        const release = bus.subscribe(subscriber, since)
        counted.subscribers += 1
        let subscribed = true
        return () => {
          if (subscribed) counted.subscribers -= 1
          subscribed = false
          release()
        }
      },
    },
  }
  const guard = createSessionGuard(parts)
  const servers: FastifyInstance[] = []
  return {
    parts,
    guard,
    counted,
    async serve() {
      const server = await createApp({
        log,
        publicUrl: 'http://room.test',
        trustProxy: [],
        drainWithinMs: 500,
      })
      mountAll(server, sessionOperations, sessionHandlers(parts, guard), guard)
      servers.push(server)
      return server
    },
    async close() {
      await Promise.all(servers.map((server) => server.close()))
      await bus.close()
    },
  }
}
