import type { FastifyInstance } from 'fastify'
import type { Actor } from './access/actor.ts'
import { findRemainingBackups } from './backup/backups.store.ts'
import { type ActivityParts, activityHandlers, activityJobs, activityOperations, createLogExporter } from './features/audit/index.ts'
import { type ClosingParts, closingHandlers, closingOperations } from './features/closing/index.ts'
import {
  administratorSignOnHandlers,
  administratorSignOnOperations,
  type ConsoleParts,
  consoleHandlers,
  consoleJobs,
  consoleOperations,
  createAdministratorGuard,
  operatorRequestHandlers,
  operatorRequestOperations,
} from './features/console/index.ts'
import { dailyMailJobs, dashboardHandlers, dashboardOperations } from './features/dashboard/index.ts'
import { lastNumbering, removeFreedBlobs } from './features/documents/index.ts'
import {
  createApiKeyGuard,
  createInstallationSecrets,
  type IntegrationParts,
  integrationHandlers,
  integrationJobs,
  integrationOperations,
} from './features/integrations/index.ts'
import { type MemberParts, memberHandlers, memberOperations } from './features/members/index.ts'
import { rightsHandlers, rightsOperations } from './features/rights/index.ts'
import {
  agreementHandlers,
  agreementOperations,
  brandHandlers,
  brandOperations,
  mailTextHandlers,
  mailTextOperations,
  type RoomKeyring,
  roomHandlers,
  roomOperations,
} from './features/rooms/index.ts'
import {
  addressPasskeyHandlers,
  addressPasskeyOperations,
  endViewsAsOf,
  ownRoomHandlers,
  ownRoomOperations,
  passkeyHandlers,
  passkeyOperations,
  type SessionGuard,
  type SessionParts,
  secondStepHandlers,
  secondStepOperations,
  sessionHandlers,
  sessionOperations,
  signOnHandlers,
  signOnOperations,
} from './features/session/index.ts'
import { keepThreads } from './features/threads/index.ts'
import { healthOf } from './metrics/console-health.ts'
import type { Tx } from './platform/db/database.ts'
import { sha256 } from './platform/encryption/node-crypto.ts'
import { mountAll, mountForAdministrators, mountForPrograms } from './platform/http/mount.ts'
import type { Resources } from './resources.ts'
import type { StampImages } from './workers/image/index.ts'
import type { Sheets } from './workers/sheet/index.ts'

interface EntranceParts {
  readonly session: SessionParts
  readonly members: MemberParts
  readonly notifyAfterMs: number
  readonly sheets: Sheets
  readonly stampImages: StampImages
  readonly keyring: RoomKeyring
  readonly blobs: Resources['blobs']
  readonly pool: Resources['pool']
  readonly countNews: (actor: Actor) => Promise<number>
}

export function mountEntrance(
  app: FastifyInstance,
  guard: SessionGuard,
  { session, members, notifyAfterMs, sheets, stampImages, countNews, ...drawing }: EntranceParts,
): void {
  mountAll(app, sessionOperations, sessionHandlers(session, guard), guard)
  mountAll(app, addressPasskeyOperations, addressPasskeyHandlers(session), guard)
  mountAll(app, ownRoomOperations, ownRoomHandlers({ ...session, countNews }, guard), guard)
  mountAll(app, signOnOperations, signOnHandlers(session, guard), guard)
  mountAll(app, secondStepOperations, secondStepHandlers(session, guard), guard)
  mountAll(app, passkeyOperations, passkeyHandlers(session, guard), guard)
  mountAll(
    app,
    roomOperations,
    roomHandlers({ ...members, notifyAfterMs, lastNumbering: (roomId) => lastNumbering(members.database.db, members.clock, roomId) }),
    guard,
  )
  mountAll(app, brandOperations, brandHandlers({ ...members, stampImages }), guard)
  mountAll(app, mailTextOperations, mailTextHandlers(members), guard)
  mountAll(app, agreementOperations, agreementHandlers({ ...members, ...drawing }), guard)
  mountAll(app, memberOperations, memberHandlers(members), guard)
  const endViewsAs = (tx: Tx, groupId: number) => endViewsAsOf(tx, session, { subjectGroupId: groupId }, 'group')
  mountAll(
    app,
    rightsOperations,
    rightsHandlers({
      ...members,
      endViewsAs,
      sheets,
      throttle: session.throttle,
      keepThreads: (tx, actor, kept) => keepThreads(tx, members, actor, kept),
    }),
    guard,
  )
}

export function mountTelling(
  app: FastifyInstance,
  guard: SessionGuard,
  history: ActivityParts,
  { retentionOf, ...mails }: Pick<MemberParts, 'outbox' | 'publicUrl'> & Pick<RoomKeyring, 'retentionOf'>,
) {
  const exporter = createLogExporter(history.database.options, history.log)
  app.addHook('onClose', () => exporter.close())
  mountAll(app, activityOperations, activityHandlers({ ...history, exporter, retentionOf }), guard)
  mountAll(app, dashboardOperations, dashboardHandlers(history), guard)
  return [activityJobs(history), dailyMailJobs({ ...history, ...mails, keyHash: sha256(history.signer.publicKey) })]
}

/** The destruction must reach all holders of room data. */
export function mountEnding(
  app: FastifyInstance,
  guard: SessionGuard,
  { database, blobs, keyStore, transport, publicUrl, backupDays, keyBackupDays }: Resources,
  given: Pick<ClosingParts, keyof ActivityParts | 'content' | 'outbox' | 'bus' | 'secrets' | 'throttle' | 'confirm'>,
): ClosingParts {
  const parts: ClosingParts = {
    ...{ ...given, keyStore, publicUrl, backupDays, keyBackupDays },
    remainingBackups: findRemainingBackups,
    removeFreedBlobs: () => removeFreedBlobs({ database, blobs }),
    removeMails: async (roomId) => transport.removeRoom?.(roomId),
  }
  mountAll(app, closingOperations, closingHandlers(parts), guard)
  return parts
}

type ProgramParts = Pick<IntegrationParts, 'activity' | 'bus' | 'outbox' | 'secrets' | 'throttle' | 'makeRoom'>

export function mountInstallation(app: FastifyInstance, guard: SessionGuard, resources: Resources, given: ProgramParts) {
  const { parts, jobs } = mountPrograms(app, resources, given)
  const { transport, from, relyingParties = [] } = resources
  const console: ConsoleParts = { ...parts, transport, from, relyingParties, confirm: guard.confirm, readHealth: healthOf(resources) }
  mountAll(app, administratorSignOnOperations, administratorSignOnHandlers(console), guard)
  mountAll(app, operatorRequestOperations, operatorRequestHandlers(console), guard)
  mountForAdministrators(app, consoleOperations, consoleHandlers(console), createAdministratorGuard(console))
  return { jobs: [jobs, consoleJobs(console)], installation: parts.installation }
}

function mountPrograms(
  app: FastifyInstance,
  { database, keyStore, clock, log, publicUrl, mayCallLoopback = false }: Resources,
  given: ProgramParts,
) {
  const installation = createInstallationSecrets(keyStore.pepper())
  const parts: IntegrationParts = { ...given, database, clock, log, publicUrl, mayCallLoopback, installation }
  mountForPrograms(app, integrationOperations, integrationHandlers(parts), createApiKeyGuard(parts))
  return { parts, jobs: integrationJobs(parts) }
}
