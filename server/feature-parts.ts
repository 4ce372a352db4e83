import { type ArchiveParts, archiveDoor, heldByArchives } from './features/archive/index.ts'
import { type ActivityParts, createCheckpointSigner } from './features/audit/index.ts'
import {
  type ArchiveDownloads,
  createDeliveries,
  createReadingPace,
  createUnlockedDocuments,
  type DeliveryParts,
  endReadings,
  PreparedCopies,
  queueInspection,
  SlowAnswers,
} from './features/delivery/index.ts'
import { type DisclosureParts, heldByDisclosures } from './features/disclosure/index.ts'
import { type DocumentParts, IncomingSpace } from './features/documents/index.ts'
import {
  createComposeFiles,
  heldByComposing,
  type SealingParts,
  type SigningParts,
  shutOutSigner,
} from './features/esign/index.ts'
import type { MemberParts } from './features/members/index.ts'
import {
  handOutFile,
  heldByMessages,
  type MessageParts,
  MessageSpace,
} from './features/messages/index.ts'
import {
  expectTexts,
  forgetTexts,
  queueReading,
  queueReadingAgain,
  type SearchParts,
} from './features/search/index.ts'
import {
  createSessionGuard,
  createTokens,
  endProofsOf,
  lowerSessionsOf,
  requireFreshCode,
  type SessionGuard,
  type SessionParts,
  shutOut,
  signOut,
} from './features/session/index.ts'
import { answerWithUploads, heldByThreads, type ThreadParts } from './features/threads/index.ts'
import type { Foundation } from './foundation.ts'
import type { Tx } from './platform/db/database.ts'
import type { Resources } from './resources.ts'
import { createStampImages, type StampImages } from './workers/image/index.ts'
import { createSheets, type Sheets } from './workers/sheet/index.ts'

/** What features above the session share. */
interface Shared extends Foundation {
  readonly confirm: SessionGuard['confirm']
}

export interface FeatureParts {
  readonly shared: Shared
  readonly guard: SessionGuard
  readonly session: SessionParts
  readonly members: MemberParts
  readonly documents: DocumentParts & { readonly sheets: Sheets }
  readonly delivery: DeliveryParts
  readonly messages: MessageParts
  readonly search: SearchParts
  readonly esign: SigningParts & SealingParts
  readonly threads: ThreadParts
  readonly history: ActivityParts
  readonly disclosure: DisclosureParts
  readonly archives: ArchiveParts
  readonly sheets: Sheets
  readonly stampImages: StampImages
}

/** Gives each feature its parts, and wires their events. */
export function featureParts(resources: Resources, foundation: Foundation): FeatureParts {
  const { keyStore, verifyPage, seals, sealKeys } = resources
  const { database, blobs, keyring, activity, clock, log } = foundation
  const session: SessionParts = {
    ...foundation,
    tokens: createTokens(keyStore.tokenKey()),
    relyingParties: resources.relyingParties ?? [],
  }
  const guard = createSessionGuard(session)
  const shared: Shared = { ...foundation, confirm: guard.confirm }
  const members: MemberParts = {
    ...shared,
    events: memberEvents(session),
    mailIsFiles: resources.transport.kind === 'folder',
    requireCode: (actor, code) => requireFreshCode(session, actor, code),
  }
  const sheets = createSheets()
  const stampImages = createStampImages()
  const documents = { ...documentParts(resources, shared), sheets }
  const messages: MessageParts = { ...shared, sessions: guard, fileBudget: new MessageSpace() }
  const delivery = deliveryParts(resources, shared, guard, {
    message: (actor, messageId, requested) => handOutFile(messages, actor, messageId, requested),
    archives: doorTo(() => archives),
  })
  const files = createComposeFiles({ db: database.db, blobs, keyring })
  const signer = createCheckpointSigner(keyStore.checkpointKey())
  const history: ActivityParts = {
    database,
    activity,
    retention: keyring.retention,
    signer,
    clock,
    log,
  }
  const archives: ArchiveParts = { ...shared, renditions: delivery, files, history, verifyPage }
  return {
    shared,
    guard,
    session,
    members,
    documents,
    delivery,
    messages,
    search: { ...shared, sessions: guard },
    esign: { ...shared, documents, files, seals, sealKeys, stampImages },
    threads: { ...shared, sheets, delivery },
    history,
    disclosure: { ...shared, history, verifyPage },
    archives,
    sheets,
    stampImages,
  }
}

const memberEvents = (session: SessionParts): MemberParts['events'] => ({
  async shutOut(tx, member) {
    await shutOut(tx, session, member)
    await shutOutSigner(tx, session, member)
  },
  signOut: (tx, member) => signOut(tx, session, member),
  addressChanged: endProofsOf,
  operatorDemoted: (tx, { memberId }) => lowerSessionsOf(tx, session, memberId),
})

const documentParts = (
  { notifyAfterMs, versionDays, backupDays }: Resources,
  shared: Shared,
): DocumentParts => ({
  ...shared,
  notifyAfterMs,
  versionDays,
  backupDays,
  incoming: new IncomingSpace(),
  events: {
    stored: lookAtStored,
    ...answerWithUploads(shared),
    trashed: endReadings,
    destroyed: forgetTexts,
  },
  blobReferences: [
    heldByMessages,
    heldByThreads,
    heldByComposing,
    heldByArchives,
    heldByDisclosures,
  ],
})

/** The pages have priority. */
async function lookAtStored(
  tx: Tx,
  versions: { roomId: number; versionIds: readonly number[] },
): Promise<void> {
  await expectTexts(tx, versions.versionIds)
  await queueInspection(tx, versions)
}

const deliveryParts = (
  { watermarks, converter, pageWaitMs }: Resources,
  shared: Shared,
  sessions: SessionGuard,
  above: DeliveryParts['above'],
): DeliveryParts => ({
  ...shared,
  watermarks,
  converter,
  sessions,
  prepared: new PreparedCopies(),
  deliveries: createDeliveries(),
  slow: new SlowAnswers(pageWaitMs),
  pace: createReadingPace(shared),
  unlocked: createUnlockedDocuments({ ...shared, sessions }),
  events: { readable: queueReading, renewed: queueReadingAgain },
  above,
})

/** Archives depend on the tickets. */
const doorTo = (archives: () => ArchiveParts): ArchiveDownloads => ({
  permissionsFor: (...asked) => archiveDoor(archives()).permissionsFor(...asked),
  fetch: (...asked) => archiveDoor(archives()).fetch(...asked),
})
