import type { ErrorCode } from '../../../../contract/core/errors.ts'
import type { ViewStatus } from '../../../../contract/features/documents.ts'
import type { EncryptedFile } from '../../../platform/blob/encrypted-file.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { ConvertedKind } from '../../../workers/convert/index.ts'
import {
  RenderError,
  type RenderFailure,
  type RenderSource,
} from '../../../workers/render/index.ts'
import { PdfError } from '../../../workers/watermark/index.ts'
import { contentKind, type VersionRow } from '../../documents/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import type { Unlocked } from './unlocked-documents.ts'

type Viewable = RenderSource['kind']

export function viewableKind(version: Pick<VersionRow, 'ext'>): Viewable | undefined {
  if (version.ext === '') return undefined
  const kind = contentKind(version.ext)
  return kind === 'hwp' || kind === 'office' ? 'pdf' : kind
}

export function convertedKind(version: Pick<VersionRow, 'ext'>): ConvertedKind | undefined {
  if (version.ext === '') return undefined
  const kind = contentKind(version.ext)
  return kind === 'hwp' || kind === 'office' ? kind : undefined
}

/** Work of the server itself has no `memberId`. */
export interface For {
  readonly roomId: number
  readonly memberId?: number
}

export type SourceParts = Pick<DeliveryParts, 'blobs' | 'content'>

export async function renderSource(
  parts: SourceParts,
  { roomId, memberId: owner }: For,
  version: VersionRow,
  kind: Viewable,
): Promise<RenderSource> {
  if (convertedKind(version))
    return { ...(await pdfSource(parts, await parts.content.openPreview(roomId, version))), owner }
  return {
    ...(await fileSource(parts, `${version.id}`, kind, await parts.content.open(roomId, version))),
    owner,
  }
}

export function pdfSource(
  parts: Pick<SourceParts, 'blobs'>,
  pdf: EncryptedFile,
): Promise<RenderSource> {
  return fileSource(parts, `pdf ${pdf.segments[0]?.blobId}`, 'pdf', pdf)
}

export const unlockedSource = (source: RenderSource, { id, password }: Unlocked): RenderSource => ({
  ...source,
  id,
  password,
})

/** Only worker memory has plaintext. */
export async function fileSource(
  parts: Pick<SourceParts, 'blobs'>,
  id: string,
  kind: Viewable,
  { segments, context }: EncryptedFile,
): Promise<RenderSource> {
  const local = await Promise.all(
    segments.map(async ({ blobId, key, size }) => ({
      ...(await parts.blobs.local(blobId)),
      key,
      size,
    })),
  )
  return { id, kind, segments: local, context }
}

/** Without a status, the server may be at fault. */
const STATUS_OF: Record<RenderFailure, ViewStatus | undefined> = {
  LOCKED: 'LOCKED',
  BROKEN: 'BROKEN',
  TOO_LARGE: 'TOO_LARGE',
  UNSUPPORTED: 'NO_PREVIEW',
  TIMEOUT: undefined,
  CRASHED: undefined,
  MEMORY: undefined,
  BUDGET: undefined,
  STOPPED: undefined,
  SLOW: undefined,
  UNREADABLE: undefined,
  UNAVAILABLE: undefined,
  NO_PAGE: undefined,
  BUSY: undefined,
  CLOSED: undefined,
}

const STATUS_OF_REPEATED: Record<RenderFailure, ViewStatus | undefined> = {
  ...STATUS_OF,
  TIMEOUT: 'SLOW',
  CRASHED: 'BROKEN',
  MEMORY: 'TOO_LARGE',
}

const REFUSAL_OF = {
  LOCKED: 'DOCUMENT_LOCKED',
  BROKEN: 'DOCUMENT_BROKEN',
  TOO_LARGE: 'DOCUMENT_TOO_LARGE',
  UNSUPPORTED: 'NO_PREVIEW',
  TIMEOUT: 'DOCUMENT_SLOW',
  CRASHED: 'BUSY',
  MEMORY: 'DOCUMENT_TOO_LARGE',
  BUDGET: 'BUSY',
  STOPPED: 'BUSY',
  SLOW: 'SLOW',
  UNREADABLE: 'INTERNAL',
  UNAVAILABLE: 'BUSY',
  NO_PAGE: 'NOT_FOUND',
  BUSY: 'BUSY',
  CLOSED: 'BUSY',
} as const satisfies Record<RenderFailure, ErrorCode>

const RETRY_AFTER_SECONDS = 2

export function statusOfFailure(
  error: unknown,
  { repeated }: { readonly repeated: boolean },
): ViewStatus | undefined {
  if (!(error instanceof RenderError) || error.isRemembered) return undefined
  return repeated ? STATUS_OF_REPEATED[error.code] : STATUS_OF[error.code]
}

export function asRefusal(error: unknown): unknown {
  if (error instanceof PdfError) return new Refusal('BUSY', { retryAfter: RETRY_AFTER_SECONDS })
  if (!(error instanceof RenderError)) return error
  const code = REFUSAL_OF[error.code]
  return new Refusal(
    code,
    code === 'BUSY' || code === 'SLOW' ? { retryAfter: RETRY_AFTER_SECONDS } : {},
  )
}
