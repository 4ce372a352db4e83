import type { Permission } from '../../../contract/core/permissions.ts'
import { UNVIEWABLE } from '../../../contract/features/documents.ts'
import type { Actor } from '../../access/actor.ts'
import { authorizeOne } from '../../access/authorize.ts'
import { disposition } from '../../platform/http/disposition.ts'
import type { Bytes } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { delivered } from './deliveries.ts'
import { handOut } from './hand-out.ts'
import { inspect } from './inspect-document.ts'
import { isStamped, takePortion } from './portion.ts'
import { asRefusal, renderSource, viewableKind } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { type Copy, printedCopy, stampedCopy } from './stamped-copy.ts'
import { documents } from './subjects.read.ts'
import { pageKey } from './view-document.ts'

const PREVIEW_WIDTH = 480

/** A small image of the first page. Its words can be read, so it is logged as a view, before it leaves. */
export async function loadPreview(parts: RenditionParts, actor: Actor, itemId: number, signal: AbortSignal): Promise<Bytes> {
  const subject = documents(actor.roomId, [itemId])
  const authorized = () => authorizeOne(parts, actor, subject, 'thumbnail')
  const { found, mark } = await authorized()
  const { item, version } = found
  const { status } = await inspect(parts, actor, version, signal)
  const kind = viewableKind(version)
  if (status !== 'READY' || kind === undefined) throw new Refusal(status === 'READY' ? 'NO_PREVIEW' : UNVIEWABLE[status])
  await parts.pace.take(actor, { what: 'pages', keys: [pageKey(version.id, 1)] }, signal)
  try {
    const image = await parts.pool.renderPage(await renderSource(parts, actor, version, kind), {
      page: 1,
      width: PREVIEW_WIDTH,
      priority: 'visible',
      signal,
      mark,
    })
    await authorized()
    await parts.database.transaction((tx) => parts.activity.record(tx, actor, 'document.viewed', { itemId, name: item.name }))
    return { type: image.type, body: image.bytes }
  } catch (error) {
    throw asRefusal(error)
  }
}

/**
 * What a printer is given of an image or PDF: images of its pages in a PDF without text; who may download it gets the stamped PDF, while
 * there are marks. Logged once, before its first byte leaves.
 * @throws Refusal BUSY where the right to download was taken away meanwhile: asked for again, the print is one of page images.
 */
export async function loadPrint(parts: RenditionParts, actor: Actor, itemId: number, signal: AbortSignal): Promise<Bytes> {
  const subject = documents(actor.roomId, [itemId], { sizes: true })
  const { found, portion, way } = await takePortion(parts, actor, subject, 'print', signal)
  if (portion.gives === 'original') throw new Error('a print is never made of the original')
  const { item } = found
  await parts.pace.take(actor, { what: 'downloads', keys: [`${item.id}`] }, signal)
  const permissions: Permission[] = isStamped(portion) ? ['documents.print', 'documents.download'] : ['documents.print']
  const watches = permissions.map((permission) => parts.sessions.watch(actor, permission))
  const release = (): void => {
    for (const watch of watches) watch.release()
  }
  try {
    const still = AbortSignal.any([signal, ...watches.map((watch) => watch.signal)])
    const make = async (until: AbortSignal): Promise<Copy> => {
      const request = { ...portion, name: item.name, at: parts.clock.now() }
      const made = isStamped(portion) ? await stampedCopy(parts, request, until) : await printedCopy(parts.pool, request, until)
      await parts.database.transaction((tx) => parts.activity.record(tx, actor, 'document.printed', { itemId: item.id, name: item.name }))
      return made
    }
    const { name, type, body } = await handOut(parts, way, still, (until) => delivered(parts.deliveries, actor.memberId, () => make(until)))
    body.once('close', release)
    return { type, body, headers: { 'content-disposition': disposition('inline', name) } }
  } catch (error) {
    release()
    if (error instanceof Refusal && error.code === 'DOWNLOAD_DENIED') throw new Refusal('BUSY', { retryAfter: 1 })
    throw error
  }
}
