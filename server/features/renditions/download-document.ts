import type { Actor } from '../../access/actor.ts'
import type { Subjects } from '../../access/authorize.ts'
import { bytesInRange, requestedRange } from '../../platform/http/byte-range.ts'
import { disposition } from '../../platform/http/disposition.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { delivered } from './deliveries.ts'
import type { Delivery, Requested } from './delivery.ts'
import { handOut } from './hand-out.ts'
import type { CopyRequest } from './page-image-pdf.ts'
import { isStamped, type KeepingPurpose, type Leaving, type Portion, takePortion } from './portion.ts'
import type { Prepared } from './prepared-copies.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { type Copy, picturedCopy, readyCopy, stampedCopy } from './stamped-copy.ts'
import { documentVersion, type FoundDocument, namedFile } from './subjects.read.ts'

/** The request for a document. */
export interface DocumentRequested extends Requested {
  /** The copy that was made before for this request. */
  readonly prepared?: Prepared | undefined
}

/** Copies are made of all pages, originals of none. */
export const sizesFor = ({ watermark }: Actor): { sizes: boolean } => ({ sizes: watermark })

/** A document by the opaque name of its file: the original or a range of it, or while the watermark is on a marked copy. */
export function downloadByFilename(parts: RenditionParts, actor: Actor, filename: string, requested: DocumentRequested): Promise<Delivery> {
  return download(parts, actor, namedFile(actor.roomId, filename, sizesFor(actor)), requested)
}

/** The marked copy of a document, whether or not the room's watermark is on. */
export function downloadMarked(parts: RenditionParts, actor: Actor, itemId: number, signal: AbortSignal): Promise<Delivery> {
  const subject = documentVersion(actor.roomId, itemId, undefined, { sizes: true })
  return download(parts, actor, subject, { headers: {}, signal }, 'marked download')
}

/**
 * What this person's download of a document gives. A refusal is logged before it is answered, a download before its first byte leaves.
 * @throws Refusal NOT_FOUND where it was to go on and cannot.
 */
export async function download(
  parts: RenditionParts,
  actor: Actor,
  subject: Subjects<FoundDocument>,
  requested: DocumentRequested,
  purpose: KeepingPurpose = 'download',
): Promise<Delivery> {
  const leaving = await takePortion(parts, actor, subject, purpose, requested.signal)
  const { found, portion } = leaving
  if (requested.continues && portion.gives !== 'original') throw new Refusal('NOT_FOUND')
  await parts.pace.take(actor, { what: 'downloads', keys: [`${found.item.id}`] }, requested.signal)
  return portion.gives === 'original' ? original(parts, actor, leaving, requested) : copy(parts, actor, { ...leaving, portion }, requested)
}

/** Each range is on record, too: who asks for all bytes but the first has downloaded the document. */
async function record(
  { database, activity }: RenditionParts,
  actor: Actor,
  { item, number }: FoundDocument,
  pictures?: number,
): Promise<void> {
  const details = {
    itemId: item.id,
    name: item.name,
    ...(number === undefined ? {} : { version: number }),
    ...(pictures === undefined ? {} : { pictures }),
  }
  await database.transaction((tx) => activity.record(tx, actor, 'document.downloaded', details))
}

async function original(parts: RenditionParts, actor: Actor, { found, way }: Leaving, requested: DocumentRequested): Promise<Delivery> {
  const { item, version } = found
  const { headers, signal, continues = false } = requested
  const range = requestedRange(headers, version.size)
  // What is no single range would be answered with the whole.
  if (continues && range === undefined) throw new Refusal('NOT_FOUND')
  const file = parts.content.read(await parts.content.open(actor.roomId, version))
  await record(parts, actor, found)
  const { body } = await handOut(parts, way, signal, async () => ({ body: file.stream(range) }))
  return bytesInRange(
    { size: version.size, type: 'application/octet-stream', disposition: disposition('attachment', item.name) },
    range,
    body,
  )
}

async function copy(
  parts: RenditionParts,
  actor: Actor,
  { found, portion, way }: Leaving & { readonly portion: Extract<Portion, { gives: 'copy' }> },
  { signal, prepared }: DocumentRequested,
): Promise<Delivery> {
  const { item, version } = found
  const request = { ...portion, name: item.name, at: parts.clock.now() }
  const before = isStamped(portion) && prepared?.versionId === version.id ? prepared : undefined
  const make = async (until: AbortSignal): Promise<Copy> => {
    const made = before ? await fromPrepared(parts, before, request, until) : await stampedCopy(parts, request, until)
    await record(parts, actor, found, made.pictures).catch((error: unknown) => {
      made.body.destroy()
      throw error
    })
    return made
  }
  const { name, type, body, size } = await handOut(parts, way, signal, (until) =>
    delivered(parts.deliveries, actor.memberId, () => make(until)),
  )
  const length = size === undefined ? undefined : { 'content-length': String(size) }
  return { type, body, headers: { ...length, 'content-disposition': disposition('attachment', name) } }
}

async function fromPrepared({ pool }: RenditionParts, { copy: ready }: Prepared, request: CopyRequest, until: AbortSignal): Promise<Copy> {
  return ready ? readyCopy(ready, request.name) : picturedCopy(pool, request, until)
}
