import type { FastifyInstance } from 'fastify'
import { type HintBus, hint } from './access/hint.ts'
import { type AtMachine, atMachine } from './at-machine.ts'
import {
  type ActivityParts,
  activityHandlers,
  activityJobs,
  activityOperations,
  createActivityLog,
  createCheckpointSigner,
  createLogExporter,
  createSequencer,
} from './features/activity/index.ts'
import {
  type ArchiveParts,
  archiveDoor,
  archiveHandlers,
  archiveJobs,
  archiveOperations,
  findArchiveBlobs,
} from './features/archive/index.ts'
import {
  composeHandlers,
  composeOperations,
  createComposeFiles,
  findComposeBlobs,
  imageJobs,
  mountSigning,
  type SealingParts,
  type SigningParts,
  sealingHandlers,
  sealingJobs,
  sealingOperations,
  shutOutSigner,
  signingJobs,
} from './features/compose/index.ts'
import { dailyMailJobs, dashboardHandlers, dashboardOperations } from './features/dashboard/index.ts'
import {
  createContentStore,
  type DocumentParts,
  documentHandlers,
  documentJobs,
  documentOperations,
  IncomingSpace,
  removeFreedBlobs,
  sweepBlobs,
  uploadHandlers,
  uploadOperations,
} from './features/documents/index.ts'
import { draftHandlers, draftJobs, draftOperations } from './features/drafts/index.ts'
import { type EndingParts, endingHandlers, endingJobs, endingOperations } from './features/ending/index.ts'
import {
  createSecrets,
  type MemberParts,
  memberHandlers,
  memberOperations,
  type OpenedRoom,
  type OpenRoomRequest,
  openRoom,
} from './features/members/index.ts'
import {
  findMessageBlobs,
  handOutFile,
  type MessageParts,
  MessageSpace,
  messageHandlers,
  messageJobs,
  messageOperations,
} from './features/messages/index.ts'
import {
  type ArchiveDoor,
  createDeliveries,
  createReadingPace,
  createUnlockedDocuments,
  deleteLeasesOf,
  PreparedCopies,
  queueInspection,
  queueRevival,
  type RenditionParts,
  renditionHandlers,
  renditionJobs,
  renditionOperations,
  SlowPages,
} from './features/renditions/index.ts'
import {
  createRoom,
  createRoomKeyring,
  listRooms,
  lockFirstRoom,
  type RoomKeyring,
  type RoomRequest,
  type RoomRow,
  roomHandlers,
  roomOperations,
} from './features/rooms/index.ts'
import {
  deleteTextsWithout,
  insertTexts,
  queueReading,
  readingJobs,
  type SearchParts,
  searchHandlers,
  searchOperations,
} from './features/search/index.ts'
import {
  createSessionGuard,
  createThrottle,
  createTokens,
  endSessionsOf,
  lowerSessionsOf,
  passkeyHandlers,
  passkeyOperations,
  requireFreshCode,
  type SessionGuard,
  type SessionParts,
  sessionHandlers,
  sessionJobs,
  sessionOperations,
  shutOut,
} from './features/session/index.ts'
import { sha256 } from './platform/crypto/proof-means.ts'
import type { Tx } from './platform/db/database.ts'
import { openBus } from './platform/events/bus.ts'
import { createApp } from './platform/http/app.ts'
import { mountHealth } from './platform/http/health.ts'
import { mountAll } from './platform/http/mount.ts'
import type { JobHandler, RecurringJob } from './platform/jobs/job.ts'
import { createOutbox } from './platform/mail/outbox.ts'
import type { Resources } from './resources.ts'
import { createStampImages } from './workers/image/index.ts'

/** Background work of a feature. */
interface JobSource {
  readonly handlers: readonly JobHandler[]
  readonly recurring: readonly RecurringJob[]
}

/** The program, put together and not started. */
export interface Program extends AtMachine {
  /** The HTTP server with every operation and the health checks. */
  readonly app: FastifyInstance
  /** How people know the server, without a slash at its end. */
  readonly publicUrl: string
  readonly jobs: { readonly handlers: readonly JobHandler[]; readonly recurring: readonly RecurringJob[] }
  openRoom(request: OpenRoomRequest): Promise<OpenedRoom>
  /** Makes a room only where there is none yet, and only if `tell` has passed its secrets on: nobody could learn them later. */
  openFirstRoom(request: OpenRoomRequest, tell: (room: OpenedRoom) => Promise<void>): Promise<void>
  listRooms(): Promise<RoomRow[]>
  /** Gives new entries of activity logs their places in the trees of their rooms; to be called again and again. @returns for how many rooms there is more to do. */
  sequence(): Promise<number>
  /** Has documents converted that waited for a program this machine has now. */
  revivePreviews(): Promise<void>
  /** Has the text of documents read that was not read yet. */
  readUnread(): Promise<void>
  /** Removes what a crash left on the disk; only where nobody else works on the data. */
  sweep(): Promise<void>
  close(): Promise<void>
}

