import { randomUUID } from 'node:crypto'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Actor } from '../../../access/actor.ts'
import { discardBlobs } from '../../../platform/blob/discard-blobs.ts'
import { encryptStream } from '../../../platform/blob/encrypt-stream.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import {
  RenderError,
  type RenderFailure,
  type RenderSource,
} from '../../../workers/render/index.ts'
import type { AgreementParts } from './agreement.parts.ts'

export interface DrawnPage {
  readonly jpeg: Buffer
  readonly width: number
  readonly height: number
}

/** The server causes these, so retries may succeed. */
const PASSING: ReadonlySet<RenderFailure> = new Set([
  'BUSY',
  'CLOSED',
  'STOPPED',
  'UNAVAILABLE',
  'UNREADABLE',
  'SLOW',
])

/** Accepted agreements cannot change their look. @throws Refusal AGREEMENT_PDF, BUSY */
export async function drawPages(
  parts: Pick<AgreementParts, 'database' | 'blobs' | 'keyring' | 'pool'>,
  { roomId, memberId }: Pick<Actor, 'roomId' | 'memberId'>,
  pdf: Buffer,
  signal: AbortSignal,
): Promise<DrawnPage[]> {
  if (pdf.length > LIMITS.agreementBytes || !pdf.subarray(0, 1_024).includes('%PDF-'))
    throw new Refusal('AGREEMENT_PDF')
  const { vault } = await parts.keyring.keysOf(parts.database.db, roomId)
  const uid = randomUUID()
  const context = { room: vault, file: uid, fileVersion: 1, purpose: 'agreement' }
  // Workers read only encrypted files.
  const { blobId, key, size } = await encryptStream(parts.blobs, context, [pdf])
  try {
    const segments = [{ ...(await parts.blobs.local(blobId)), key, size }]
    return await drawn(
      parts.pool,
      { id: `agreement ${uid}`, kind: 'pdf', segments, context, owner: memberId },
      signal,
    )
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    throw PASSING.has(error.code)
      ? new Refusal('BUSY', { retryAfter: 2 })
      : new Refusal('AGREEMENT_PDF')
  } finally {
    await discardBlobs(parts.blobs, [blobId])
  }
}

async function drawn(
  pool: AgreementParts['pool'],
  source: RenderSource,
  signal: AbortSignal,
): Promise<DrawnPage[]> {
  const { pages: sizes } = await pool.inspect(source, { signal, priority: 'visible' })
  if (sizes.length === 0 || sizes.length > LIMITS.agreementPages) throw new Refusal('AGREEMENT_PDF')
  const pages: DrawnPage[] = []
  for (const [index] of sizes.entries()) {
    const request = {
      page: index + 1,
      width: LIMITS.agreementPageWidth,
      mark: 'unmarked',
      priority: 'prefetch',
      signal,
    } as const
    const { bytes, width, height } = await pool.renderPage(source, request)
    pages.push({ jpeg: bytes, width, height })
  }
  return pages
}
