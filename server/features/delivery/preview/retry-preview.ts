import { z } from 'zod'
import { EXTENSIONS } from '../../../../contract/core/limits.ts'
import { RETRYABLE_PREVIEWS, type ViewStatus } from '../../../../contract/features/documents.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { portionsOf } from '../../../platform/db/portions.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { addJob, handle, jobType } from '../../../platform/jobs/job.ts'
import { RENEWED } from '../../../workers/convert/index.ts'
import {
  announce,
  type ListedVersion,
  permittedItem,
  undecide,
  versionsInStatus,
} from '../../documents/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import { convertedKind, viewableKind } from '../viewing/render-source.ts'
import { findConverting, wakeLanes } from './conversion-lanes.ts'
import { findRenewals, insertRenewals } from './conversions.store.ts'
import { queueInspection } from './inspect-document.ts'

/** Does nothing if a retry cannot help. @throws Refusal NOT_FOUND */
export function retryPreview(
  parts: Pick<DeliveryParts, 'database' | 'bus' | 'confirm'>,
  actor: Actor,
  itemId: number,
): Promise<void> {
  return parts.database.transaction(async (tx) => {
    const now = await parts.confirm(tx, actor, 'documents.survey')
    const item = await permittedItem(tx, now, itemId, 'survey')
    if (item.version_id === null) throw new Refusal('NOT_FOUND')
    if (!(await undecide(tx, item.version_id, RETRYABLE_PREVIEWS))) return
    await queueInspection(tx, { roomId: item.room_id, versionIds: [item.version_id] })
    await announce(tx, parts, item.room_id, [item.parent_id], { items: [item.id] })
  })
}

const BATCH = 500

const reviveConversions = jobType('renditions.revive', z.object({}), {
  maxAttempts: 3,
  priority: 20,
})

export function queueRevival(db: Queryable): Promise<void> {
  return addJob(db, reviveConversions, {}, { jobKey: reviveConversions.name })
}

/** Retries missing converters, unsupported types and crashes. Earlier layouts come last. */
export function revivalHandler(parts: Pick<DeliveryParts, 'database' | 'converter' | 'clock'>) {
  return handle(reviveConversions, async (_, { signal }) => {
    const hasOffice = (await parts.converter.missingOfficeParts()).length === 0
    const readable = EXTENSIONS.filter(
      (ext) => viewableKind({ ext }) && (hasOffice || convertedKind({ ext }) !== 'office'),
    )
    const statuses: ViewStatus[] = ['NO_CONVERTER', 'NO_PREVIEW']
    for (const renewed of RENEWED.filter(({ extension }) => readable.includes(extension)))
      await queueRenewals(parts, renewed, signal)
    await queueAgain(parts, await findLost(parts), ['WORKING'])
    for (;;) {
      signal.throwIfAborted()
      const versions = await versionsInStatus(parts.database.db, {
        extensions: readable,
        statuses,
        limit: BATCH,
      })
      if (versions.length === 0) return
      await queueAgain(parts, versions, statuses)
    }
  })
}

async function queueRenewals(
  { database, clock }: Pick<DeliveryParts, 'database' | 'clock'>,
  renewed: (typeof RENEWED)[number],
  signal: AbortSignal,
): Promise<void> {
  for (const versionIds of portionsOf(await findRenewals(database.db, renewed), BATCH)) {
    signal.throwIfAborted()
    await database.transaction(async (tx) => {
      await insertRenewals(tx, versionIds, renewed.layout, clock.now())
      await wakeLanes(tx, clock)
    })
  }
}

async function findLost({
  database: { db },
}: Pick<DeliveryParts, 'database'>): Promise<ListedVersion[]> {
  const atWork = await versionsInStatus(db, {
    extensions: EXTENSIONS,
    statuses: ['WORKING'],
    limit: BATCH,
  })
  const converting = await findConverting(db)
  return atWork.filter(({ versionId }) => !converting.has(versionId))
}

function queueAgain(
  { database }: Pick<DeliveryParts, 'database'>,
  versions: readonly ListedVersion[],
  statuses: readonly ViewStatus[],
): Promise<void> {
  return database.transaction(async (tx) => {
    for (const { roomId, versionId } of versions)
      if (await undecide(tx, versionId, statuses))
        await queueInspection(tx, { roomId, versionIds: [versionId] })
  })
}
