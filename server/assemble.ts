import type { FastifyInstance } from 'fastify'
import { NEWS_COUNT_MAX } from '../contract/features/session/own-rooms.ts'
import { OPERATIONS } from '../contract/registry.ts'
import { type HintBus, hint } from './access/hint.ts'
import { type AdminCommands, adminCommands } from './admin-commands.ts'
import { deliveryPartsOf } from './delivery-parts.ts'
import {
  type ArchiveParts,
  archiveDoor,
  archiveHandlers,
  archiveJobs,
  archiveOperations,
  heldByArchives,
} from './features/archive/index.ts'
import { type ActivityParts, createActivityLog, createCheckpointSigner, createSequencer } from './features/audit/index.ts'
import { closingJobs } from './features/closing/index.ts'
import {
  type ArchiveDownloads,
  deliveryHandlers,
  deliveryJobs,
  deliveryOperations,
  endReadings,
  queueInspection,
  queueRevival,
} from './features/delivery/index.ts'
import { type DisclosureParts, disclosureHandlers, disclosureOperations, heldByDisclosures } from './features/disclosure/index.ts'
import {
  countNews,
  createContentStore,
  type DocumentParts,
  documentHandlers,
  documentJobs,
  documentOperations,
  IncomingSpace,
  numbersForLog,
  SPARED_MS,
  seesAll,
  sweepBlobs,
  uploadHandlers,
  uploadOperations,
} from './features/documents/index.ts'
import { draftHandlers, draftJobs, draftOperations } from './features/drafts/index.ts'
import {
  createComposeFiles,
  esignHandlers,
  esignOperations,
  heldByComposing,
  imageJobs,
  mountSigning,
  type SealingParts,
  type SigningParts,
  sealingHandlers,
  sealingJobs,
  sealingOperations,
  shutOutSigner,
  signingJobs,
} from './features/esign/index.ts'
import { announceToWebhooks } from './features/integrations/index.ts'
import { createSecrets, type MemberParts, mailReaderOf, type OpenedRoom, type OpenRoomRequest, openRoom } from './features/members/index.ts'
import {
  handOutFile,
  heldByMessages,
  type MessageParts,
  MessageSpace,
  messageHandlers,
  messageJobs,
  messageOperations,
} from './features/messages/index.ts'
import {
  allRooms,
  createRoom,
  createRoomKeyring,
  dressOf,
  isFirstStart,
  type RoomKeyring,
  type RoomRequest,
  type RoomRow,
} from './features/rooms/index.ts'
import { expectTexts, forgetTexts, readingJobs, type SearchParts, searchHandlers, searchOperations } from './features/search/index.ts'
import {
  createSessionGuard,
  createThrottle,
  createTokens,
  endProofsOf,
  lowerSessionsOf,
  requireFreshCode,
  type SessionGuard,
  type SessionParts,
  sessionJobs,
  shutOut,
  signOut,
} from './features/session/index.ts'
import {
  answerWithUploads,
  heldByThreads,
  queueFileRevival,
  type ThreadParts,
  threadHandlers,
  threadJobs,
  threadOperations,
} from './features/threads/index.ts'
import { mountEnding, mountEntrance, mountInstallation, mountTelling } from './mount-features.ts'
import type { Db, Tx } from './platform/db/database.ts'
import { keepProcessRow } from './platform/db/process-row.ts'
import { ping } from './platform/db/time-limits.ts'
import { openBus } from './platform/events/bus.ts'
import { createApp } from './platform/http/app.ts'
import { mountExactly } from './platform/http/exact-calls.ts'
import { mountHealth } from './platform/http/health.ts'
import { mountAll } from './platform/http/mount.ts'
import { mountProbe } from './platform/http/probe.ts'
import type { JobHandler, RecurringJob } from './platform/jobs/job.ts'
import { createOutbox, type Outbox } from './platform/mail/outbox.ts'
import type { Resources } from './resources.ts'
import { createChunkDecryptor } from './workers/decrypt/chunk-decryptor.ts'
import { createStampImages } from './workers/image/index.ts'
import { createSheets } from './workers/sheet/index.ts'

