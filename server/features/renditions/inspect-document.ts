import { z } from 'zod'
import type { ViewStatus } from '../../../contract/features/documents.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { addJobs, handle, jobType } from '../../platform/jobs/job.ts'
import { RenderError } from '../../workers/render/index.ts'
import { findVersion, type PageSize, updateInspection, type VersionRow } from '../documents/index.ts'
import { queueConversion } from './conversion-lanes.ts'
import { asRefusal, convertedKind, type For, renderSource, statusOfFailure, viewableKind } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'

/** What a reader can see of a version. */
export interface Inspected {
  readonly status: ViewStatus
  /** Empty where the version was found without their sizes. */
  readonly pages: readonly PageSize[]
  readonly pageCount: number
}

const NO_PAGES = { pages: [], pageCount: 0 }

const inspectedVersion = z.object({ roomId: z.int(), versionId: z.int() })
/** A drop of thousands of documents queues as many of these; mails must not wait behind them. */
const inspectVersion = jobType('renditions.inspect', inspectedVersion, { maxAttempts: 3, priority: 10 })

/** Has fresh versions looked at in the background, or converted, so that their first readers do not wait for that. */
export function queueInspection(tx: Queryable, { roomId, versionIds }: { roomId: number; versionIds: readonly number[] }): Promise<void> {
  return addJobs(
    tx,
    inspectVersion,
    versionIds.map((versionId) => ({ roomId, versionId })),
  )
}

/**
 * What is known of a version, found out now if nobody did yet, unless a PDF has to be made of it first. A deadline that was missed is answered but not believed for good: that is
 * left to the background. @throws Refusal for trouble that says nothing of the document.
 */
export async function inspect(parts: RenditionParts, forWhom: For, version: VersionRow, signal: AbortSignal): Promise<Inspected> {
  if (version.status) return { status: version.status, pages: version.pages ?? [], pageCount: version.page_count ?? 0 }
  if (convertedKind(version)) return { status: 'WAITING', ...NO_PAGES }
  try {
    return await lookAndKeep(parts, forWhom, version, { signal, repeated: false, priority: 'visible' })
  } catch (error) {
    if (error instanceof RenderError && error.code === 'TIMEOUT') return { status: 'SLOW', ...NO_PAGES }
    throw asRefusal(error)
  }
}

interface Look {
  readonly signal: AbortSignal
  /** Whether earlier looks at this version failed. */
  readonly repeated: boolean
  /** Somebody waits for it where this is `visible`. */
  readonly priority?: 'visible'
}

/** Finds out what a version is and writes it down. @throws what may turn out otherwise the next time; nothing is written then. */
async function lookAndKeep(parts: RenditionParts, forWhom: For, version: VersionRow, options: Look): Promise<Inspected> {
  const found = await look(parts, forWhom, version, options)
  await parts.database.transaction(async (tx) => {
    const isNew = await updateInspection(tx, version.id, found)
    if (isNew && found.status === 'READY') await parts.events.readable(tx, { roomId: forWhom.roomId, versionId: version.id })
  })
  return found
}

async function look(parts: RenditionParts, forWhom: For, version: VersionRow, { signal, repeated, priority }: Look): Promise<Inspected> {
  const kind = viewableKind(version)
  if (kind === undefined) return { status: 'NO_PREVIEW', ...NO_PAGES }
  try {
    const source = await renderSource(parts, forWhom, version, kind)
    const { pages } = await parts.pool.inspect(source, { signal, ...(priority ? { priority } : {}) })
    return { status: 'READY', pages, pageCount: pages.length }
  } catch (error) {
    signal.throwIfAborted()
    const status = statusOfFailure(error, { repeated })
    if (status === undefined) throw error
    return { status, ...NO_PAGES }
  }
}

/**
 * The handler of `queueInspection`. Its last attempt writes down that a document is hopeless, so that not every opening costs a deadline
 * or a worker.
 */
export function inspectionHandler(parts: RenditionParts) {
  return handle(inspectVersion, async ({ roomId, versionId }, { signal, lastAttempt }) => {
    const version = await findVersion(parts.database.db, roomId, versionId)
    if (!version || version.status !== null) return
    if (convertedKind(version)) await queueConversion(parts, { roomId, versionId })
    else await lookAndKeep(parts, { roomId }, version, { signal, repeated: lastAttempt })
  })
}
