import type { ErrorCode } from '../../../contract/core/errors.ts'
import { UNVIEWABLE, type ViewStatus } from '../../../contract/features/documents.ts'
import type { Actor } from '../../access/actor.ts'
import { type Allowed, authorize, type Subjects, type Verdict } from '../../access/authorize.ts'
import type { OnItsWay } from '../../access/watch-delivery.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ReaderMark } from '../../workers/render/index.ts'
import type { VersionRow } from '../documents/index.ts'
import { inspect } from './inspect-document.ts'
import type { Drawable } from './page-image-pdf.ts'
import { convertedKind, renderSource, unlockedSource, viewableKind } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { isImage } from './stamped-copy.ts'
import type { FoundDocument } from './subjects.read.ts'

/** For what somebody keeps something of a document. A `marked download` asks for the marked copy even while the watermark is off. */
export type KeepingPurpose = 'download' | 'marked download' | 'print' | 'zip' | 'archive entry'

/**
 * What somebody gets of a document: its own bytes, or a copy with a mark or, for a print, perhaps without. `asImages`: the copy is drawn from
 * its pages, and nothing of the document itself is in it.
 */
export type Portion =
  | { readonly gives: 'original' }
  | ({ readonly gives: 'copy'; readonly drawable: Drawable; readonly asImages: boolean } & Pick<Allowed<FoundDocument>, 'mark'>)

/** A copy that is the document itself. */
type Stampable = Extract<Portion, { gives: 'copy' }> & { readonly mark: ReaderMark }

/** Whether somebody gets the document itself, stamped. */
export function isStamped(portion: Portion): portion is Stampable {
  return portion.gives === 'copy' && !portion.drawable.isImage && !portion.asImages && portion.mark !== 'unmarked'
}

type Reason = 'right' | 'type' | 'watermark' | 'preview' | 'view-as'

/** A portion, or why there is none. */
export type PortionOrNothing = Portion | { readonly gives: 'nothing'; readonly reason: Reason; readonly code: ErrorCode }

const nothing = (reason: Reason, code: ErrorCode): PortionOrNothing => ({ gives: 'nothing', reason, code })

/**
 * What leaves of a document by the verdict of the gate: where a mark is needed never the original.
 * @throws Refusal where that cannot be said now, since the server is busy.
 */
export async function portionOf(
  parts: RenditionParts,
  actor: Actor,
  verdict: Verdict<FoundDocument>,
  purpose: KeepingPurpose,
  signal: AbortSignal,
): Promise<PortionOrNothing> {
  if (verdict.outcome === 'denied') return nothing(verdict.reason, verdict.code)
  const { found, mark, imagesOnly } = verdict
  const { item, version } = found
  if (mark === 'unmarked' && purpose !== 'print') return { gives: 'original' }

  const { status, pages } = await inspect(parts, actor, version, signal)
  const kind = viewableKind(version)
  const unlocked = status === 'LOCKED' ? await parts.unlocked.heldBy(actor, version.id) : undefined
  if (kind === undefined || (status !== 'READY' && !unlocked)) return unread(version, status, purpose)
  const source = await renderSource(parts, actor, version, kind)
  return {
    gives: 'copy',
    drawable: {
      source: unlocked ? unlockedSource(source, unlocked) : source,
      isImage: isImage(item.ext),
      pages: unlocked ? unlocked.pages : pages,
    },
    mark,
    // What a password locks cannot be stamped.
    asImages: imagesOnly || unlocked !== undefined,
  }
}

/** Of what has no pages to draw nothing is given; what a password opens, once it is open. */
function unread(version: VersionRow, status: ViewStatus, purpose: KeepingPurpose): PortionOrNothing {
  if (status === 'LOCKED' && !convertedKind(version)) return nothing('preview', 'PASSWORD_FIRST')
  if (purpose !== 'print' && purpose !== 'marked download') return nothing('watermark', 'WATERMARK')
  return nothing('preview', status === 'READY' ? 'NO_PREVIEW' : UNVIEWABLE[status])
}

/** A document as it leaves. */
export interface Leaving {
  readonly found: FoundDocument
  readonly portion: Portion
  /** By what it is watched over while it leaves. */
  readonly way: OnItsWay<KeepingPurpose, FoundDocument>
}

/**
 * Takes one document through the gate for somebody who keeps something of it.
 * @throws Refusal where nothing is given, once that has been logged; NOT_FOUND, of which nobody logs anything, where it is not there.
 */
export async function takePortion(
  parts: RenditionParts,
  actor: Actor,
  subject: Subjects<FoundDocument>,
  purpose: KeepingPurpose,
  signal: AbortSignal,
): Promise<Leaving> {
  const [verdict] = await authorize(parts, actor, subject, purpose)
  const found = verdict?.found
  if (!verdict || !found || (verdict.outcome === 'denied' && verdict.code === 'NOT_FOUND')) throw new Refusal('NOT_FOUND')
  const portion = await portionOf(parts, actor, verdict, purpose, signal)
  if (portion.gives !== 'nothing') return { found, portion, way: { asker: actor, subjects: subject, purpose, asOf: verdict.asOf } }
  const { reason, code } = portion
  const details = { itemId: found.item.id, name: found.item.name, reason }
  const kind = purpose === 'print' ? 'document.print-refused' : 'document.download-refused'
  await parts.database.transaction((tx) => parts.activity.record(tx, actor, kind, details))
  throw new Refusal(code)
}
