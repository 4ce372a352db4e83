import { z } from 'zod'
import type { ViewStatus } from '../../../contract/features/renditions.ts'
import type { Tx } from '../../platform/db/database.ts'
import { addJob, handle, jobType } from '../../platform/jobs/job.ts'
import { findVersion, type PageSize, updateInspection, type VersionRow } from '../documents/index.ts'
import { renderSource, statusOfFailure, viewableKind } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'

/** What a reader can see of a version. */
export interface Inspected {
  readonly status: ViewStatus
  readonly pages: readonly PageSize[]
}

const inspectVersion = jobType('renditions.inspect', z.object({ roomId: z.int(), versionId: z.int() }), { maxAttempts: 5 })

/** Has a fresh version looked at in the background, so that its first reader does not wait for that. */
export function queueInspection(tx: Tx, version: { roomId: number; versionId: number }): Promise<void> {
  return addJob(tx, inspectVersion, version)
}

/** What is known of a version, found out now if nobody did yet. The same is found however often and wherever it is looked for. */
export async function inspect(parts: RenditionParts, roomId: number, version: VersionRow, signal?: AbortSignal): Promise<Inspected> {
  if (version.status && version.pages) return { status: version.status, pages: version.pages }
  const found = await look(parts, roomId, version, signal)
  await updateInspection(parts.database.db, version.id, found)
  return found
}

async function look(parts: RenditionParts, roomId: number, version: VersionRow, signal: AbortSignal | undefined): Promise<Inspected> {
  const kind = viewableKind(version)
  if (kind === undefined) return { status: 'NO_PREVIEW', pages: [] }
  try {
    const source = await renderSource(parts, roomId, version, kind)
    const { pages } = await parts.pool.inspect(source, signal ? { signal } : {})
    return { status: 'READY', pages }
  } catch (error) {
    signal?.throwIfAborted()
    return { status: statusOfFailure(error), pages: [] }
  }
}

/** The handler of `queueInspection`. */
export function inspectionHandler(parts: RenditionParts) {
  return handle(inspectVersion, async ({ roomId, versionId }, { signal }) => {
    const version = await findVersion(parts.database.db, roomId, versionId)
    if (version) await inspect(parts, roomId, version, signal)
  })
}
