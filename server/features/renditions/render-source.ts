import type { ErrorCode } from '../../../contract/core/errors.ts'
import type { ViewStatus } from '../../../contract/features/documents.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { RenderError, type RenderFailure, type RenderSource } from '../../workers/render/index.ts'
import { contentKind, type VersionRow } from '../documents/index.ts'
import type { RenditionParts } from './renditions.parts.ts'

const VIEWABLE = ['pdf', 'jpeg', 'png'] as const
type Viewable = (typeof VIEWABLE)[number]

/** How pages of a version can be drawn, undefined where there is no preview of its type. */
export function viewableKind(version: Pick<VersionRow, 'ext'>): Viewable | undefined {
  if (version.ext === '') return undefined
  const kind = contentKind(version.ext)
  return VIEWABLE.find((viewable) => viewable === kind)
}

/** The sealed content as the render workers take it: local paths and keys, decrypted in the worker's memory alone. */
export async function renderSource(parts: RenditionParts, roomId: number, version: VersionRow, kind: Viewable): Promise<RenderSource> {
  const { segments, context } = await parts.content.open(roomId, version)
  const local = await Promise.all(segments.map(async ({ blobId, key, size }) => ({ path: await parts.blobs.local(blobId), key, size })))
  return { id: `${version.id}`, kind, segments: local, context }
}

/** What a failure proves of a document for good; undefined where it may be the server's passing trouble. */
const STATUS_OF: Record<RenderFailure, ViewStatus | undefined> = {
  LOCKED: 'LOCKED',
  BROKEN: 'BROKEN',
  TOO_LARGE: 'TOO_LARGE',
  UNSUPPORTED: 'NO_PREVIEW',
  TIMEOUT: undefined,
  CRASHED: undefined,
  UNREADABLE: undefined,
  NO_PAGE: undefined,
  BUSY: undefined,
  CLOSED: undefined,
}

/** What a failure means that comes again and again; once alone, a machine under load causes it as well. */
const STATUS_OF_REPEATED: Record<RenderFailure, ViewStatus | undefined> = { ...STATUS_OF, TIMEOUT: 'SLOW', CRASHED: 'BROKEN' }

const REFUSAL_OF = {
  LOCKED: 'DOCUMENT_LOCKED',
  BROKEN: 'DOCUMENT_BROKEN',
  TOO_LARGE: 'DOCUMENT_TOO_LARGE',
  UNSUPPORTED: 'NO_PREVIEW',
  TIMEOUT: 'DOCUMENT_SLOW',
  CRASHED: 'BUSY',
  UNREADABLE: 'INTERNAL',
  NO_PAGE: 'NOT_FOUND',
  BUSY: 'BUSY',
  CLOSED: 'BUSY',
} as const satisfies Record<RenderFailure, ErrorCode>

const RETRY_AFTER_SECONDS = 2

/** The status that a failed inspection gives a document, undefined where it gives none. */
export function statusOfFailure(error: unknown, { repeated }: { readonly repeated: boolean }): ViewStatus | undefined {
  if (!(error instanceof RenderError)) return undefined
  return repeated ? STATUS_OF_REPEATED[error.code] : STATUS_OF[error.code]
}

/** What a failed page is answered with. The pool has logged the cause. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof RenderError)) return error
  const code = REFUSAL_OF[error.code]
  return new Refusal(code, code === 'BUSY' ? { retryAfter: RETRY_AFTER_SECONDS } : {})
}
