import { createHash } from 'node:crypto'
import type { Language, RejectionCode } from '../../../../contract/core/errors.ts'
import type { Actor } from '../../../access/actor.ts'
import { totalSize } from '../../../platform/blob/segments.ts'
import type { StoredSegment } from '../../../platform/blob/write-segment.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type CutContent, cutPadding } from '../cut-padding.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { extensionOf, splitRelativePath } from '../documents.rules.ts'
import { removeFreedBlobs } from '../purge-trash.ts'
import { refuseFiles } from '../refuse-files.ts'
import { refuseFullDisk } from '../refuse-full-disk.ts'
import type { NewContent, WrappedSegment } from '../sealed-content.ts'
import { type IncomingFile, type StoredItem, storeFiles } from '../store-file.ts'
import { freeBlobs } from '../trash.store.ts'
import { vetContent } from '../vet-content.ts'
import type { UploadRow } from './uploads.read.ts'
import { deleteUploads, finishUpload, type Turn } from './uploads.store.ts'

interface Completing {
  readonly upload: UploadRow
  readonly turn: Turn
  /** All that is kept. */
  readonly segments: readonly WrappedSegment[]
  /** The bytes behind. */
  readonly tail: readonly Buffer[]
  readonly language: Language
}

/**
 * Makes an upload, whose last bytes are here, a document: what it holds is checked, then everything commits together. What is wrong for good
 * ends the upload and leaves nothing; after any other refusal it waits for its last bytes to be sent again.
 * @throws Refusal TYPE_REFUSED with the file and what is wrong with it; SCANNER_DOWN, NO_SPACE, NOT_FOUND where the folder is gone,
 * UPLOAD_OFFSET where another piece came meanwhile, those of `confirm`.
 */
export async function completeUpload(parts: DocumentParts, actor: Actor, completing: Completing): Promise<UploadRow> {
  const { upload, segments, tail } = completing
  const last = await sealTail(parts, upload, segments.length, tail)
  /** Blobs of which nobody knows until all commits. */
  const written = [last.blobId]
  let storing = false
  try {
    const whole = await contentOf(parts, upload, segments, last)
    const { folders, name } = splitRelativePath(upload.path)
    const ext = extensionOf(name)
    if (ext === undefined) throw new Error(`upload ${upload.id} has a name without an extension`)
    const cut = await cutPadding(parts.content, { roomId: upload.room_id, ext }, whole).catch(refuseFullDisk)
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
    if (cut) await removeFreedBlobs(parts)
    return { ...upload, received: upload.size, item_id: item.id, stored_name: item.name }
  } catch (error) {
    // Where the database failed, the commit may have happened all the same. If it did not, the sweep removes the blob.
    if (!storing || error instanceof Refusal) for (const blobId of written) await parts.blobs.remove(blobId)
    throw error
  }
}

async function sealTail(parts: DocumentParts, upload: UploadRow, ordinal: number, tail: readonly Buffer[]): Promise<StoredSegment> {
  const writer = await parts.content.beginSegment({ roomId: upload.room_id, uid: upload.content_uid, ordinal })
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
  { content }: DocumentParts,
  { room_id, content_uid: uid }: UploadRow,
  segments: readonly WrappedSegment[],
  last: StoredSegment,
): Promise<NewContent> {
  return { uid, segments: [...(await content.openArriving(room_id, uid, segments)), last] }
}

/** Of the whole content, in hexadecimal: no piece of it knew those before it. */
async function digestOf({ content: store }: DocumentParts, roomId: number, content: NewContent): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of (await store.readNew(roomId, content)).stream()) hash.update(bytes as Buffer)
  return hash.digest('hex')
}

/** @returns undefined, with nothing stored, where its folders are too deep for the tree by now. */
async function store(
  parts: DocumentParts,
  actor: Actor,
  { upload, turn }: Completing,
  file: IncomingFile,
  cut: CutContent | undefined,
): Promise<StoredItem | undefined> {
  const { parent_id: parent, conflict } = upload
  return parts.database.transaction(async (tx) => {
    const [item] = (await storeFiles(tx, parts, actor, { parent, files: [file], conflict })).stored
    if (item && !(await finishUpload(tx, turn, item, parts.clock.now()))) throw new Refusal('UPLOAD_OFFSET')
    if (item && cut)
      await freeBlobs(
        tx,
        cut.dropped.map(({ blobId }) => blobId),
      )
    return item
  })
}

/** Removes an upload that can never become a document. @returns the refusal that says why. */
async function endRefused(parts: DocumentParts, { upload, turn, language }: Completing, code: RejectionCode): Promise<Refusal> {
  await parts.database.transaction((tx) => deleteUploads(tx, [upload.id], { writer: turn.writer }))
  await removeFreedBlobs(parts)
  return refuseFiles([{ name: upload.path, code }], language)
}
