import type { ErrorCode } from '../../../contract/core/errors.ts'
import { UNVIEWABLE, type ViewStatus } from '../../../contract/features/documents.ts'
import type { Actor } from '../../access/actor.ts'
import { allowed, candidateOf, type ItemRight } from '../../access/items.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ReaderMark } from '../../workers/render/index.ts'
import type { ItemRow, VersionRow } from '../documents/index.ts'
import { inspect } from './inspect-document.ts'
import type { Drawable } from './page-image-pdf.ts'
import { readerMark } from './reader-mark.ts'
import { convertedKind, renderSource, unlockedSource, viewableKind } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { isImage } from './stamped-copy.ts'

/** What the bytes are wanted for. A `marked download` is one that asks for the marked copy even while the watermark is off. */
export type Purpose = 'download' | 'marked download' | 'print'

/** A document of which somebody wants the bytes. */
export interface Wanted {
  readonly item: Pick<ItemRow, 'id' | 'room_id' | 'name' | 'ext' | 'deleted_at'>
  readonly version: VersionRow
  /** The number of the version, where it is an older one that was asked for. */
  readonly number?: number
}

/**
 * What somebody gets of a document: its own bytes, or a copy with a mark or, for a print, perhaps without. `asImages`: the copy is drawn from
 * its pages, and nothing of the document itself is in it.
 */
export type Portion =
  | { readonly gives: 'original' }
  | { readonly gives: 'copy'; readonly drawable: Drawable; readonly mark: ReaderMark | undefined; readonly asImages: boolean }

/** A copy that is the document itself. */
type Stampable = Extract<Portion, { gives: 'copy' }> & { readonly mark: ReaderMark }

/** Whether somebody gets the document itself, stamped. */
export function isStamped(portion: Portion): portion is Stampable {
  return portion.gives === 'copy' && !portion.drawable.isImage && !portion.asImages && portion.mark !== undefined
}

type Reason = 'right' | 'type' | 'watermark' | 'preview' | 'view-as'

/** A portion, or why there is none. */
export type Verdict = Portion | { readonly gives: 'nothing'; readonly reason: Reason; readonly code: ErrorCode }

const RIGHT = { download: 'download', 'marked download': 'download', print: 'print' } as const satisfies Record<Purpose, ItemRight>
const DENIED = { download: 'DOWNLOAD_DENIED', print: 'PRINT_DENIED' } as const satisfies Partial<Record<ItemRight, ErrorCode>>

const nothing = (reason: Reason, code: ErrorCode): Verdict => ({ gives: 'nothing', reason, code })

/**
 * The gate that all bytes of documents pass: what this person gets of this document for this purpose. While the watermark is on nobody
 * gets an original.
 * @throws Refusal where that cannot be said now, since the server is busy.
 */
export async function judge(
  parts: RenditionParts,
  actor: Actor,
  { item, version }: Wanted,
  purpose: Purpose,
  signal: AbortSignal,
): Promise<Verdict> {
  const right = RIGHT[purpose]
  const candidate = candidateOf(item)
  if (!allowed(actor, right, [candidate]).has(item.id)) return nothing('right', DENIED[right])
  // The person may have them; who looks at the screen of that person may not.
  if (actor.viewAs) return nothing('view-as', 'VIEW_AS_READ_ONLY')
  if (purpose === 'print' && !isPrintable(item.ext)) return nothing('type', 'PRINT_TYPE')
  if (purpose === 'download' && !actor.watermark) return { gives: 'original' }

  const { status, pages } = await inspect(parts, actor, version, signal)
  const kind = viewableKind(version)
  const unlocked = status === 'LOCKED' ? await parts.unlocked.heldBy(actor, version.id) : undefined
  if (kind === undefined || (status !== 'READY' && !unlocked)) return unread(version, status, purpose)
  const source = await renderSource(parts, actor, version, kind)
  const isBare = purpose === 'print' && !actor.watermark
  return {
    gives: 'copy',
    drawable: {
      source: unlocked ? unlockedSource(source, unlocked) : source,
      isImage: isImage(item.ext),
      pages: unlocked ? unlocked.pages : pages,
    },
    mark: isBare ? undefined : readerMark(actor, parts.clock.now()),
    // What a password locks cannot be stamped.
    asImages: isBare || actor.viewing.imageCopies || unlocked !== undefined || !allowed(actor, 'download', [candidate]).has(item.id),
  }
}

/** Of what has no pages to draw nothing is given; what a password opens, once it is open. */
function unread(version: VersionRow, status: ViewStatus, purpose: Purpose): Verdict {
  if (status === 'LOCKED' && !convertedKind(version)) return nothing('preview', 'PASSWORD_FIRST')
  if (purpose === 'download') return nothing('watermark', 'WATERMARK')
  return nothing('preview', status === 'READY' ? 'NO_PREVIEW' : UNVIEWABLE[status])
}

const isPrintable = (ext: string): boolean => ext === 'pdf' || isImage(ext)

/** The same where somebody asks for one document. @throws Refusal where nothing is given, once that has been logged. */
export async function passGate(
  parts: RenditionParts,
  actor: Actor,
  wanted: Wanted,
  purpose: Purpose,
  signal: AbortSignal,
): Promise<Portion> {
  const verdict = await judge(parts, actor, wanted, purpose, signal)
  if (verdict.gives !== 'nothing') return verdict
  const { reason, code } = verdict
  const details = { itemId: wanted.item.id, name: wanted.item.name, reason }
  const kind = purpose === 'print' ? 'document.print-refused' : 'document.download-refused'
  await parts.database.transaction((tx) => parts.activity.record(tx, actor, kind, details))
  throw new Refusal(code)
}
