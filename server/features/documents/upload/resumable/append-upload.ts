import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Language } from '../../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../../contract/core/limits.ts'
import type { Actor } from '../../../../access/actor.ts'
import { discardBlobs } from '../../../../platform/blob/discard-blobs.ts'
import type { StoredSegment } from '../../../../platform/blob/write-segment.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { DocumentParts } from '../../documents.parts.ts'
import type { WrappedSegment } from '../../storage/encrypted-content.ts'
import { tryToRemoveFreedBlobs } from '../../trash/purge-trash.ts'
import { refuseFullDisk } from '../refuse-full-disk.ts'
import { completeUpload } from './complete-upload.ts'
import { type EarlierSegments, mergeSegments } from './merge-segments.ts'
import { type Piece, receivePiece } from './receive-piece.ts'
import { findUpload, findUploadSegments, type UploadRow } from './uploads.read.ts'
import { addSegment, becomeWriter, isWriter, type UploadWriter } from './uploads.store.ts'

/** Uploads with a failed scan must not look complete. */
const TAIL_BYTES = 16_384

interface Appending {
  readonly uploadId: string
  readonly offset: number
  readonly body: Readable
  readonly language: Language
  readonly signal: AbortSignal
}

/**
 * Later pieces take over from dead connections.
 * @throws Refusal NOT_FOUND, UPLOAD_OFFSET, as `receivePiece` and `completeUpload`; BAD_REQUEST for a small piece
 */
export async function appendUpload(
  parts: DocumentParts,
  actor: Actor,
  request: Appending,
): Promise<UploadRow> {
  const { db } = parts.database
  const upload = await findUpload(db, actor, request.uploadId)
  if (!upload) throw new Refusal('NOT_FOUND')
  if (upload.received !== request.offset) throw new Refusal('UPLOAD_OFFSET')
  if (upload.item_id !== null) return upload
  const writer: UploadWriter = { uploadId: upload.id, writer: randomUUID() }
  if (!(await becomeWriter(db, writer, request.offset, parts.clock.now())))
    throw new Refusal('UPLOAD_OFFSET')

  const segments = await findUploadSegments(db, upload.id)
  const place = { roomId: actor.roomId, uid: upload.content_uid, ordinal: segments.length }
  const span = {
    offset: request.offset,
    edge: Math.max(0, upload.size - TAIL_BYTES),
    size: upload.size,
  }
  const piece = await receivePiece(request.body, span, {
    begin: () => parts.content.beginSegment(place),
    isWriter: () => isWriter(db, writer),
    signal: request.signal,
  })
  const isLast = piece.end === span.size
  if (!isLast && isTooSmall(piece, span.edge)) {
    await piece.segment?.discard()
    if (!piece.isCut && piece.end > request.offset) throw new Refusal('BAD_REQUEST')
    return upload
  }
  const stored = piece.segment && (await piece.segment.finish().catch(refuseFullDisk))
  const all = stored ? await keepPiece(parts, writer, { ...place, segments }, stored) : segments
  const kept = { ...upload, received: upload.received + piece.kept }
  if (!isLast) return kept
  return completeUpload(parts, actor, {
    upload: kept,
    writer,
    segments: all,
    tail: piece.tail,
    language: request.language,
  })
}

/** Each piece costs a file and a row until it is merged. */
const isTooSmall = ({ kept, end }: Piece, edge: number): boolean =>
  kept === 0 || (kept < LIMITS.uploadPieceBytes && end < edge)

/** @returns all segments, of which small ones are merged. @throws Refusal UPLOAD_OFFSET */
async function keepPiece(
  parts: Pick<DocumentParts, 'database' | 'blobs' | 'content' | 'clock'>,
  writer: UploadWriter,
  earlier: EarlierSegments,
  piece: StoredSegment,
): Promise<WrappedSegment[]> {
  const { segments, ...place } = earlier
  const merged = await mergeSegments(parts, writer, earlier, piece).catch(
    async (error: unknown) => {
      await discardBlobs(parts.blobs, [piece.blobId])
      throw error
    },
  )
  const { ordinal, segment } = merged ?? { ordinal: segments.length, segment: piece }
  // The commit may have succeeded despite an error.
  const added = await parts.database.transaction(async (tx) => {
    const wrapped = await parts.content.wrapArriving(tx, { ...place, ordinal }, segment)
    const arrived = { ordinal, segment: wrapped, bytes: piece.size }
    return (await addSegment(tx, writer, arrived, parts.clock.now())) ? wrapped : undefined
  })
  const unused = new Set([segment.blobId, piece.blobId])
  if (added) unused.delete(added.blobId)
  await discardBlobs(parts.blobs, unused)
  if (!added) throw new Refusal('UPLOAD_OFFSET')
  await tryToRemoveFreedBlobs(parts, segments.slice(ordinal))
  return [...segments.slice(0, ordinal), added]
}
