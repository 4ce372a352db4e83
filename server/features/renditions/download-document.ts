import type { Actor } from '../../access/actor.ts'
import { visibleItems } from '../../access/items.ts'
import { bytesInRange, requestedRange } from '../../platform/http/byte-range.ts'
import { disposition } from '../../platform/http/disposition.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findItem, findItemByFilename, findVersion, findVersionByNumber, type ItemRow } from '../documents/index.ts'
import { isStamped, type Portion, passGate, type Wanted } from './byte-gate.ts'
import { delivered } from './deliveries.ts'
import type { Delivery, Requested } from './delivery.ts'
import { handOut } from './hand-out.ts'
import type { CopyRequest } from './page-image-pdf.ts'
import type { Prepared } from './prepared-copies.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { type Copy, printedCopy, readyCopy, stampedCopy } from './stamped-copy.ts'

/** The request for a document. */
export interface DocumentRequested extends Requested {
  /** The copy that was made before for this request. */
  readonly prepared?: Prepared | undefined
}

/** A document by the opaque name of its file: the original or a range of it, or while the watermark is on a marked copy. */
export async function downloadByFilename(
  parts: RenditionParts,
  actor: Actor,
  filename: string,
  requested: DocumentRequested,
): Promise<Delivery> {
  const item = await findItemByFilename(parts.database.db, visibleItems(actor), filename)
  return download(parts, actor, await newestOf(parts, actor, item), requested)
}

/** The marked copy of a document, whether or not the room's watermark is on. */
export async function downloadMarked(parts: RenditionParts, actor: Actor, itemId: number, signal: AbortSignal): Promise<Delivery> {
  const wanted = await findWanted(parts, actor, itemId)
  const portion = await passGate(parts, actor, wanted, 'marked download', signal)
  return deliver(parts, actor, wanted, portion, { headers: {}, signal })
}

/**
 * What this person's download of a document gives. A refusal is logged before it is answered, a download before its first byte leaves.
 * @throws Refusal NOT_FOUND where it was to go on and cannot.
 */
export async function download(parts: RenditionParts, actor: Actor, wanted: Wanted, requested: DocumentRequested): Promise<Delivery> {
  const portion = await passGate(parts, actor, wanted, 'download', requested.signal)
  if (requested.continues && portion.gives !== 'original') throw new Refusal('NOT_FOUND')
  return deliver(parts, actor, wanted, portion, requested)
}

/** A document in its newest version, or in that of the number. @throws Refusal NOT_FOUND where there is none for the actor. */
export async function findWanted(parts: RenditionParts, actor: Actor, itemId: number, number?: number): Promise<Wanted> {
  const item = await findItem(parts.database.db, visibleItems(actor), itemId)
  if (number === undefined) return newestOf(parts, actor, item)
  const version = item && (await findVersionByNumber(parts.database.db, actor.roomId, item.id, number))
  if (!item || !version) throw new Refusal('NOT_FOUND')
  return { item, version, number }
}

async function newestOf(parts: RenditionParts, actor: Actor, item: ItemRow | undefined): Promise<Wanted> {
  const version = item && item.version_id !== null ? await findVersion(parts.database.db, actor.roomId, item.version_id) : undefined
  if (!item || !version) throw new Refusal('NOT_FOUND')
  return { item, version }
}

async function deliver(
  parts: RenditionParts,
  actor: Actor,
  wanted: Wanted,
  portion: Portion,
  requested: DocumentRequested,
): Promise<Delivery> {
  await parts.pace.take(actor, { what: 'downloads', keys: [`${wanted.item.id}`] }, requested.signal)
  return portion.gives === 'original' ? original(parts, actor, wanted, requested) : copy(parts, actor, wanted, portion, requested)
}

/** Each range is on record, too: who asks for all bytes but the first has downloaded the document. */
async function record({ database, activity }: RenditionParts, actor: Actor, { item, number }: Wanted): Promise<void> {
  const details = { itemId: item.id, name: item.name, ...(number === undefined ? {} : { version: number }) }
  await database.transaction((tx) => activity.record(tx, actor, 'document.downloaded', details))
}

async function original(parts: RenditionParts, actor: Actor, wanted: Wanted, requested: DocumentRequested): Promise<Delivery> {
  const { item, version } = wanted
  const { headers, signal, continues = false } = requested
  const range = requestedRange(headers, version.size)
  // What is no single range would be answered with the whole.
  if (continues && range === undefined) throw new Refusal('NOT_FOUND')
  const file = parts.content.read(await parts.content.open(actor.roomId, version))
  await record(parts, actor, wanted)
  const { body } = await handOut(parts, actor, item.id, signal, async () => ({ body: file.stream(range) }))
  return bytesInRange(
    { size: version.size, type: 'application/octet-stream', disposition: disposition('attachment', item.name) },
    range,
    body,
  )
}

async function copy(
  parts: RenditionParts,
  actor: Actor,
  wanted: Wanted,
  portion: Extract<Portion, { gives: 'copy' }>,
  { signal, prepared }: DocumentRequested,
): Promise<Delivery> {
  const { item, version } = wanted
  const request = { ...portion, name: item.name, at: parts.clock.now() }
  const before = isStamped(portion) && prepared?.versionId === version.id ? prepared : undefined
  const make = async (until: AbortSignal): Promise<Copy> => {
    const made = before ? await fromPrepared(parts, before, request, until) : await stampedCopy(parts, request, until)
    await record(parts, actor, wanted).catch((error: unknown) => {
      made.body.destroy()
      throw error
    })
    return made
  }
  const { name, type, body, size } = await handOut(parts, actor, item.id, signal, (until) =>
    delivered(parts.deliveries, actor.memberId, () => make(until)),
  )
  const length = size === undefined ? undefined : { 'content-length': String(size) }
  return { type, body, headers: { ...length, 'content-disposition': disposition('attachment', name) } }
}

async function fromPrepared({ pool }: RenditionParts, { copy: ready }: Prepared, request: CopyRequest, until: AbortSignal): Promise<Copy> {
  return ready ? readyCopy(ready, request.name) : printedCopy(pool, request, until)
}
