import type { Permission } from '../../../../contract/core/permissions.ts'
import { UNVIEWABLE } from '../../../../contract/features/documents.ts'
import type { Actor } from '../../../access/actor.ts'
import { authorizeOne } from '../../../access/authorize.ts'
import { visibleItems } from '../../../access/items.ts'
import { disposition } from '../../../platform/http/disposition.ts'
import type { Bytes } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { delivered } from '../deliveries.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import { handOut } from '../download/hand-out.ts'
import { type Copy, markedCopy, printedCopy } from '../download/marked-copy.ts'
import { isMarked, takePortion } from '../portion.ts'
import { inspect } from '../preview/inspect-document.ts'
import { documents } from '../subjects.read.ts'
import { drawnSlowly } from './drawn-slowly.ts'
import { asRefusal, renderSource, viewableKind } from './render-source.ts'
import { pageKey } from './view-document.ts'

type LoadingParts = Pick<
  DeliveryParts,
  | 'database'
  | 'blobs'
  | 'content'
  | 'pool'
  | 'slow'
  | 'activity'
  | 'bus'
  | 'clock'
  | 'pace'
  | 'events'
>

const PREVIEW_WIDTH = 480

/** A legible image is logged before sending. */
export async function loadPreview(
  parts: LoadingParts,
  actor: Actor,
  itemId: number,
  signal: AbortSignal,
): Promise<Bytes> {
  const subject = documents(visibleItems(actor), [itemId])
  const authorized = () => authorizeOne(parts, actor, subject, 'thumbnail')
  const { found, mark } = await authorized()
  const { item, version } = found
  const { status } = await inspect(parts, actor, version, signal)
  const kind = viewableKind(version)
  if (status !== 'READY' || kind === undefined)
    throw new Refusal(status === 'READY' ? 'NO_PREVIEW' : UNVIEWABLE[status])
  await parts.pace.take(actor, { what: 'pages', keys: [pageKey(version.id, 1)] }, signal)
  try {
    const wanted = { lease: `session ${actor.sessionId}`, kind: 'thumbnail' } as const
    const image = await drawnSlowly(
      parts,
      wanted,
      await renderSource(parts, actor, version, kind),
      {
        page: 1,
        width: PREVIEW_WIDTH,
        priority: 'visible',
        signal,
        mark,
      },
    )
    await authorized()
    await parts.database.transaction((tx) =>
      parts.activity.record(tx, actor, 'document.viewed', { itemId, name: item.name }),
    )
    return { type: image.type, body: image.bytes }
  } catch (error) {
    throw asRefusal(error)
  }
}

/** Returns page images without the right to download. Logs before the first byte. @throws Refusal BUSY if that right was just revoked */
export async function loadPrint(
  parts: DeliveryParts,
  actor: Actor,
  itemId: number,
  signal: AbortSignal,
): Promise<Bytes> {
  const subject = documents(visibleItems(actor), [itemId], { sizes: true })
  const { found, portion, delivery } = await takePortion(parts, actor, subject, 'print', signal)
  if (portion.gives === 'original') throw new Error('a print is never made of the original')
  const { item } = found
  await parts.pace.take(actor, { what: 'downloads', keys: [`${item.id}`] }, signal)
  const permissions: Permission[] = isMarked(portion)
    ? ['documents.print', 'documents.download']
    : ['documents.print']
  const watches = permissions.map((permission) => parts.sessions.watch(actor, permission))
  const release = (): void => {
    for (const watch of watches) watch.release()
  }
  try {
    const still = AbortSignal.any([signal, ...watches.map((watch) => watch.signal)])
    const make = async (until: AbortSignal): Promise<Copy> => {
      const request = { ...portion, name: item.name, at: parts.clock.now() }
      const made = isMarked(portion)
        ? await markedCopy(parts, request, until)
        : await printedCopy(parts.pool, request, until)
      await parts.database.transaction((tx) =>
        parts.activity.record(tx, actor, 'document.printed', { itemId: item.id, name: item.name }),
      )
      return made
    }
    const { name, type, body } = await handOut(parts, delivery, still, (until) =>
      delivered(parts.deliveries, actor.memberId, () => make(until)),
    )
    body.once('close', release)
    return { type, body, headers: { 'content-disposition': disposition('inline', name) } }
  } catch (error) {
    release()
    if (error instanceof Refusal && error.code === 'DOWNLOAD_DENIED')
      throw new Refusal('BUSY', { retryAfter: 1 })
    throw error
  }
}