/** What was stored gets its pages, and once it has them its text is read. */
async function lookAtStored(tx: Tx, versions: { roomId: number; versionIds: readonly number[] }): Promise<void> {
  await insertTexts(tx, versions.versionIds)
  await queueInspection(tx, versions)
}

/** What people of a room are dealt with by that lies above them. */
const memberMeans = (session: SessionParts, { transport }: Resources): Pick<MemberParts, 'events' | 'mailIsFiles' | 'requireCode'> => ({
  events: memberEvents(session),
  mailIsFiles: transport.kind === 'folder',
  requireCode: (actor, code) => requireFreshCode(session, actor, code),
})

/** What follows for sessions and for links to sign. */
const memberEvents = (session: SessionParts): MemberParts['events'] => ({
  async shutOut(tx, member) {
    await shutOut(tx, session, member)
    await shutOutSigner(tx, session, member)
  },
  signOut: (tx, { memberId }) => endSessionsOf(tx, session, { memberId }, 'operator'),
  unmadeOperator: (tx, { memberId }) => lowerSessionsOf(tx, session, memberId),
})

/** Archives stand above what hands out their tickets: they are asked for when one comes. */
const doorTo = (archives: () => ArchiveParts): ArchiveDoor => ({
  permissionsFor: (...asked) => archiveDoor(archives()).permissionsFor(...asked),
  fetch: (...asked) => archiveDoor(archives()).fetch(...asked),
})

/** The composition root: every feature gets what it needs here, and hears here of what happens below it. */
export async function assemble(resources: Resources): Promise<Program> {
  const { database, keyStore, blobs, pool, stamps, seals, sealKeys, converter, clock, log, publicUrl, notifyAfterMs } = resources
  const { db } = database
  const bus: HintBus = await openBus(hint, resources.openListener)
  const keyring = createRoomKeyring(keyStore)
  const forgetting = forgetKeys(bus, keyring)
  const activity = createActivityLog(keyring.retention, clock)
  const secrets = createSecrets(keyStore.pepper(), resources.hashCost)
  const outbox = createOutbox({
    ...{ db, sealer: keyring.content, retention: keyring.retention },
    ...{ transport: resources.transport, clock, log, from: resources.from },
  })
  const content = createContentStore(db, blobs, keyring)

  const throttle = createThrottle(db, clock, log)
  const session: SessionParts = {
    ...{ database, secrets, activity, bus, clock, throttle, outbox, publicUrl, log },
    tokens: createTokens(keyStore.tokenKey()),
  }
  const guard = createSessionGuard(session)
  const { confirm } = guard
  const members: MemberParts = {
    ...{ database, secrets, outbox, activity, bus, clock, publicUrl, confirm },
    ...memberMeans(session, resources),
  }
  const documents: DocumentParts = {
    ...{ database, blobs, content, outbox, activity, bus, clock, publicUrl, notifyAfterMs, confirm },
    ...{ versionDays: resources.versionDays, backupDays: resources.backupDays },
    incoming: new IncomingSpace(),
    ...{ sealer: keyring.content, scanner: resources.scanner },
    events: { stored: lookAtStored, trashed: deleteLeasesOf, destroyed: deleteTextsWithout },
    heldAbove: [findMessageBlobs, findComposeBlobs, findArchiveBlobs],
  }
  const messages: MessageParts = { ...documents, throttle, sessions: guard, space: new MessageSpace() }
  const prepared = new PreparedCopies()
  const renditions: RenditionParts = {
    ...{ database, blobs, content, pool, stamps, prepared, converter, activity, bus, clock, log, confirm, throttle },
    ...{ sessions: guard, deliveries: createDeliveries(), slowPages: new SlowPages(pool, resources.pageWaitMs) },
    pace: createReadingPace({ database, activity, outbox, clock, publicUrl }),
    unlocked: createUnlockedDocuments({ database, bus, clock, sessions: guard }),
    events: { readable: queueReading },
    above: {
      message: (actor, messageId, requested) => handOutFile(messages, actor, messageId, requested),
      archives: doorTo(() => archives),
    },
  }

  const { onlyPublicHost, trustProxy, drainWithinMs } = resources
  const app = await createApp({ log, publicUrl, onlyPublicHost, trustProxy, drainWithinMs })
  mountHealth(app, async () => (await database.pool.query('select 1')).rowCount === 1)
  mountEntrance(app, guard, { session, members, notifyAfterMs })
  mountAll(app, documentOperations, documentHandlers(documents), guard)
  mountAll(app, uploadOperations, uploadHandlers(documents), guard)
  mountAll(app, renditionOperations, renditionHandlers(renditions), guard)
  const writing = mountWriting(app, guard, messages)
  const files = createComposeFiles({ db, blobs, keyring })
  const composing = mountComposing(app, guard, {
    ...{ database, files, blobs, keyring, documents, pool, outbox, activity, bus, throttle },
    ...{ clock, log, publicUrl, confirm, seals, sealKeys },
    sealer: keyring.content,
    stampImages: createStampImages(),
    scanner: resources.scanner,
  })
  const signer = createCheckpointSigner(keyStore.checkpointKey())
  const history: ActivityParts = { database, activity, retention: keyring.retention, signer, clock, log }
  const telling = mountTelling(app, guard, history, { outbox, publicUrl, retentionOf: keyring.retentionOf })
  const search: SearchParts = { database, keyring, blobs, content, pool, clock, bus, log, activity, throttle, sessions: guard }
  mountAll(app, searchOperations, searchHandlers(search), guard)
  const reading = readingJobs(search)
  const ending = mountEnding(app, guard, resources, { ...history, content: keyring.content, outbox, bus, secrets, throttle, confirm })

  const archives: ArchiveParts = {
    ...{ database, blobs, keyring, renditions, files, history, activity, secrets, throttle, clock, log, confirm },
    sealer: keyring.content,
    verifyPage: resources.verifyPage,
  }
  mountAll(app, archiveOperations, archiveHandlers(archives), guard)

  const sequencer = createSequencer(history)
  const makeRoom = (tx: Tx, request: RoomRequest) => createRoom(tx, { keyStore, activity, clock }, request)
  const filling = [documentJobs(documents, log), renditionJobs(renditions), reading]
  const jobs = [outbox, sessionJobs(session), ...filling, ...telling, ...writing, ...composing, archiveJobs(archives), endingJobs(ending)]
  return {
    app,
    publicUrl,
    jobs: { handlers: jobs.flatMap((each) => each.handlers), recurring: jobs.flatMap((each) => each.recurring) },
    openRoom: (request) => database.transaction((tx) => openRoom(tx, members, makeRoom, request)),
    openFirstRoom: (request, tell) =>
      database.transaction(async (tx) => {
        await lockFirstRoom(tx)
        if ((await listRooms(tx)).length === 0) await tell(await openRoom(tx, members, makeRoom, request))
      }),
    listRooms: () => listRooms(db),
    sequence: () => sequencer.run(),
    ...atMachine({ keyStore, history, documents, archives, ending }),
    revivePreviews: () => queueRevival(db),
    readUnread: reading.start,
    sweep: () => sweepBlobs(documents, log, 0),
    async close() {
      await app.close()
      forgetting()
      await prepared.close()
      await bus.close()
    },
  }
}

