import type { Readable } from 'node:stream'
import type { ErrorCode } from '../../../contract/core/errors.ts'
import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { judge, type Wanted } from './byte-gate.ts'
import { asRefusal } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { copyName, stampedCopy } from './stamped-copy.ts'

/** What somebody keeps of a document: itself, a marked copy under a name of its own, or nothing and why. `asImages`: nothing of it is in the copy. */
export type Taken =
  | { readonly gives: 'original' }
  | { readonly gives: 'copy'; readonly body: Readable; readonly name: string; readonly asImages: boolean }
  | { readonly gives: 'nothing'; readonly code: ErrorCode }

/**
 * Takes a document through the gate as a download would, without handing it out. What is called a refusal is one for good.
 * @throws Refusal BUSY or INTERNAL, or the signal's reason, where it may turn out otherwise the next time.
 */
export async function takeDocument(parts: RenditionParts, actor: Actor, wanted: Wanted, signal: AbortSignal): Promise<Taken> {
  try {
    const verdict = await judge(parts, actor, wanted, 'download', signal)
    if (verdict.gives !== 'copy') return verdict
    const { name } = wanted.item
    const { body } = await stampedCopy(parts, { ...verdict, name, at: parts.clock.now() }, signal)
    return { gives: 'copy', body, name: copyName(name), asImages: verdict.asImages || verdict.drawable.isImage }
  } catch (error) {
    signal.throwIfAborted()
    const refusal = asRefusal(error)
    if (refusal instanceof Refusal && refusal.code !== 'BUSY' && refusal.code !== 'INTERNAL')
      return { gives: 'nothing', code: refusal.code }
    throw refusal
  }
}
