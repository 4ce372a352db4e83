import type { FastifyRequest } from 'fastify'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import { imageFields, type uploadImage } from '../../../../contract/features/compose.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Bytes } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { ImageError, type ImageFailure } from '../../../workers/image/index.ts'
import { takeStorage } from '../../rooms/index.ts'
import { imagePurpose } from '../encrypted-values.ts'
import type { EsignParts } from '../esign.parts.ts'
import { streamForm } from './stream-form.ts'
import { findImage } from './templates.read.ts'
import { insertImage } from './templates.store.ts'

interface ImageCall {
  readonly actor: Actor
  readonly request: FastifyRequest
  readonly signal: AbortSignal
}

/**
 * Bytes determine the type; only pixels are kept.
 * @throws Refusal BAD_REQUEST, STAMP_TYPE, STAMP_TOO_LARGE, STAMP_BROKEN, NO_SPACE, BUSY.
 */
export async function uploadStamp(
  parts: Pick<
    EsignParts,
    'database' | 'encryptor' | 'stampImages' | 'activity' | 'clock' | 'confirm'
  >,
  { actor, request, signal }: ImageCall,
): Promise<PayloadIn<typeof uploadImage>> {
  const pieces: Buffer[] = []
  await streamForm(request, imageFields, signal, async (part) => {
    let size = 0
    for await (const piece of part.file as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > LIMITS.signatureImageBytes) throw tooLarge()
      pieces.push(piece)
    }
  })
  const { png, width, height } = await parts.stampImages
    .decode(Buffer.concat(pieces), signal)
    .catch((error: unknown) => {
      throw asRefusal(error)
    })
  const id = await parts.database.transaction(async (tx) => {
    const { roomId, memberId: createdBy } = await parts.confirm(tx, actor, 'compose.write')
    await takeStorage(tx, roomId, png.length)
    const imageId = await insertImage(tx, parts.encryptor, {
      roomId,
      createdBy,
      at: parts.clock.now(),
      width,
      height,
      png,
    })
    await parts.activity.record(tx, actor, 'compose.image-uploaded', { imageId, size: png.length })
    return imageId
  })
  return { id, width, height }
}

/** @throws Refusal NOT_FOUND. */
export async function stampOf(
  { database: { db }, encryptor }: Pick<EsignParts, 'database' | 'encryptor'>,
  { roomId }: Actor,
  imageId: number,
): Promise<Bytes> {
  const found = await findImage(db, roomId, imageId)
  if (!found) throw new Refusal('NOT_FOUND')
  return {
    type: 'image/png',
    body: await encryptor.open(db, roomId, imagePurpose(imageId), found.sealed),
  }
}

const tooLarge = (): Refusal =>
  new Refusal('STAMP_TOO_LARGE', {
    variables: { limit: `${LIMITS.signatureImageBytes / 1_000_000}MB` },
  })

const REFUSALS: Record<ImageFailure, () => Refusal> = {
  TYPE: () => new Refusal('STAMP_TYPE'),
  TOO_LARGE: tooLarge,
  BROKEN: () => new Refusal('STAMP_BROKEN'),
  BUSY: () => new Refusal('BUSY', { retryAfter: 2 }),
}

const asRefusal = (error: unknown): unknown =>
  error instanceof ImageError ? REFUSALS[error.code]() : error
