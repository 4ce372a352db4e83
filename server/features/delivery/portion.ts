import type { ErrorCode } from '../../../contract/core/errors.ts'
import { UNVIEWABLE, type ViewStatus } from '../../../contract/features/documents.ts'
import type { Actor } from '../../access/actor.ts'
import {
  type AccessVerdict,
  type Allowed,
  authorize,
  type Subjects,
} from '../../access/authorize.ts'
import type { DeliveryInProgress } from '../../access/watch-delivery.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ReaderMark } from '../../workers/render/index.ts'
import type { VersionRow } from '../documents/index.ts'
import type { DeliveryParts } from './delivery.parts.ts'
import { isImage } from './download/marked-copy.ts'
import type { Drawable } from './download/page-image-pdf.ts'
import { inspect } from './preview/inspect-document.ts'
import type { FoundDocument } from './subjects.read.ts'
import { findUnlockedBySession } from './viewing/open-locked.ts'
import {
  convertedKind,
  renderSource,
  unlockedSource,
  viewableKind,
} from './viewing/render-source.ts'

export type PortionParts = Pick<
  DeliveryParts,
  'database' | 'blobs' | 'content' | 'pool' | 'activity' | 'bus' | 'clock' | 'unlocked' | 'events'
>

export type KeepingPurpose = 'download' | 'marked download' | 'print' | 'zip' | 'archive entry'

export type Portion =
  | { readonly gives: 'original' }
  | ({ readonly gives: 'copy'; readonly drawable: Drawable; readonly asImages: boolean } & Pick<
      Allowed<FoundDocument>,
      'mark'
    >)

type Markable = Extract<Portion, { gives: 'copy' }> & { readonly mark: ReaderMark }

export function isMarked(portion: Portion): portion is Markable {
  return (
    portion.gives === 'copy' &&
    !portion.drawable.isImage &&
    !portion.asImages &&
    portion.mark !== 'unmarked'
  )
}

type Reason = 'right' | 'type' | 'watermark' | 'preview' | 'view-as'

export type PortionOrNothing =
  | Portion
  | { readonly gives: 'nothing'; readonly reason: Reason; readonly code: ErrorCode }

const nothing = (reason: Reason, code: ErrorCode): PortionOrNothing => ({
  gives: 'nothing',
  reason,
  code,
})

/** Never returns the original if a mark is required. @throws Refusal while busy */
export async function portionOf(
  parts: Pick<
    DeliveryParts,
    'database' | 'blobs' | 'content' | 'pool' | 'unlocked' | 'events' | 'clock'
  >,
  actor: Actor,
  verdict: AccessVerdict<FoundDocument>,
  purpose: KeepingPurpose,
  signal: AbortSignal,
): Promise<PortionOrNothing> {
  if (verdict.outcome === 'denied') return nothing(verdict.reason, verdict.code)
  const { found, mark, imagesOnly } = verdict
  const { item, version } = found
  if (mark === 'unmarked' && purpose !== 'print') return { gives: 'original' }

  const { status, pages } = await inspect(parts, actor, version, signal)
  const kind = viewableKind(version)
  const unlocked =
    status === 'LOCKED' ? await findUnlockedBySession(parts, actor, version) : undefined
  if (kind === undefined || (status !== 'READY' && !unlocked))
    return unread(version, status, purpose)
  const source = await renderSource(parts, actor, version, kind)
  return {
    gives: 'copy',
    drawable: {
      source: unlocked ? unlockedSource(source, unlocked) : source,
      isImage: isImage(item.ext),
      pages: unlocked ? unlocked.pages : pages,
    },
    mark,
    // A password-protected PDF cannot be marked.
    asImages: imagesOnly || unlocked !== undefined,
  }
}

function unread(
  version: VersionRow,
  status: ViewStatus,
  purpose: KeepingPurpose,
): PortionOrNothing {
  if (status === 'LOCKED' && !convertedKind(version)) return nothing('preview', 'PASSWORD_FIRST')
  if (purpose !== 'print' && purpose !== 'marked download') return nothing('watermark', 'WATERMARK')
  return nothing('preview', status === 'READY' ? 'NO_PREVIEW' : UNVIEWABLE[status])
}

export interface Leaving {
  readonly found: FoundDocument
  readonly portion: Portion
  readonly delivery: DeliveryInProgress<KeepingPurpose, FoundDocument>
}

/** @throws Refusal, logged, without a right; NOT_FOUND, not logged */
export async function takePortion(
  parts: PortionParts,
  actor: Actor,
  subject: Subjects<FoundDocument>,
  purpose: KeepingPurpose,
  signal: AbortSignal,
): Promise<Leaving> {
  const [verdict] = await authorize(parts, actor, subject, purpose)
  const found = verdict?.found
  if (!verdict || !found || (verdict.outcome === 'denied' && verdict.code === 'NOT_FOUND'))
    throw new Refusal('NOT_FOUND')
  const portion = await portionOf(parts, actor, verdict, purpose, signal)
  const delivery = {
    asker: actor,
    subjects: subject,
    purpose,
    asOf: verdict.asOf,
    unmarked: [portion.gives === 'original'],
  }
  if (portion.gives !== 'nothing') return { found, portion, delivery }
  const { reason, code } = portion
  const details = { itemId: found.item.id, name: found.item.name, reason }
  const kind = purpose === 'print' ? 'document.print-refused' : 'document.download-refused'
  await parts.database.transaction((tx) => parts.activity.record(tx, actor, kind, details))
  throw new Refusal(code)
}
