import { z } from 'zod'
import type { ViewStatus } from '../../../contract/features/documents.ts'
import { handle, type JobContext, jobType } from '../../platform/jobs/job.ts'
import { ConvertError, type ConvertFailure } from '../../workers/convert/index.ts'
import {
  announce,
  findVersion,
  finishPreview,
  isLegacyLocked,
  type ListedVersion,
  type NewContent,
  type PageSize,
  startPreview,
  type VersionRow,
} from '../documents/index.ts'
import { convertedKind, pdfSource, statusOfFailure } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'

const versionIds = z.object({ roomId: z.int(), versionId: z.int() })

/** As earlier releases queued a conversion, with a lane for every second room. Such jobs may still wait in a database. */
export const convertVersion = jobType('renditions.convert', versionIds, { maxAttempts: 4, priority: 20 })

/** The handler of jobs of earlier releases. */
export const conversionHandler = (parts: RenditionParts) => handle(convertVersion, (version, context) => convert(parts, version, context))

/** Makes the PDF of a version. That it works is committed first, so that lists show it. @throws what may turn out otherwise the next time */
export async function convert(
  parts: RenditionParts,
  { roomId, versionId }: { readonly roomId: number; readonly versionId: number },
  { signal, attempt, lastAttempt }: JobContext,
): Promise<void> {
  const { database } = parts
  const listed = await database.transaction(async (tx) => {
    const started = await startPreview(tx, versionId)
    if (started) await announce(tx, parts, roomId, [started.parentId])
    return started
  })
  const version = listed && (await findVersion(database.db, roomId, versionId))
  if (!listed || !version) return
  const made = lastAttempt ? without('BROKEN') : await makePreview(parts, roomId, version, { signal, repeated: attempt > 1 })
  await keep(parts, listed, made)
}

/** What came of a conversion. */
interface Made {
  readonly status: ViewStatus
  readonly pages: readonly PageSize[]
  readonly preview: NewContent | undefined
}

const without = (status: ViewStatus): Made => ({ status, pages: [], preview: undefined })

interface Run {
  readonly signal: AbortSignal
  /** Whether earlier runs failed. */
  readonly repeated: boolean
}

/** Makes the PDF, seals it while it comes in and looks at its pages. @throws what may turn out otherwise the next time; nothing is left then. */
async function makePreview(parts: RenditionParts, roomId: number, version: VersionRow, { signal, repeated }: Run): Promise<Made> {
  let preview: NewContent | undefined
  try {
    preview = await sealPreview(parts, roomId, version, signal)
    const sealed = await parts.content.newPreview(roomId, preview)
    const { pages } = await parts.pool.inspect(await pdfSource(parts, sealed), { signal })
    return { status: 'READY', pages, preview }
  } catch (error) {
    if (preview) await parts.content.discard(preview)
    signal.throwIfAborted()
    const status =
      error instanceof ConvertError
        ? await statusOfConversion(parts, roomId, version, { code: error.code, repeated })
        : statusOfFailure(error, { repeated })
    if (status === undefined) throw error
    parts.log.info({ versionId: version.id, status, error }, 'no preview was made of a document')
    // A PDF of ours that asks for a password or cannot be drawn is a conversion that failed.
    return without(error instanceof ConvertError || status === 'TOO_LARGE' || status === 'SLOW' ? status : 'BROKEN')
  }
}

async function sealPreview(parts: RenditionParts, roomId: number, version: VersionRow, signal: AbortSignal): Promise<NewContent> {
  const kind = convertedKind(version)
  if (kind === undefined) throw new Error('a version was queued for a conversion that its type does not need')
  const original = parts.content.read(await parts.content.open(roomId, version))
  const writer = await parts.content.beginPreview(roomId, version.content_uid)
  try {
    const source = { kind, extension: version.ext, size: version.size, input: original.stream() }
    for await (const piece of parts.converter.convert(source, signal)) await writer.write(piece)
    return { uid: version.content_uid, segments: [await writer.finish()] }
  } finally {
    await writer.discard()
  }
}

interface Failed {
  readonly code: ConvertFailure
  readonly repeated: boolean
}

/** What a failure proves for good; undefined where a busy machine may be why. LibreOffice tells no password from damage. */
async function statusOfConversion(
  { content }: RenditionParts,
  roomId: number,
  version: VersionRow,
  { code, repeated }: Failed,
): Promise<ViewStatus | undefined> {
  if (code === 'TIMEOUT') return repeated ? 'SLOW' : undefined
  if (code === 'CRASHED') return repeated ? 'BROKEN' : undefined
  if (code !== 'BROKEN' || version.ext === '') return code
  const isLocked = await isLegacyLocked(version.ext, content.read(await content.open(roomId, version)))
  return isLocked ? 'LOCKED' : code
}

async function keep(parts: RenditionParts, listed: ListedVersion, made: Made): Promise<void> {
  const { status, pages, preview } = made
  const isKept = await parts.database.transaction(async (tx) => {
    const segments = preview ? await parts.content.wrapKeys(tx, listed.roomId, preview, 'preview') : []
    const kept = await finishPreview(tx, listed, { status, pages, segments })
    if (kept && status === 'READY') await parts.events.readable(tx, listed)
    if (kept) await announce(tx, parts, listed.roomId, [listed.parentId])
    return kept
  })
  // The document was destroyed meanwhile, and its keys with it. A failed commit is left to the sweep: it may have happened.
  if (!isKept && preview) await parts.content.discard(preview)
}
