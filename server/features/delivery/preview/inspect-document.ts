import { z } from 'zod'
import type { ViewStatus } from '../../../../contract/features/documents.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { addJobs, handle, jobType } from '../../../platform/jobs/job.ts'
import { RenderError } from '../../../workers/render/index.ts'
import {
  type PageSize,
  storeInspection,
  type VersionRow,
  versionOf,
} from '../../documents/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import {
  asRefusal,
  convertedKind,
  type For,
  renderSource,
  statusOfFailure,
  viewableKind,
} from '../viewing/render-source.ts'
import { queueConversion } from './conversion-lanes.ts'

type InspectingParts = Pick<DeliveryParts, 'database' | 'blobs' | 'content' | 'pool' | 'events'>

export interface Inspected {
  readonly status: ViewStatus
  readonly pages: readonly PageSize[]
  readonly pageCount: number
}

const NO_PAGES = { pages: [], pageCount: 0 }

const inspectedVersion = z.object({ roomId: z.int(), versionId: z.int() })
/** Mails must not wait for thousands of these jobs. */
const inspectVersion = jobType('renditions.inspect', inspectedVersion, {
  maxAttempts: 3,
  priority: 10,
})

export function queueInspection(
  tx: Queryable,
  { roomId, versionIds }: { roomId: number; versionIds: readonly number[] },
): Promise<void> {
  return addJobs(
    tx,
    inspectVersion,
    versionIds.map((versionId) => ({ roomId, versionId })),
  )
}

/** Converted types wait for their PDF. Only the background job stores a timeout. @throws Refusal for unrelated trouble */
export async function inspect(
  parts: InspectingParts,
  forWhom: For,
  version: VersionRow,
  signal: AbortSignal,
): Promise<Inspected> {
  if (version.status)
    return {
      status: version.status,
      pages: version.pages ?? [],
      pageCount: version.page_count ?? 0,
    }
  if (convertedKind(version)) return { status: 'WAITING', ...NO_PAGES }
  try {
    return await lookAndKeep(parts, forWhom, version, {
      signal,
      repeated: false,
      priority: 'visible',
    })
  } catch (error) {
    if (error instanceof RenderError && error.code === 'TIMEOUT')
      return { status: 'SLOW', ...NO_PAGES }
    throw asRefusal(error)
  }
}

interface Look {
  readonly signal: AbortSignal
  readonly repeated: boolean
  readonly priority?: 'visible'
}

/** @throws if a retry may succeed, and stores nothing */
async function lookAndKeep(
  parts: InspectingParts,
  forWhom: For,
  version: VersionRow,
  options: Look,
): Promise<Inspected> {
  const found = await look(parts, forWhom, version, options)
  await parts.database.transaction(async (tx) => {
    const isNew = await storeInspection(tx, version.id, found)
    if (isNew && found.status === 'READY')
      await parts.events.readable(tx, { roomId: forWhom.roomId, versionId: version.id })
  })
  return found
}

async function look(
  parts: Pick<DeliveryParts, 'blobs' | 'content' | 'pool'>,
  forWhom: For,
  version: VersionRow,
  { signal, repeated, priority }: Look,
): Promise<Inspected> {
  const kind = viewableKind(version)
  if (kind === undefined) return { status: 'NO_PREVIEW', ...NO_PAGES }
  try {
    const source = await renderSource(parts, forWhom, version, kind)
    const { pages } = await parts.pool.inspect(source, {
      signal,
      ...(priority ? { priority } : {}),
    })
    return { status: 'READY', pages, pageCount: pages.length }
  } catch (error) {
    signal.throwIfAborted()
    const status = statusOfFailure(error, { repeated })
    if (status === undefined) throw error
    return { status, ...NO_PAGES }
  }
}

/** Later openings need not wait for the timeout. */
export function inspectionHandler(
  parts: Pick<DeliveryParts, 'database' | 'blobs' | 'content' | 'pool' | 'clock' | 'events'>,
) {
  return handle(inspectVersion, async ({ roomId, versionId }, { signal, lastAttempt }) => {
    const version = await versionOf(parts.database.db, roomId, versionId)
    if (!version || version.status !== null) return
    if (convertedKind(version)) await queueConversion(parts, { roomId, versionId })
    else await lookAndKeep(parts, { roomId }, version, { signal, repeated: lastAttempt })
  })
}
