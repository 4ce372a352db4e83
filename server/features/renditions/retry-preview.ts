import { z } from 'zod'
import { EXTENSIONS } from '../../../contract/core/limits.ts'
import { RETRYABLE_PREVIEWS, type ViewStatus } from '../../../contract/features/documents.ts'
import type { Actor } from '../../access/actor.ts'
import { allowed, candidateOf, visibleItems } from '../../access/items.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { addJob, handle, jobType } from '../../platform/jobs/job.ts'
import { announce, findItem, findVersionsByStatus, forgetInspection, type ListedVersion } from '../documents/index.ts'
import { findConverting, wakeLanes } from './conversion-lanes.ts'
import { queueInspection } from './inspect-document.ts'
import { convertedKind, viewableKind } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'

/** Has the pages of a document made once more, where another attempt can change something; else nothing. @throws Refusal NOT_FOUND */
export function retryPreview(parts: RenditionParts, actor: Actor, itemId: number): Promise<void> {
  return parts.database.transaction(async (tx) => {
    const now = await parts.confirm(tx, actor, 'documents.survey')
    const item = await findItem(tx, visibleItems(now), itemId)
    const candidate = item && candidateOf(item)
    if (!item || !candidate || item.version_id === null || !allowed(now, 'survey', [candidate]).has(item.id)) throw new Refusal('NOT_FOUND')
    if (!(await forgetInspection(tx, item.version_id, RETRYABLE_PREVIEWS))) return
    await queueInspection(tx, { roomId: item.room_id, versionIds: [item.version_id] })
    await announce(tx, parts, item.room_id, [item.parent_id])
  })
}

/** Documents that one run queues. */
const BATCH = 500

const reviveConversions = jobType('renditions.revive', z.object({}), { maxAttempts: 3, priority: 20 })

/** Has documents looked at again that had no preview when they came, and would have one now. Once for each start of a server. */
export function queueRevival(db: Queryable): Promise<void> {
  return addJob(db, reviveConversions, {}, { jobKey: reviveConversions.name })
}

/**
 * The handler of `queueRevival`: those whose converter was missing and is there now, those of types that had none in earlier releases, and
 * those that are at work for ever, since the server died over the run that was to write down how it ended.
 */
export function revivalHandler(parts: RenditionParts) {
  return handle(reviveConversions, async (_, { signal }) => {
    const hasOffice = (await parts.converter.officeLacks()).length === 0
    const readable = EXTENSIONS.filter((ext) => viewableKind({ ext }) && (hasOffice || convertedKind({ ext }) !== 'office'))
    const statuses: ViewStatus[] = ['NO_CONVERTER', 'NO_PREVIEW']
    await parts.database.transaction((tx) => wakeLanes(tx, parts.clock))
    await queueAnew(parts, await findLost(parts), ['WORKING'])
    for (;;) {
      signal.throwIfAborted()
      const versions = await findVersionsByStatus(parts.database.db, { extensions: readable, statuses, limit: BATCH })
      if (versions.length === 0) return
      await queueAnew(parts, versions, statuses)
    }
  })
}

/** Versions at work of which there is no work; looked at in this order, one that ends meanwhile has another status by then. */
async function findLost({ database: { db } }: RenditionParts): Promise<ListedVersion[]> {
  const atWork = await findVersionsByStatus(db, { extensions: EXTENSIONS, statuses: ['WORKING'], limit: BATCH })
  const converting = await findConverting(db)
  return atWork.filter(({ versionId }) => !converting.has(versionId))
}

/** Those of the versions that still have one of the statuses. */
function queueAnew({ database }: RenditionParts, versions: readonly ListedVersion[], statuses: readonly ViewStatus[]): Promise<void> {
  return database.transaction(async (tx) => {
    for (const { roomId, versionId } of versions)
      if (await forgetInspection(tx, versionId, statuses)) await queueInspection(tx, { roomId, versionIds: [versionId] })
  })
}
