import type { Readable } from 'node:stream'
import type { ErrorCode } from '../../../contract/core/errors.ts'
import type { Actor } from '../../access/actor.ts'
import { type Allowed, authorize } from '../../access/authorize.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { portionOf } from './portion.ts'
import { asRefusal } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { copyName, stampedCopy } from './stamped-copy.ts'
import { type FoundDocument, versionById } from './subjects.read.ts'

/** What somebody keeps of a document: itself, a marked copy under a name of its own, or nothing and why. `asImages`: nothing of it is in the copy. */
export type Taken =
  | ({ readonly gives: 'original' } & Pick<Allowed<FoundDocument>, 'found'>)
  | { readonly gives: 'copy'; readonly body: Readable; readonly name: string; readonly asImages: boolean }
  | { readonly gives: 'nothing'; readonly code: ErrorCode }

/**
 * Takes a version of a document through the gate for an archive, as a download would, without handing it out. What is called a refusal is one
 * for good.
 * @throws Refusal BUSY or INTERNAL, or the signal's reason, where it may turn out otherwise the next time.
 */
export async function takeDocument(parts: RenditionParts, actor: Actor, versionId: number, signal: AbortSignal): Promise<Taken> {
  try {
    const [verdict] = await authorize(parts, actor, versionById(actor.roomId, versionId, { sizes: true }), 'archive entry')
    if (!verdict?.found) return { gives: 'nothing', code: 'NOT_FOUND' }
    const portion = await portionOf(parts, actor, verdict, 'archive entry', signal)
    if (portion.gives === 'original') return { gives: 'original', found: verdict.found }
    if (portion.gives === 'nothing') return portion
    const { name } = verdict.found.item
    const { body } = await stampedCopy(parts, { ...portion, name, at: parts.clock.now() }, signal)
    return { gives: 'copy', body, name: copyName(name), asImages: portion.asImages || portion.drawable.isImage }
  } catch (error) {
    signal.throwIfAborted()
    const refusal = asRefusal(error)
    if (refusal instanceof Refusal && refusal.code !== 'BUSY' && refusal.code !== 'INTERNAL')
      return { gives: 'nothing', code: refusal.code }
    throw refusal
  }
}
