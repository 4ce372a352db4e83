import type { Readable } from 'node:stream'
import type { ErrorCode } from '../../../../contract/core/errors.ts'
import type { Actor } from '../../../access/actor.ts'
import { type Allowed, authorize } from '../../../access/authorize.ts'
import { visibleItems } from '../../../access/items.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import { portionOf } from '../portion.ts'
import { type FoundDocument, versionById } from '../subjects.read.ts'
import { asRefusal } from '../viewing/render-source.ts'
import { copyName, markedCopy } from './marked-copy.ts'

type ExportingParts = Pick<
  DeliveryParts,
  | 'database'
  | 'blobs'
  | 'content'
  | 'pool'
  | 'watermarks'
  | 'bus'
  | 'clock'
  | 'log'
  | 'unlocked'
  | 'events'
>

export type ExportResult =
  | ({ readonly gives: 'original' } & Pick<Allowed<FoundDocument>, 'found'>)
  | {
      readonly gives: 'copy'
      readonly body: Readable
      readonly name: string
      readonly asImages: boolean
    }
  | { readonly gives: 'nothing'; readonly code: ErrorCode }

/** A returned refusal is permanent. @throws Refusal BUSY, INTERNAL, or the signal's reason, if a retry may succeed */
export async function exportDocument(
  parts: ExportingParts,
  actor: Actor,
  versionId: number,
  signal: AbortSignal,
): Promise<ExportResult> {
  try {
    const [verdict] = await authorize(
      parts,
      actor,
      versionById(visibleItems(actor), versionId, { sizes: true }),
      'archive entry',
    )
    if (!verdict?.found) return { gives: 'nothing', code: 'NOT_FOUND' }
    const portion = await portionOf(parts, actor, verdict, 'archive entry', signal)
    if (portion.gives === 'original') return { gives: 'original', found: verdict.found }
    if (portion.gives === 'nothing') return portion
    const { name } = verdict.found.item
    const { body } = await markedCopy(parts, { ...portion, name, at: parts.clock.now() }, signal)
    return {
      gives: 'copy',
      body,
      name: copyName(name),
      asImages: portion.asImages || portion.drawable.isImage,
    }
  } catch (error) {
    signal.throwIfAborted()
    const refusal = asRefusal(error)
    if (refusal instanceof Refusal && refusal.code !== 'BUSY' && refusal.code !== 'INTERNAL')
      return { gives: 'nothing', code: refusal.code }
    throw refusal
  }
}