/** What changes about a room may be that its keys are gone. @returns ends it. */
const forgetKeys = (bus: HintBus, keyring: RoomKeyring): (() => void) =>
  bus.subscribe((heard) => {
    if (heard !== 'unknown' && heard.kind === 'room') keyring.forget(heard.room)
  })

interface EntranceParts {
  readonly session: SessionParts
  readonly members: MemberParts
  readonly notifyAfterMs: number
}

/** The ways in, who comes by them, and the room they come to. */
function mountEntrance(app: FastifyInstance, guard: SessionGuard, { session, members, notifyAfterMs }: EntranceParts): void {
  mountAll(app, sessionOperations, sessionHandlers(session, guard), guard)
  mountAll(app, passkeyOperations, passkeyHandlers(session, guard), guard)
  mountAll(app, roomOperations, roomHandlers({ ...members, notifyAfterMs }), guard)
  mountAll(app, memberOperations, memberHandlers(members), guard)
}

/** What is told of all that was done: lists, numbers, a daily mail. @returns its background work. */
function mountTelling(
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

/** What people write to each other, and what they have not sent yet. @returns its background work. */
function mountWriting(app: FastifyInstance, guard: SessionGuard, parts: MessageParts) {
  mountAll(app, messageOperations, messageHandlers(parts), guard)
  mountAll(app, draftOperations, draftHandlers(parts), guard)
  return [messageJobs(parts), draftJobs(parts)]
}

/** What is composed by authors, signed by whom they ask, and sealed. @returns its background work. */
function mountComposing(app: FastifyInstance, guard: SessionGuard, parts: SigningParts & SealingParts): JobSource[] {
  mountAll(app, composeOperations, composeHandlers(parts), guard)
  mountSigning(app, guard, parts)
  mountAll(app, sealingOperations, sealingHandlers(parts), guard)
  return [signingJobs(parts), sealingJobs(parts), imageJobs(parts)]
}

/** How rooms end: what holds something of them is reached from here. */
function mountEnding(
  app: FastifyInstance,
  guard: SessionGuard,
  { database, blobs, keyStore, transport, publicUrl, backupDays, keyBackupDays }: Resources,
  given: Pick<EndingParts, keyof ActivityParts | 'content' | 'outbox' | 'bus' | 'secrets' | 'throttle' | 'confirm'>,
): EndingParts {
  const parts: EndingParts = {
    ...{ ...given, keyStore, publicUrl, backupDays, keyBackupDays },
    removeFreedBlobs: () => removeFreedBlobs({ database, blobs }),
    removeMails: async (roomId) => transport.removeRoom?.(roomId),
  }
  mountAll(app, endingOperations, endingHandlers(parts), guard)
  return parts
}
