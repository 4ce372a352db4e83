import type { Actor } from '../../../access/actor.ts'
import type { Subjects } from '../../../access/authorize.ts'
import { visibleItems } from '../../../access/items.ts'
import { bytesInRange, requestedRange } from '../../../platform/http/byte-range.ts'
import { disposition } from '../../../platform/http/disposition.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { noteOpened } from '../../documents/index.ts'
import { delivered } from '../deliveries.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import type { Delivery, Requested } from '../delivery.ts'
import {
  isMarked,
  type KeepingPurpose,
  type Leaving,
  type Portion,
  takePortion,
} from '../portion.ts'
import { documentVersion, type FoundDocument, namedFile } from '../subjects.read.ts'
import { handOut } from './hand-out.ts'
import { type Copy, markedCopy, picturedCopy, readyCopy } from './marked-copy.ts'
import type { CopyRequest } from './page-image-pdf.ts'
import type { Prepared } from './prepared-copies.ts'

type CopyParts = Pick<
  DeliveryParts,
  | 'database'
  | 'pool'
  | 'watermarks'
  | 'deliveries'
  | 'activity'
  | 'bus'
  | 'clock'
  | 'log'
  | 'sessions'
>

export interface DocumentRequested extends Requested {
  readonly prepared?: Prepared | undefined
}

export const sizesFor = ({ watermark }: Actor): { sizes: boolean } => ({ sizes: watermark })

export function downloadByFilename(
  parts: DeliveryParts,
  actor: Actor,
  filename: string,
  requested: DocumentRequested,
): Promise<Delivery> {
  return download(
    parts,
    actor,
    namedFile(visibleItems(actor), filename, sizesFor(actor)),
    requested,
  )
}

export function downloadMarked(
  parts: DeliveryParts,
  actor: Actor,
  itemId: number,
  signal: AbortSignal,
): Promise<Delivery> {
  const subject = documentVersion(visibleItems(actor), itemId, undefined, { sizes: true })
  return download(parts, actor, subject, { headers: {}, signal }, 'marked download')
}

/** Logs before the first byte. @throws Refusal NOT_FOUND if a download cannot continue */
export async function download(
  parts: DeliveryParts,
  actor: Actor,
  subject: Subjects<FoundDocument>,
  requested: DocumentRequested,
  purpose: KeepingPurpose = 'download',
): Promise<Delivery> {
  const leaving = await takePortion(parts, actor, subject, purpose, requested.signal)
  const { found, portion } = leaving
  if (requested.continues && portion.gives !== 'original') throw new Refusal('NOT_FOUND')
  await parts.pace.take(actor, { what: 'downloads', keys: [`${found.item.id}`] }, requested.signal)
  return portion.gives === 'original'
    ? original(parts, actor, leaving, requested)
    : copy(parts, actor, { ...leaving, portion }, requested)
}

/** A reader could fetch ranges of all but one byte. */
async function record(
  { database, activity }: Pick<DeliveryParts, 'database' | 'activity'>,
  actor: Actor,
  { item, number, version }: FoundDocument,
  pictures?: number,
): Promise<void> {
  const details = {
    itemId: item.id,
    name: item.name,
    ...(number === undefined ? {} : { version: number }),
    ...(pictures === undefined ? {} : { pictures }),
  }
  await database.transaction(async (tx) => {
    await activity.record(tx, actor, 'document.downloaded', details)
    await noteOpened(tx, actor, { itemId: item.id, versionId: version.id })
  })
}

async function original(
  parts: Pick<DeliveryParts, 'database' | 'content' | 'activity' | 'bus' | 'clock' | 'sessions'>,
  actor: Actor,
  { found, delivery }: Leaving,
  requested: DocumentRequested,
): Promise<Delivery> {
  const { item, version } = found
  const { headers, signal, continues = false } = requested
  const range = requestedRange(headers, version.size)
  if (continues && range === undefined) throw new Refusal('NOT_FOUND')
  const file = parts.content.read(await parts.content.open(actor.roomId, version))
  await record(parts, actor, found)
  const { body } = await handOut(parts, delivery, signal, async () => ({
    body: file.stream(range),
  }))
  return bytesInRange(
    {
      size: version.size,
      type: 'application/octet-stream',
      disposition: disposition('attachment', item.name),
    },
    range,
    body,
  )
}

async function copy(
  parts: CopyParts,
  actor: Actor,
  { found, portion, delivery }: Leaving & { readonly portion: Extract<Portion, { gives: 'copy' }> },
  { signal, prepared }: DocumentRequested,
): Promise<Delivery> {
  const { item, version } = found
  const request = { ...portion, name: item.name, at: parts.clock.now() }
  const before = isMarked(portion) && prepared?.versionId === version.id ? prepared : undefined
  const make = async (until: AbortSignal): Promise<Copy> => {
    const made = before
      ? await fromPrepared(parts, before, request, until)
      : await markedCopy(parts, request, until)
    await record(parts, actor, found, made.pictures).catch((error: unknown) => {
      made.body.destroy()
      throw error
    })
    return made
  }
  const { name, type, body, size } = await handOut(parts, delivery, signal, (until) =>
    delivered(parts.deliveries, actor.memberId, () => make(until)),
  )
  const length = size === undefined ? undefined : { 'content-length': String(size) }
  return {
    type,
    body,
    headers: { ...length, 'content-disposition': disposition('attachment', name) },
  }
}

async function fromPrepared(
  { pool }: Pick<DeliveryParts, 'pool'>,
  { copy: ready }: Prepared,
  request: CopyRequest,
  until: AbortSignal,
): Promise<Copy> {
  return ready ? readyCopy(ready, request.name) : picturedCopy(pool, request, until)
}