interface JobSource {
  readonly handlers: readonly JobHandler[]
  readonly recurring: readonly RecurringJob[]
}

export interface Program extends AdminCommands {
  readonly app: FastifyInstance
  /** The address has no trailing slash. */
  readonly publicUrl: string
  readonly jobs: { readonly handlers: readonly JobHandler[]; readonly recurring: readonly RecurringJob[] }
  openRoom(request: OpenRoomRequest): Promise<OpenedRoom>
  /** Acts only if no room exists and `report` succeeds, because secrets are shown once. */
  openFirstRoom(request: OpenRoomRequest, report: (room: OpenedRoom) => Promise<void>): Promise<void>
  listRooms(): Promise<RoomRow[]>
  /** Adds log entries to trees. @returns the rooms with entries left */
  sequence(): Promise<number>
  revivePreviews(): Promise<void>
  readUnread(): Promise<void>
  /** Removes leftovers of a crash. No other process may run meanwhile. */
  sweep(): Promise<void>
  /** Stops load balancers' requests; late ones are served. */
  leave(): void
  close(): Promise<void>
}

/** The pages have priority. */
async function lookAtStored(tx: Tx, versions: { roomId: number; versionIds: readonly number[] }): Promise<void> {
  await expectTexts(tx, versions.versionIds)
  await queueInspection(tx, versions)
}

const memberProvider = (session: SessionParts, { transport }: Resources): Pick<MemberParts, 'events' | 'mailIsFiles' | 'requireCode'> => ({
  events: memberEvents(session),
  mailIsFiles: transport.kind === 'folder',
  requireCode: (actor, code) => requireFreshCode(session, actor, code),
})

const memberEvents = (session: SessionParts): MemberParts['events'] => ({
  async shutOut(tx, member) {
    await shutOut(tx, session, member)
    await shutOutSigner(tx, session, member)
  },
  signOut: (tx, member) => signOut(tx, session, member),
  addressChanged: endProofsOf,
  operatorDemoted: (tx, { memberId }) => lowerSessionsOf(tx, session, memberId),
})

/** Archives depend on the tickets. */
const doorTo = (archives: () => ArchiveParts): ArchiveDownloads => ({
  permissionsFor: (...asked) => archiveDoor(archives()).permissionsFor(...asked),
  fetch: (...asked) => archiveDoor(archives()).fetch(...asked),
})

const outboxOf = ({ database: { db }, transport, clock, log, from }: Resources, keyring: RoomKeyring): Outbox =>
  createOutbox({
    ...{ db, encryptor: keyring.content, retention: keyring.retention, transport, clock, log, from },
    dressOf: (tx, asked) => dressOf({ encryptor: keyring.content, readerOf: mailReaderOf, log }, tx, asked),
    seesAll: (asked) => seesAll(db, { ...asked, at: clock.now() }),
  })

