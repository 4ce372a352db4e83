import { LIMITS, PAGE_WIDTHS } from '../../../../contract/core/limits.ts'
import { isPreviewPending, UNVIEWABLE } from '../../../../contract/features/documents.ts'
import type { Actor } from '../../../access/actor.ts'
import { authorizeOne, type Subjects } from '../../../access/authorize.ts'
import type { ThreadFileFacts } from '../../../access/policies.ts'
import { disposition } from '../../../platform/http/disposition.ts'
import type { Bytes } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import {
  asRefusal,
  convertedKind,
  delivered,
  endWith,
  fileSource,
  isImage,
  markedCopy,
  pdfSource,
  viewableKind,
} from '../../delivery/index.ts'
import { mediaTypeOf } from '../../documents/index.ts'
import { numberFor, readerOf, type ThreadReader } from '../thread-reader.ts'
import { openFileName } from '../thread-texts.ts'
import type { FileParts } from '../threads.parts.ts'
import { openPreview, openStored } from './open-stored.ts'
import { type FoundFile, findFile, findPreview } from './thread-files.read.ts'

interface FoundThreadFile {
  readonly facts: ThreadFileFacts
  readonly row: FoundFile
}

/** Anyone who sees an entry sees its files. */
const threadFile = (reader: ThreadReader, fileId: string): Subjects<FoundThreadFile> => ({
  async find(db) {
    const row = await findFile(db, reader, fileId)
    return [row && { facts: { isShown: row.is_shown }, row }]
  },
})

/** @throws Refusal NOT_FOUND. */
export async function prepareFile(parts: FileParts, actor: Actor, id: string) {
  const reader = await readerOf(parts.database.db, actor)
  const { found } = await authorizeOne(parts, actor, threadFile(reader, id), 'thread page')
  const originName = await openFileName(parts, parts.database.db, actor.roomId, found.row)
  return { name: id, originName, pageCount: found.row.pages.length, status: found.row.status }
}

interface PageAsked {
  readonly id: string
  readonly page: number
  readonly width: number
}

/** @throws Refusal PREVIEW_PENDING, or the reason for missing pages */
function refuseUnmade({ status }: FoundFile): void {
  if (status !== 'READY') throw new Refusal(UNVIEWABLE[status])
}

/** Logs the first page as an opening. @throws Refusal NOT_FOUND, PREVIEW_PENDING, or the reason for missing pages */
export async function filePage(
  parts: FileParts,
  actor: Actor,
  { id, page, width }: PageAsked,
  signal: AbortSignal,
): Promise<Bytes> {
  const reader = await readerOf(parts.database.db, actor)
  const { found, mark } = await authorizeOne(parts, actor, threadFile(reader, id), 'thread page')
  refuseUnmade(found.row)
  if (page > found.row.pages.length) throw new Refusal('NOT_FOUND')
  await parts.delivery.pace.take(actor, { what: 'pages', keys: [`${id}:${page}`] }, signal)
  const source = await sourceOf(parts, actor, found.row)
  const step = PAGE_WIDTHS.find((each) => each >= width) ?? LIMITS.pageWidthMax
  try {
    const image = await parts.delivery.pool.renderPage(source, {
      page,
      width: step,
      priority: 'visible',
      signal,
      mark,
    })
    if (page === 1) {
      const name = await openFileName(parts, parts.database.db, actor.roomId, found.row)
      await record(parts, { actor, reader }, { row: found.row, name, kind: 'thread.file-viewed' })
    }
    return { type: image.type, body: image.bytes }
  } catch (error) {
    throw asRefusal(error)
  }
}

/** Logs before the first byte. @throws Refusal NOT_FOUND, DOWNLOAD_DENIED, BUSY; PREVIEW_PENDING and WATERMARK without pages to mark. */
export async function downloadFile(
  parts: FileParts,
  actor: Actor,
  id: string,
  signal: AbortSignal,
): Promise<Bytes> {
  const { delivery, clock } = parts
  const reader = await readerOf(parts.database.db, actor)
  const authorized = () => authorizeOne(parts, actor, threadFile(reader, id), 'thread file')
  const { found, mark, imagesOnly } = await authorized()
  const { row } = found
  if (mark !== 'unmarked' && row.status !== 'READY')
    throw new Refusal(isPreviewPending(row.status) ? 'PREVIEW_PENDING' : 'WATERMARK')
  await delivery.pace.take(actor, { what: 'downloads', keys: [id] }, signal)
  const named = await openFileName(parts, parts.database.db, actor.roomId, row)
  const made =
    mark === 'unmarked'
      ? {
          name: named,
          type: convertedKind(row) ? 'application/octet-stream' : mediaTypeOf(row.ext),
          size: row.size,
          body: parts.content.read(await openStored(parts.content, actor.roomId, row)).stream(),
        }
      : await delivered(delivery.deliveries, actor.memberId, async () => {
          const drawable = {
            source: await sourceOf(parts, actor, row),
            isImage: isImage(row.ext),
            pages: row.pages,
          }
          return markedCopy(
            delivery,
            { drawable, mark, name: named, at: clock.now(), asImages: imagesOnly },
            signal,
          )
        }).catch((error: unknown) => {
          throw asRefusal(error)
        })
  try {
    // Rights may change meanwhile.
    await authorized()
    await record(parts, { actor, reader }, { row, name: named, kind: 'thread.file-fetched' })
  } catch (error) {
    made.body.destroy()
    throw error
  }
  endWith(made.body, signal)
  const length = made.size === undefined ? {} : { 'content-length': String(made.size) }
  return {
    type: made.type,
    body: made.body,
    headers: { ...length, 'content-disposition': disposition('attachment', made.name) },
  }
}

async function sourceOf(parts: FileParts, actor: Actor, row: FoundFile) {
  const owner = { owner: actor.memberId }
  if (convertedKind(row)) {
    const preview = await findPreview(parts.database.db, row.id)
    if (!preview) throw new Refusal('NOT_FOUND')
    return {
      ...(await pdfSource(parts.delivery, await openPreview(parts.content, actor.roomId, preview))),
      ...owner,
    }
  }
  const kind = viewableKind(row)
  if (kind === undefined) throw new Error(`files of threads cannot be .${row.ext}`)
  return {
    ...(await fileSource(
      parts.delivery,
      `thread ${row.id}`,
      kind,
      await openStored(parts.content, actor.roomId, row),
    )),
    ...owner,
  }
}

interface ThreadFileReading {
  readonly actor: Actor
  readonly reader: ThreadReader
}

interface Logged {
  readonly row: FoundFile
  readonly name: string
  readonly kind: 'thread.file-viewed' | 'thread.file-fetched'
}

async function record(
  parts: FileParts,
  { actor, reader }: ThreadFileReading,
  { row, name, kind }: Logged,
): Promise<void> {
  const details = { threadId: row.thread_id, number: numberFor(reader, row), name }
  await parts.database.transaction((tx) => parts.activity.record(tx, actor, kind, details))
}
