import type { FastifyInstance } from 'fastify'
import { findRemainingBackups } from './backup/backups.store.ts'
import type { FeatureParts } from './feature-parts.ts'
import { archiveHandlers, archiveJobs, archiveOperations } from './features/archive/index.ts'
import {
  activityHandlers,
  activityJobs,
  activityOperations,
  createLogExporter,
} from './features/audit/index.ts'
import {
  type ClosingParts,
  closingHandlers,
  closingJobs,
  closingOperations,
} from './features/closing/index.ts'
import {
  dailyMailJobs,
  dashboardHandlers,
  dashboardOperations,
} from './features/dashboard/index.ts'
import { deliveryHandlers, deliveryJobs, deliveryOperations } from './features/delivery/index.ts'
import { disclosureHandlers, disclosureOperations } from './features/disclosure/index.ts'
import {
  documentHandlers,
  documentJobs,
  documentOperations,
  removeFreedBlobs,
  uploadHandlers,
  uploadOperations,
} from './features/documents/index.ts'
import { draftHandlers, draftJobs, draftOperations } from './features/drafts/index.ts'
import {
  esignHandlers,
  esignOperations,
  imageJobs,
  mountSigning,
  sealingHandlers,
  sealingJobs,
  sealingOperations,
  signingJobs,
} from './features/esign/index.ts'
import type { InstallationSecrets } from './features/integrations/index.ts'
import { messageHandlers, messageJobs, messageOperations } from './features/messages/index.ts'
import { readingJobs, searchHandlers, searchOperations } from './features/search/index.ts'
import { sessionJobs } from './features/session/index.ts'
import { threadHandlers, threadJobs, threadOperations } from './features/threads/index.ts'
import { mountEntrance } from './mount-entrance.ts'
import { type MakeRoom, mountInstallation } from './mount-installation.ts'
import { sha256 } from './platform/encryption/node-crypto.ts'
import { mountAll } from './platform/http/mount.ts'
import type { JobHandler, RecurringJob } from './platform/jobs/job.ts'
import type { Resources } from './resources.ts'

interface JobSource {
  readonly handlers: readonly JobHandler[]
  readonly recurring: readonly RecurringJob[]
}

interface Mounted {
  readonly jobs: readonly JobSource[]
  readonly ending: ClosingParts
  readonly reading: ReturnType<typeof readingJobs>
  readonly installation: InstallationSecrets
}

/** Mounts all calls, and collects the jobs. */
export function mountFeatures(
  app: FastifyInstance,
  resources: Resources,
  parts: FeatureParts,
  makeRoom: MakeRoom,
): Mounted {
  const { guard, shared, session, delivery, search, archives } = parts
  mountEntrance(app, resources, parts)
  mountDocuments(app, parts)
  mountAll(app, deliveryOperations, deliveryHandlers(delivery), guard)
  mountAll(app, searchOperations, searchHandlers(search), guard)
  mountAll(app, archiveOperations, archiveHandlers(archives), guard)
  mountAll(app, disclosureOperations, disclosureHandlers(parts.disclosure), guard)
  const threads = mountThreads(app, parts)
  const writing = mountWriting(app, parts)
  const esign = mountEsign(app, parts)
  const telling = mountTelling(app, parts)
  const ending = mountEnding(app, resources, parts)
  const { installation, jobs } = mountInstallation(app, resources, parts, makeRoom)
  const reading = readingJobs(search)
  return {
    jobs: [
      shared.outbox,
      sessionJobs(session),
      documentJobs(parts.documents, shared.log),
      deliveryJobs(delivery),
      reading,
      threads,
      ...telling,
      ...writing,
      ...esign,
      archiveJobs(archives),
      closingJobs(ending),
      ...jobs,
    ],
    ending,
    reading,
    installation,
  }
}

function mountDocuments(app: FastifyInstance, { guard, documents }: FeatureParts): void {
  mountAll(app, documentOperations, documentHandlers(documents), guard)
  mountAll(app, uploadOperations, uploadHandlers(documents), guard)
}

function mountThreads(app: FastifyInstance, { guard, threads }: FeatureParts): JobSource {
  mountAll(app, threadOperations, threadHandlers(threads), guard)
  return threadJobs(threads)
}

function mountWriting(app: FastifyInstance, { guard, messages }: FeatureParts): JobSource[] {
  mountAll(app, messageOperations, messageHandlers(messages), guard)
  mountAll(app, draftOperations, draftHandlers(messages), guard)
  return [messageJobs(messages), draftJobs(messages)]
}

function mountEsign(app: FastifyInstance, { guard, esign }: FeatureParts): JobSource[] {
  mountAll(app, esignOperations, esignHandlers(esign), guard)
  mountSigning(app, guard, esign)
  mountAll(app, sealingOperations, sealingHandlers(esign), guard)
  return [signingJobs(esign), sealingJobs(esign), imageJobs(esign)]
}

function mountTelling(app: FastifyInstance, { guard, shared, history }: FeatureParts): JobSource[] {
  const { outbox, publicUrl, keyring } = shared
  const exporter = createLogExporter(history.database.options, history.log)
  app.addHook('onClose', () => exporter.close())
  mountAll(
    app,
    activityOperations,
    activityHandlers({ ...history, exporter, retentionOf: keyring.retentionOf }),
    guard,
  )
  mountAll(app, dashboardOperations, dashboardHandlers(history), guard)
  return [
    activityJobs(history),
    dailyMailJobs({ ...history, outbox, publicUrl, keyHash: sha256(history.signer.publicKey) }),
  ]
}

/** The destruction must reach all holders of room data. */
function mountEnding(
  app: FastifyInstance,
  resources: Resources,
  { guard, shared, history }: FeatureParts,
): ClosingParts {
  const { keyStore, transport, backupDays, keyBackupDays } = resources
  const { outbox, bus, secrets, throttle, publicUrl, confirm } = shared
  const parts: ClosingParts = {
    ...history,
    keyStore,
    content: shared.encryptor,
    outbox,
    bus,
    secrets,
    throttle,
    publicUrl,
    backupDays,
    keyBackupDays,
    confirm,
    remainingBackups: findRemainingBackups,
    removeFreedBlobs: () => removeFreedBlobs(shared),
    removeMails: async (roomId) => transport.removeRoom?.(roomId),
  }
  mountAll(app, closingOperations, closingHandlers(parts), guard)
  return parts
}
