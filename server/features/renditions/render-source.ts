import type { ViewStatus } from '../../../contract/features/renditions.ts'
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

/** What a reader is told of a document that cannot be shown; undefined for a passing trouble of the server, which says nothing of the document. */
const STATUS_OF: Record<RenderFailure, ViewStatus | undefined> = {
  LOCKED: 'LOCKED',
  BROKEN: 'BROKEN',
  TOO_LARGE: 'TOO_LARGE',
  TIMEOUT: 'SLOW',
  UNSUPPORTED: 'NO_PREVIEW',
  NO_PAGE: undefined,
  BUSY: undefined,
  CLOSED: undefined,
}

const REFUSAL_OF = {
  LOCKED: 'DOCUMENT_LOCKED',
  BROKEN: 'DOCUMENT_BROKEN',
  TOO_LARGE: 'DOCUMENT_TOO_LARGE',
  TIMEOUT: 'DOCUMENT_SLOW',
  UNSUPPORTED: 'NO_PREVIEW',
  NO_PAGE: 'NOT_FOUND',
  BUSY: 'BUSY',
  CLOSED: 'BUSY',
} as const satisfies Record<RenderFailure, string>

/** The status that an inspection's failure gives a document. @throws the error where it gives none. */
export function statusOfFailure(error: unknown): ViewStatus {
  const status = error instanceof RenderError ? STATUS_OF[error.code] : undefined
  if (status === undefined) throw asRefusal(error)
  return status
}

/** What a failed page is answered with. */
export function asRefusal(error: unknown): unknown {
  return error instanceof RenderError ? new Refusal(REFUSAL_OF[error.code]) : error
}