export async function assemble(resources: Resources): Promise<Program> {
  const { database, keyStore, blobs, pool, seals, sealKeys, clock, log, publicUrl, notifyAfterMs, scanner } = resources
  const { db } = database
  const bus: HintBus = await openBus(hint, resources.openListener)
  const processRow = await keepProcessRow(db, log, resources)
  const keyring = createRoomKeyring(keyStore)
  const forgetting = forgetKeys(bus, keyring)
  const activity = createActivityLog(keyring.retention, clock, numbersForLog, announceToWebhooks)
  const secrets = createSecrets(keyStore.pepper(), resources.hashCost)
  const outbox = outboxOf(resources, keyring)
  const content = createContentStore(db, blobs, keyring, createChunkDecryptor(log))

  const throttle = createThrottle(db, clock, log)
  const session: SessionParts = {
    ...{ database, secrets, activity, bus, clock, throttle, outbox, publicUrl, log, encryptor: keyring.content },
    ...{ tokens: createTokens(keyStore.tokenKey()), relyingParties: resources.relyingParties ?? [] },
  }
  const guard = createSessionGuard(session)
  const { confirm } = guard
  const members: MemberParts = {
    ...{ database, secrets, outbox, activity, bus, clock, publicUrl, confirm, encryptor: keyring.content },
    ...memberProvider(session, resources),
  }
  const asking = { ...members, keyring, throttle }
  const documents: DocumentParts = {
    ...{ database, blobs, content, outbox, activity, bus, clock, publicUrl, notifyAfterMs, confirm },
    ...{ versionDays: resources.versionDays, backupDays: resources.backupDays },
    incoming: new IncomingSpace(),
    ...{ encryptor: keyring.content, scanner: resources.scanner },
    events: { stored: lookAtStored, ...answerWithUploads(asking), trashed: endReadings, destroyed: forgetTexts },
    blobReferences: [heldByMessages, heldByThreads, heldByComposing, heldByArchives, heldByDisclosures],
  }
  const messages: MessageParts = { ...documents, throttle, sessions: guard, space: new MessageSpace() }
  const renditions = deliveryPartsOf(
    resources,
    { ...documents, throttle, guard },
    {
      message: (actor, messageId, requested) => handOutFile(messages, actor, messageId, requested),
      archives: doorTo(() => archives),
    },
  )

  const { app, leave } = await openApp(resources)
  const [sheets, stampImages] = [createSheets(), createStampImages()]
  mountEntrance(app, guard, {
    ...{ session, members, notifyAfterMs, sheets, stampImages, keyring, blobs, pool },
    countNews: (actor) => countNews(documents, actor, NEWS_COUNT_MAX),
  })
  const threads = mountThreads(app, guard, { ...asking, sheets, content, scanner, delivery: renditions })
  mountDocuments(app, guard, { ...documents, sheets })
  mountAll(app, deliveryOperations, deliveryHandlers(renditions), guard)
  const writing = mountWriting(app, guard, messages)
  const files = createComposeFiles({ db, blobs, keyring })
  const composing = mountComposing(app, guard, {
    ...{ database, files, blobs, keyring, documents, pool, outbox, activity, bus, throttle },
    ...{ clock, log, publicUrl, confirm, seals, sealKeys },
    encryptor: keyring.content,
    stampImages,
    scanner,
  })
  const signer = createCheckpointSigner(keyStore.checkpointKey())
  const history: ActivityParts = { database, activity, retention: keyring.retention, signer, clock, log }
  const telling = mountTelling(app, guard, history, { outbox, publicUrl, retentionOf: keyring.retentionOf })
  const search: SearchParts = { database, keyring, blobs, content, pool, clock, bus, log, activity, throttle, sessions: guard }
  mountAll(app, searchOperations, searchHandlers(search), guard)
  const reading = readingJobs(search)
  const ending = mountEnding(app, guard, resources, { ...history, content: keyring.content, outbox, bus, secrets, throttle, confirm })

  mountDisclosure(app, guard, resources, { database, keyring, content, history, activity, clock, throttle, publicUrl, confirm })
  const archives: ArchiveParts = {
    ...{ database, blobs, keyring, renditions, files, history, activity, secrets, throttle, clock, log, confirm },
    encryptor: keyring.content,
    verifyPage: resources.verifyPage,
  }
  mountAll(app, archiveOperations, archiveHandlers(archives), guard)

  const makeRoom = (tx: Tx, request: RoomRequest) => createRoom(tx, { keyStore, activity, clock }, request)
  const programs = mountInstallation(app, guard, resources, { ...{ activity, bus, outbox, secrets, throttle }, makeRoom })
  const filling = [documentJobs(documents, log), deliveryJobs(renditions), reading, threads]
  const besides = [archiveJobs(archives), closingJobs(ending), ...programs.jobs]
  const jobs = [outbox, sessionJobs(session), ...filling, ...telling, ...writing, ...composing, ...besides]
  return {
    app,
    publicUrl,
    jobs: { handlers: jobs.flatMap((each) => each.handlers), recurring: jobs.flatMap((each) => each.recurring) },
    ...roomOpeners(members, makeRoom),
    listRooms: () => allRooms(db),
    sequence: createSequencer(history).run,
    ...adminCommands({
      resources,
      keyStore,
      history,
      archives,
      ending,
      documents: { ...documents, sheets },
      installation: programs.installation,
    }),
    revivePreviews: () => revivePreviews(db),
    readUnread: reading.start,
    // Other machines may use the same bucket.
    sweep: () => sweepBlobs(documents, log, resources.tiers ? SPARED_MS : 0),
    leave,
    close: () => close({ app, forgetting, bus, held: [renditions.prepared, processRow] }),
  }
}

