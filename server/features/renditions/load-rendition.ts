import { UNVIEWABLE } from '../../../contract/features/documents.ts'
import type { Actor } from '../../access/actor.ts'
import type { Bytes } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { isStamped, passGate } from './byte-gate.ts'
import { findWanted } from './download-document.ts'
import { disposition, handOut } from './hand-out.ts'
import { inspect } from './inspect-document.ts'
import { readerMark } from './reader-mark.ts'
import { asRefusal, renderSource, viewableKind } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { printedCopy, stampedCopy } from './stamped-copy.ts'
import { readable, versionOf } from './view-document.ts'

const PREVIEW_WIDTH = 480

/** A small image of the first page. */
export async function loadPreview(parts: RenditionParts, actor: Actor, itemId: number, signal: AbortSignal): Promise<Bytes> {
  const item = await readable(parts, actor, itemId)
  const version = await versionOf(parts, actor, item.version_id)
  const { status } = await inspect(parts, actor.roomId, version, signal)
  const kind = viewableKind(version)
  if (status !== 'READY' || kind === undefined) throw new Refusal(status === 'READY' ? 'NO_PREVIEW' : UNVIEWABLE[status])
  try {
    const image = await parts.pool.renderPage(await renderSource(parts, actor.roomId, version, kind), {
      page: 1,
      width: PREVIEW_WIDTH,
      priority: 'visible',
      signal,
      ...(actor.watermark ? { watermark: readerMark(actor, parts.clock.now()) } : {}),
    })
    await readable(parts, actor, itemId)
    return { type: image.type, body: image.bytes }
  } catch (error) {
    throw asRefusal(error)
  }
}

/**
 * What a printer is given of an image or PDF: images of its pages in a PDF without text; who may download it gets the stamped PDF, while
 * there are marks. Logged once, before its first byte leaves.
 */
export async function loadPrint(parts: RenditionParts, actor: Actor, itemId: number, signal: AbortSignal): Promise<Bytes> {
  const wanted = await findWanted(parts, actor, itemId)
  const portion = await passGate(parts, actor, wanted, 'print', signal)
  if (portion.gives === 'original') throw new Error('a print is never made of the original')
  const { item } = wanted
  const watch = parts.sessions.watch(actor, 'documents.print')
  try {
    const { name, type, body } = await handOut(parts, actor, item.id, AbortSignal.any([signal, watch.signal]), async (until) => {
      const request = { ...portion, name: item.name, at: parts.clock.now() }
      const made = isStamped(portion) ? await stampedCopy(parts, request, until) : printedCopy(parts.pool, request, until)
      await parts.database.transaction((tx) => parts.activity.record(tx, actor, 'document.printed', { itemId: item.id, name: item.name }))
      return made
    })
    body.once('close', () => watch.release())
    return { type, body, headers: { 'content-disposition': disposition('inline', name) } }
  } catch (error) {
    watch.release()
    throw error
  }
}
