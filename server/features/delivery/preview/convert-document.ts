import { z } from 'zod'
import type { Extension } from '../../../../contract/core/limits.ts'
import type { ViewStatus } from '../../../../contract/features/documents.ts'
import type { EncryptedFile } from '../../../platform/blob/encrypted-file.ts'
import { handle, type JobContext, jobType } from '../../../platform/jobs/job.ts'
import { ConvertError, type ConvertFailure, layoutOf } from '../../../workers/convert/index.ts'
import {
  beginPreview,
  isLegacyLocked,
  type ListedVersion,
  type NewContent,
  type PageSize,
  storePreview,
  type VersionRow,
  versionOf,
} from '../../documents/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import { convertedKind, pdfSource, statusOfFailure } from '../viewing/render-source.ts'

type ConvertingParts = Pick<
  DeliveryParts,
  'database' | 'blobs' | 'content' | 'pool' | 'converter' | 'bus' | 'log' | 'events'
>

const versionIds = z.object({ roomId: z.int(), versionId: z.int() })

/** Jobs of earlier releases may still wait. */
export const convertVersion = jobType('renditions.convert', versionIds, {
  maxAttempts: 4,
  priority: 20,
})

export const conversionHandler = (parts: ConvertingParts) =>
  handle(convertVersion, (version, context) => convert(parts, version, context))

/** Commits WORKING first, because lists show it. @throws if a retry may succeed */
export async function convert(
  parts: ConvertingParts,
  { roomId, versionId }: { readonly roomId: number; readonly versionId: number },
  { signal, attempt, lastAttempt }: JobContext,
): Promise<void> {
  const { database } = parts
  const listed = await database.transaction(async (tx) => {
    return beginPreview(tx, parts, versionId)
  })
  const version = listed && (await versionOf(database.db, roomId, versionId))
  if (!listed || !version) return
  const made = lastAttempt
    ? withoutPreview('BROKEN')
    : await makePreview(parts, roomId, contentOf(parts, roomId, version), {
        signal,
        repeated: attempt > 1,
      })
  await keep(parts, { ...listed, layout: version.ext === '' ? 0 : layoutOf(version.ext) }, made)
}

export interface MadePreview {
  readonly status: ViewStatus
  readonly pages: readonly PageSize[]
  readonly preview: NewContent | undefined
}

export const withoutPreview = (status: ViewStatus): MadePreview => ({
  status,
  pages: [],
  preview: undefined,
})

export interface Convertible {
  readonly what: Readonly<Record<string, number | string>>
  readonly ext: Extension | ''
  readonly uid: string
  /** The size is in bytes. */
  readonly size: number
  readonly open: () => Promise<EncryptedFile>
}

export const contentOf = (
  { content }: Pick<DeliveryParts, 'content'>,
  roomId: number,
  version: VersionRow,
): Convertible => ({
  ...{
    what: { versionId: version.id },
    ext: version.ext,
    uid: version.content_uid,
    size: version.size,
  },
  open: () => content.open(roomId, version),
})

interface ConversionRun {
  readonly signal: AbortSignal
  readonly repeated: boolean
}

/** @throws if a retry may succeed, and leaves nothing behind */
export async function makePreview(
  parts: Pick<DeliveryParts, 'blobs' | 'content' | 'pool' | 'converter' | 'log'>,
  roomId: number,
  original: Convertible,
  { signal, repeated }: ConversionRun,
): Promise<MadePreview> {
  let preview: NewContent | undefined
  try {
    preview = await encryptPreview(parts, roomId, original, signal)
    const encrypted = await parts.content.newFile(roomId, preview, 'preview')
    const { pages } = await parts.pool.inspect(await pdfSource(parts, encrypted), { signal })
    return { status: 'READY', pages, preview }
  } catch (error) {
    if (preview) await parts.content.discard(preview)
    signal.throwIfAborted()
    const status =
      error instanceof ConvertError
        ? await statusOfConversion(parts, original, { code: error.code, repeated })
        : statusOfFailure(error, { repeated })
    if (status === undefined) throw error
    parts.log.info({ ...original.what, status, error }, 'no preview was made of a document')
    return withoutPreview(
      error instanceof ConvertError || status === 'TOO_LARGE' || status === 'SLOW'
        ? status
        : 'BROKEN',
    )
  }
}

async function encryptPreview(
  parts: Pick<DeliveryParts, 'content' | 'converter'>,
  roomId: number,
  { ext, uid, size, open }: Convertible,
  signal: AbortSignal,
): Promise<NewContent> {
  const kind = convertedKind({ ext })
  if (kind === undefined)
    throw new Error('content was queued for a conversion that its type does not need')
  const original = parts.content.read(await open())
  const writer = await parts.content.beginPreview(roomId, uid)
  try {
    const source = { kind, extension: ext, size, input: original.stream() }
    for await (const piece of parts.converter.convert(source, signal)) await writer.write(piece)
    return { uid, segments: [await writer.finish()] }
  } finally {
    await writer.discard()
  }
}

interface Failed {
  readonly code: ConvertFailure
  readonly repeated: boolean
}

/** Undefined if load may be the cause. LibreOffice does not distinguish passwords from damage. */
async function statusOfConversion(
  { content }: Pick<DeliveryParts, 'content'>,
  { ext, open }: Convertible,
  { code, repeated }: Failed,
): Promise<ViewStatus | undefined> {
  if (code === 'TIMEOUT') return repeated ? 'SLOW' : undefined
  if (code === 'CRASHED') return repeated ? 'BROKEN' : undefined
  if (code !== 'BROKEN' || ext === '') return code
  const isLocked = await isLegacyLocked(ext, content.read(await open()))
  return isLocked ? 'LOCKED' : code
}

async function keep(
  parts: Pick<DeliveryParts, 'database' | 'content' | 'bus' | 'events'>,
  listed: ListedVersion & { readonly layout: number },
  made: MadePreview,
): Promise<void> {
  const { status, preview } = made
  const isKept = await parts.database.transaction(async (tx) => {
    const isStored = await storePreview(tx, parts, listed, { ...made, layout: listed.layout })
    if (isStored && status === 'READY') await parts.events.readable(tx, listed)
    return isStored
  })
  // A failed commit may have succeeded.
  if (!isKept && preview) await parts.content.discard(preview)
}