async function openApp(resources: Resources): Promise<{ app: FastifyInstance; leave: () => void }> {
  const { log, publicUrl, onlyPublicHost, trustProxy, drainWithinMs, metrics, database, dataDir } = resources
  const app = await createApp({ log, publicUrl, onlyPublicHost, trustProxy, drainWithinMs, metrics })
  mountExactly(app, OPERATIONS)
  const { leave } = mountHealth(app, () => ping(database.pool))
  if (dataDir !== undefined) mountProbe(app, dataDir)
  return { app, leave }
}

interface Closing {
  readonly app: FastifyInstance
  readonly forgetting: () => void
  readonly bus: HintBus
  readonly held: readonly { close(): Promise<void> }[]
}

async function close({ app, forgetting, bus, held }: Closing): Promise<void> {
  await app.close()
  forgetting()
  await Promise.all(held.map((each) => each.close()))
  await bus.close()
}

async function revivePreviews(db: Db): Promise<void> {
  await queueRevival(db)
  await queueFileRevival(db)
}

function roomOpeners(members: MemberParts, makeRoom: (tx: Tx, request: RoomRequest) => ReturnType<typeof createRoom>) {
  const { database } = members
  return {
    openRoom: (request: OpenRoomRequest) => database.transaction((tx) => openRoom(tx, members, makeRoom, request)),
    openFirstRoom: (request: OpenRoomRequest, report: (room: OpenedRoom) => Promise<void>) =>
      database.transaction(async (tx) => {
        if (await isFirstStart(tx)) await report(await openRoom(tx, members, makeRoom, request))
      }),
  }
}

/** The room's keys may be gone. */
const forgetKeys = (bus: HintBus, keyring: RoomKeyring): (() => void) =>
  bus.subscribe((heard) => {
    if (heard !== 'unknown' && heard.kind === 'room') keyring.forget(heard.room)
  })

function mountDocuments(app: FastifyInstance, guard: SessionGuard, parts: Parameters<typeof documentHandlers>[0]): void {
  mountAll(app, documentOperations, documentHandlers(parts), guard)
  mountAll(app, uploadOperations, uploadHandlers(parts), guard)
}

const mountDisclosure = (
  app: FastifyInstance,
  guard: SessionGuard,
  { verifyPage }: Resources,
  parts: Omit<DisclosureParts, 'verifyPage'>,
): void => mountAll(app, disclosureOperations, disclosureHandlers({ ...parts, verifyPage }), guard)

function mountThreads(app: FastifyInstance, guard: SessionGuard, parts: ThreadParts): JobSource {
  mountAll(app, threadOperations, threadHandlers(parts), guard)
  return threadJobs(parts)
}

function mountWriting(app: FastifyInstance, guard: SessionGuard, parts: MessageParts) {
  mountAll(app, messageOperations, messageHandlers(parts), guard)
  mountAll(app, draftOperations, draftHandlers(parts), guard)
  return [messageJobs(parts), draftJobs(parts)]
}

function mountComposing(app: FastifyInstance, guard: SessionGuard, parts: SigningParts & SealingParts): JobSource[] {
  mountAll(app, esignOperations, esignHandlers(parts), guard)
  mountSigning(app, guard, parts)
  mountAll(app, sealingOperations, sealingHandlers(parts), guard)
  return [signingJobs(parts), sealingJobs(parts), imageJobs(parts)]
}
