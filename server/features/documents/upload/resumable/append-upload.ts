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
import { refuseFullDisk } from '../refuse-full-disk.ts'
import { completeUpload } from './complete-upload.ts'
import { type Piece, receivePiece } from './receive-piece.ts'
import { findUpload, findUploadSegments, type UploadRow } from './uploads.read.ts'
import { addSegment, becomeWriter, isWriter, type UploadWriter } from './uploads.store.ts'

/** An upload whose scan failed must not look complete, so these bytes stay in memory. */
const TAIL_BYTES = 16_384

interface Appending {
  readonly uploadId: string
  readonly offset: number
  readonly body: Readable
  readonly language: Language
  readonly signal: AbortSignal
}

/**
 * A later piece takes over, because the earlier connection may be dead.
 * @throws Refusal NOT_FOUND, UPLOAD_OFFSET, as `receivePiece` and `completeUpload`; BAD_REQUEST for a small piece
 */
export async function appendUpload(parts: DocumentParts, actor: Actor, request: Appending): Promise<UploadRow> {
  const { db } = parts.database
  const upload = await findUpload(db, actor, request.uploadId)
  if (!upload) throw new Refusal('NOT_FOUND')
  if (upload.received !== request.offset) throw new Refusal('UPLOAD_OFFSET')
  if (upload.item_id !== null) return upload
  const writer: UploadWriter = { uploadId: upload.id, writer: randomUUID() }
  if (!(await becomeWriter(db, writer, request.offset, parts.clock.now()))) throw new Refusal('UPLOAD_OFFSET')

  const segments = await findUploadSegments(db, upload.id)
  const place = { roomId: actor.roomId, uid: upload.content_uid, ordinal: segments.length }
  const span = { offset: request.offset, edge: Math.max(0, upload.size - TAIL_BYTES), size: upload.size }
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
  if (piece.segment) segments.push(await keepSegment(parts, writer, place, await piece.segment.finish().catch(refuseFullDisk)))
  const kept = { ...upload, received: upload.received + piece.kept }
  if (!isLast) return kept
  return completeUpload(parts, actor, { upload: kept, writer, segments, tail: piece.tail, language: request.language })
}

/** A segment costs a file and a row, so an upload has at most LIMITS.uploadBytes / LIMITS.uploadPieceBytes + 2. */
const isTooSmall = ({ kept, end }: Piece, edge: number): boolean => kept === 0 || (kept < LIMITS.uploadPieceBytes && end < edge)

interface SegmentPosition {
  readonly roomId: number
  readonly uid: string
  readonly ordinal: number
}

async function keepSegment(
  parts: Pick<DocumentParts, 'database' | 'blobs' | 'content' | 'clock'>,
  writer: UploadWriter,
  place: SegmentPosition,
  segment: StoredSegment,
): Promise<WrappedSegment> {
  // The commit may have succeeded despite an error, so the sweep decides.
  const added = await parts.database.transaction(async (tx) => {
    const wrapped = await parts.content.wrapArriving(tx, place, segment)
    return (await addSegment(tx, writer, place.ordinal, wrapped, parts.clock.now())) ? wrapped : undefined
  })
  if (added) return added
  await discardBlobs(parts.blobs, [segment.blobId])
  throw new Refusal('UPLOAD_OFFSET')
}
