import type { FastifyInstance } from 'fastify'
import { OPERATIONS } from '../contract/registry.ts'
import type { HintBus } from './access/hint.ts'
import { type AdminCommands, adminCommands } from './admin-commands.ts'
import { featureParts } from './feature-parts.ts'
import { createSequencer } from './features/audit/index.ts'
import { queueRevival } from './features/delivery/index.ts'
import { SPARED_MS, sweepBlobs } from './features/documents/index.ts'
import {
  type MemberParts,
  type OpenedRoom,
  type OpenRoomRequest,
  openRoom,
} from './features/members/index.ts'
import {
  allRooms,
  createRoom,
  isFirstStart,
  type RoomRequest,
  type RoomRow,
} from './features/rooms/index.ts'
import { queueFileRevival } from './features/threads/index.ts'
import { openFoundation } from './foundation.ts'
import { mountFeatures } from './mount-features.ts'
import type { Db, Tx } from './platform/db/database.ts'
import { ping } from './platform/db/time-limits.ts'
import { createApp } from './platform/http/app.ts'
import { mountExactly } from './platform/http/exact-calls.ts'
import { mountHealth } from './platform/http/health.ts'
import { mountProbe } from './platform/http/probe.ts'
import type { JobHandler, RecurringJob } from './platform/jobs/job.ts'
import type { Resources } from './resources.ts'

export interface Program extends AdminCommands {
  readonly app: FastifyInstance
  /** The address has no trailing slash. */
  readonly publicUrl: string
  readonly jobs: {
    readonly handlers: readonly JobHandler[]
    readonly recurring: readonly RecurringJob[]
  }
  openRoom(request: OpenRoomRequest): Promise<OpenedRoom>
  /** Acts only if no room exists and `report` succeeds, because secrets are shown once. */
  openFirstRoom(
    request: OpenRoomRequest,
    report: (room: OpenedRoom) => Promise<void>,
  ): Promise<void>
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

export async function assemble(resources: Resources): Promise<Program> {
  const { keyStore, publicUrl, tiers } = resources
  const { foundation, forgetting, processRow } = await openFoundation(resources)
  const { database, activity, clock, log, bus } = foundation
  const parts = featureParts(resources, foundation)
  const { members, documents, delivery, history, archives } = parts
  const makeRoom = (tx: Tx, request: RoomRequest) =>
    createRoom(tx, { keyStore, activity, clock }, request)
  const { app, leave } = await openApp(resources)
  const { jobs, ending, reading, installation } = mountFeatures(app, resources, parts, makeRoom)
  return {
    app,
    publicUrl,
    jobs: {
      handlers: jobs.flatMap((each) => each.handlers),
      recurring: jobs.flatMap((each) => each.recurring),
    },
    ...roomOpeners(members, makeRoom),
    listRooms: () => allRooms(database.db),
    sequence: createSequencer(history).run,
    ...adminCommands({ resources, keyStore, history, archives, ending, documents, installation }),
    revivePreviews: () => revivePreviews(database.db),
    readUnread: reading.start,
    // Other machines may use the same bucket.
    sweep: () => sweepBlobs(documents, log, tiers ? SPARED_MS : 0),
    leave,
    close: () => close({ app, forgetting, bus, held: [delivery.prepared, processRow] }),
  }
}

async function openApp(resources: Resources): Promise<{ app: FastifyInstance; leave: () => void }> {
  const { log, publicUrl, onlyPublicHost, trustProxy, drainWithinMs, metrics, database, dataDir } =
    resources
  const app = await createApp({
    log,
    publicUrl,
    onlyPublicHost,
    trustProxy,
    drainWithinMs,
    metrics,
  })
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

function roomOpeners(
  members: MemberParts,
  makeRoom: (tx: Tx, request: RoomRequest) => ReturnType<typeof createRoom>,
) {
  const { database } = members
  return {
    openRoom: (request: OpenRoomRequest) =>
      database.transaction((tx) => openRoom(tx, members, makeRoom, request)),
    openFirstRoom: (request: OpenRoomRequest, report: (room: OpenedRoom) => Promise<void>) =>
      database.transaction(async (tx) => {
        if (await isFirstStart(tx)) await report(await openRoom(tx, members, makeRoom, request))
      }),
  }
}
