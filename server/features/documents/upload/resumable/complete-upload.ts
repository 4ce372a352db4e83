import { createHash } from 'node:crypto'
import type { RejectionCode } from '../../../../../contract/core/errors/rejections.ts'
import type { Language } from '../../../../../contract/core/errors.ts'
import type { Actor } from '../../../../access/actor.ts'
import { discardBlobs } from '../../../../platform/blob/discard-blobs.ts'
import { totalSize } from '../../../../platform/blob/segments.ts'
import type { StoredSegment } from '../../../../platform/blob/write-segment.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { DocumentParts } from '../../documents.parts.ts'
import { extensionOf, splitRelativePath } from '../../documents.rules.ts'
import { type CutContent, cutPadding } from '../../storage/cut-padding.ts'
import type { NewContent, WrappedSegment } from '../../storage/encrypted-content.ts'
import {
  type IncomingFile,
  type StoredItem,
  type StoringParts,
  storeFiles,
} from '../../storage/store-file.ts'
import { tryToRemoveFreedBlobs } from '../../trash/purge-trash.ts'
import { freeBlobs } from '../../trash/trash.store.ts'
import { refuseFiles } from '../refuse-files.ts'
import { refuseFullDisk } from '../refuse-full-disk.ts'
import { vetContent } from '../vet-content.ts'
import type { UploadRow } from './uploads.read.ts'
import { deleteUploads, finishUpload, type UploadWriter } from './uploads.store.ts'

interface Completing {
  readonly upload: UploadRow
  readonly writer: UploadWriter
  readonly segments: readonly WrappedSegment[]
  readonly tail: readonly Buffer[]
  readonly language: Language
}

/**
 * Permanent rejections delete the upload; otherwise clients repeat the last bytes.
 * @throws Refusal TYPE_REFUSED with the file; SCANNER_DOWN, NO_SPACE, NOT_FOUND, THREAD_MOVED, UPLOAD_OFFSET if another piece arrived,
 * as `confirm`
 */
export async function completeUpload(
  parts: DocumentParts,
  actor: Actor,
  completing: Completing,
): Promise<UploadRow> {
  const { upload, segments, tail } = completing
  const last = await encryptTail(parts, upload, segments.length, tail)
  const written = [last.blobId]
  let storing = false
  try {
    const whole = await contentOf(parts, upload, segments, last)
    const { folders, name } = splitRelativePath(upload.path)
    const ext = extensionOf(name)
    if (ext === undefined) throw new Error(`upload ${upload.id} has a name without an extension`)
    const cut = await cutPadding(parts.content, { roomId: upload.room_id, ext }, whole).catch(
      refuseFullDisk,
    )
    if (cut) written.push(cut.last.blobId)
    const content = cut?.content ?? whole
    const wrong = await vetContent(parts, actor, { name: upload.path, ext }, content)
    if (wrong !== undefined) throw await endRefused(parts, completing, wrong)
    const file: IncomingFile = {
      folders,
      name,
      ext,
      size: totalSize(content.segments),
      sha256: await digestOf(parts, upload.room_id, content),
      content,
    }
    storing = true
    const item = await store(parts, actor, completing, file, cut)
    if (item === undefined) throw await endRefused(parts, completing, 'DEPTH')
    if (cut) await tryToRemoveFreedBlobs(parts, cut.dropped)
    return { ...upload, received: upload.size, item_id: item.id, stored_name: item.name }
  } catch (error) {
    // After other errors, the commit may have succeeded.
    if (!storing || error instanceof Refusal) await discardBlobs(parts.blobs, written)
    throw error
  }
}

async function encryptTail(
  parts: Pick<DocumentParts, 'content'>,
  upload: UploadRow,
  ordinal: number,
  tail: readonly Buffer[],
): Promise<StoredSegment> {
  const writer = await parts.content.beginSegment({
    roomId: upload.room_id,
    uid: upload.content_uid,
    ordinal,
  })
  try {
    for (const bytes of tail) await writer.write(bytes)
    return await writer.finish()
  } catch (error) {
    return refuseFullDisk(error)
  } finally {
    await writer.discard()
  }
}

async function contentOf(
  { content }: Pick<DocumentParts, 'content'>,
  { room_id, content_uid: uid }: UploadRow,
  segments: readonly WrappedSegment[],
  last: StoredSegment,
): Promise<NewContent> {
  return { uid, segments: [...(await content.openArriving(room_id, uid, segments)), last] }
}

/** No piece knows the earlier ones. */
async function digestOf(
  { content: store }: Pick<DocumentParts, 'content'>,
  roomId: number,
  content: NewContent,
): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of (await store.readNew(roomId, content)).stream())
    hash.update(bytes as Buffer)
  return hash.digest('hex')
}

/** @returns undefined if the folders are too deep */
async function store(
  parts: StoringParts & Pick<DocumentParts, 'database'>,
  actor: Actor,
  { upload, writer }: Completing,
  file: IncomingFile,
  cut: CutContent | undefined,
): Promise<StoredItem | undefined> {
  const { parent_id: parent, conflict, thread_id, staged } = upload
  return parts.database.transaction(async (tx) => {
    const answers = { threadId: thread_id ?? undefined, staged: staged ?? undefined }
    const wanted = {
      parent,
      files: [file],
      conflict,
      ...answers,
      permission: 'documents.upload',
    } as const
    const {
      stored: [item],
      isSubmission,
    } = await storeFiles(tx, parts, actor, wanted)
    // The role changed since the start.
    if (isSubmission && thread_id !== null) throw new Refusal('BAD_REQUEST')
    if (item && !(await finishUpload(tx, writer, item, parts.clock.now())))
      throw new Refusal('UPLOAD_OFFSET')
    if (item && thread_id !== null) await parts.events.answered(tx, actor, thread_id, [item.id])
    if (item && cut)
      await freeBlobs(
        tx,
        cut.dropped.map(({ blobId }) => blobId),
      )
    return item
  })
}

async function endRefused(
  parts: Pick<DocumentParts, 'database' | 'blobs'>,
  { upload, writer, segments, language }: Completing,
  code: RejectionCode,
): Promise<Refusal> {
  await parts.database.transaction((tx) =>
    deleteUploads(tx, [upload.id], { writer: writer.writer }),
  )
  await tryToRemoveFreedBlobs(parts, segments)
  return refuseFiles([{ name: upload.path, code }], language)
}
