import type { ErrorCode } from '../../../contract/core/errors.ts'
import type { ViewStatus } from '../../../contract/features/documents.ts'
import type { SealedFile } from '../../platform/blob/sealed-file.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ConvertedKind } from '../../workers/convert/index.ts'
import { RenderError, type RenderFailure, type RenderSource } from '../../workers/render/index.ts'
import { PdfError } from '../../workers/stamp/index.ts'
import { contentKind, type VersionRow } from '../documents/index.ts'
import type { RenditionParts } from './renditions.parts.ts'
import type { Unlocked } from './unlocked-documents.ts'

type Viewable = RenderSource['kind']

/** How pages of a version are drawn, undefined for what has none: as what it is, or as the PDF that was made of it. */
export function viewableKind(version: Pick<VersionRow, 'ext'>): Viewable | undefined {
  if (version.ext === '') return undefined
  const kind = contentKind(version.ext)
  return kind === 'hwp' || kind === 'office' ? 'pdf' : kind
}

/** What a PDF has to be made of a version with, before it can be read; undefined for what is drawn as it is. */
export function convertedKind(version: Pick<VersionRow, 'ext'>): ConvertedKind | undefined {
  if (version.ext === '') return undefined
  const kind = contentKind(version.ext)
  return kind === 'hwp' || kind === 'office' ? kind : undefined
}

/** For whom something is read or drawn: an actor, or the server itself. */
export interface For {
  readonly roomId: number
  readonly memberId?: number
}

/** What content is read with. */
export type SourceParts = Pick<RenditionParts, 'blobs' | 'content'>

/** What is drawn of a version, as the render workers take it. */
export async function renderSource(
  parts: SourceParts,
  { roomId, memberId: owner }: For,
  version: VersionRow,
  kind: Viewable,
): Promise<RenderSource> {
  if (convertedKind(version)) return { ...(await pdfSource(parts, await parts.content.openPreview(roomId, version))), owner }
  return { ...(await localSource(parts, `${version.id}`, kind, await parts.content.open(roomId, version))), owner }
}

/** A sealed PDF that is no document, as one that was made of a version. */
export function pdfSource(parts: Pick<SourceParts, 'blobs'>, pdf: SealedFile): Promise<RenderSource> {
  return localSource(parts, `pdf ${pdf.segments[0]?.blobId}`, 'pdf', pdf)
}

/** A locked document as it was opened for one lease. */
export const unlockedSource = (source: RenderSource, { id, password }: Unlocked): RenderSource => ({ ...source, id, password })

/** Sealed content with local paths and keys, decrypted in the worker's memory alone. */
async function localSource(
  parts: Pick<SourceParts, 'blobs'>,
  id: string,
  kind: Viewable,
  { segments, context }: SealedFile,
): Promise<RenderSource> {
  const local = await Promise.all(segments.map(async ({ blobId, key, size }) => ({ path: await parts.blobs.local(blobId), key, size })))
  return { id, kind, segments: local, context }
}

/** What a failure proves of a document for good; undefined where it may be the server's passing trouble. */
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
  NO_PAGE: undefined,
  BUSY: undefined,
  CLOSED: undefined,
}

/** What a failure means that comes again and again; once alone, a machine under load causes it as well. */
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
  NO_PAGE: 'NOT_FOUND',
  BUSY: 'BUSY',
  CLOSED: 'BUSY',
} as const satisfies Record<RenderFailure, ErrorCode>

const RETRY_AFTER_SECONDS = 2

/** The status that a failed inspection gives a document, undefined where it gives none. */
export function statusOfFailure(error: unknown, { repeated }: { readonly repeated: boolean }): ViewStatus | undefined {
  if (!(error instanceof RenderError) || error.isRemembered) return undefined
  return repeated ? STATUS_OF_REPEATED[error.code] : STATUS_OF[error.code]
}

/** What a failed page or copy is answered with. The pool has logged the cause. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof PdfError) return new Refusal('BUSY', { retryAfter: RETRY_AFTER_SECONDS })
  if (!(error instanceof RenderError)) return error
  const code = REFUSAL_OF[error.code]
  return new Refusal(code, code === 'BUSY' || code === 'SLOW' ? { retryAfter: RETRY_AFTER_SECONDS } : {})
}
