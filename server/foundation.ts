import { type HintBus, hint } from './access/hint.ts'
import { type ActivityLog, createActivityLog } from './features/audit/index.ts'
import {
  type ContentStore,
  createContentStore,
  numbersForLog,
  seesAll,
} from './features/documents/index.ts'
import { announceToWebhooks } from './features/integrations/index.ts'
import { createSecrets, mailReaderOf, type Secrets } from './features/members/index.ts'
import { createRoomKeyring, mailStyleOf, type RoomKeyring } from './features/rooms/index.ts'
import { createThrottle, type Throttle } from './features/session/index.ts'
import { keepProcessRow } from './platform/db/process-row.ts'
import type { Encryptor } from './platform/encryption/encryptor.ts'
import { openBus } from './platform/events/bus.ts'
import { createOutbox, type Outbox } from './platform/mail/outbox.ts'
import type { Resources } from './resources.ts'
import { createChunkDecryptor } from './workers/decrypt/chunk-decryptor.ts'

/** All features may take these; what each takes, its parts name. */
export interface Foundation
  extends Pick<
    Resources,
    'database' | 'blobs' | 'pool' | 'scanner' | 'clock' | 'log' | 'publicUrl'
  > {
  readonly bus: HintBus
  readonly keyring: RoomKeyring
  readonly encryptor: Encryptor
  readonly activity: ActivityLog
  readonly secrets: Secrets
  readonly outbox: Outbox
  readonly content: ContentStore
  readonly throttle: Throttle
}

interface OpenedFoundation {
  readonly foundation: Foundation
  readonly forgetting: () => void
  readonly processRow: { close(): Promise<void> }
}

export async function openFoundation(resources: Resources): Promise<OpenedFoundation> {
  const { database, blobs, pool, scanner, clock, log, publicUrl, keyStore } = resources
  const { db } = database
  const bus: HintBus = await openBus(hint, resources.openListener)
  const processRow = await keepProcessRow(db, log, resources)
  const keyring = createRoomKeyring(keyStore)
  const forgetting = forgetKeys(bus, keyring)
  const foundation: Foundation = {
    database,
    blobs,
    pool,
    scanner,
    clock,
    log,
    publicUrl,
    bus,
    keyring,
    encryptor: keyring.content,
    activity: createActivityLog(keyring.retention, clock, numbersForLog, announceToWebhooks),
    secrets: createSecrets(keyStore.pepper(), resources.hashCost),
    outbox: outboxOf(resources, keyring),
    content: createContentStore(db, blobs, keyring, createChunkDecryptor(log)),
    throttle: createThrottle(db, clock, log),
  }
  return { foundation, forgetting, processRow }
}

/** The room's keys may be gone. */
const forgetKeys = (bus: HintBus, keyring: RoomKeyring): (() => void) =>
  bus.subscribe((heard) => {
    if (heard !== 'unknown' && heard.kind === 'room') keyring.forget(heard.room)
  })

function outboxOf(
  { database: { db }, transport, clock, log, from }: Resources,
  keyring: RoomKeyring,
): Outbox {
  const encryptor = keyring.content
  return createOutbox({
    db,
    encryptor,
    retention: keyring.retention,
    transport,
    clock,
    log,
    from,
    mailStyleOf: (tx, asked) => mailStyleOf({ encryptor, readerOf: mailReaderOf, log }, tx, asked),
    seesAll: (asked) => seesAll(db, { ...asked, at: clock.now() }),
  })
}
