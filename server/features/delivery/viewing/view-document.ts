import { randomBytes } from 'node:crypto'
import { LIMITS, PAGE_WIDTHS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import { UNVIEWABLE, type ViewStatus } from '../../../../contract/features/documents.ts'
import type * as contract from '../../../../contract/features/renditions.ts'
import type { Tile } from '../../../../paper/raster/page-raster.ts'
import type { Actor } from '../../../access/actor.ts'
import { type Allowed, authorizeOne, type Subjects } from '../../../access/authorize.ts'
import { visibleItems } from '../../../access/items.ts'
import type { Purpose } from '../../../access/policies.ts'
import { watchDelivery } from '../../../access/watch-delivery.ts'
import type { Bytes } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { RenderSource } from '../../../workers/render/index.ts'
import { keepItem, noteOpened, type VersionRow } from '../../documents/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import { leaseCutoff } from '../delivery.rules.ts'
import {
  deleteLease,
  deleteLeasesBeyond,
  insertLease,
  noteViewed,
  touchLease,
} from '../delivery.store.ts'
import { type Inspected, inspect } from '../preview/inspect-document.ts'
import { documentVersion, type FoundDocument, leasedVersion } from '../subjects.read.ts'
import { drawnSlowly } from './drawn-slowly.ts'
import { findUnlocked } from './open-locked.ts'
import {
  asRefusal,
  convertedKind,
  renderSource,
  unlockedSource,
  viewableKind,
} from './render-source.ts'
import type { Unlocked } from './unlocked-documents.ts'

export type ViewingParts = Pick<
  DeliveryParts,
  'sessions' | 'database' | 'blobs' | 'content' | 'pool' | 'bus' | 'clock' | 'unlocked' | 'events'
>

/** Each page would otherwise write the lease. */
const TOUCH_EVERY_MS = 60_000

type LeasePages = PayloadIn<typeof contract.manifest>

interface OpenedLease {
  readonly name: string
  readonly originName: string
  readonly pageCount: number
  readonly status: ViewStatus
  readonly uploadedAt: string
}

/** Failures of a missing document become NOT_FOUND. */
async function whileThere<T>(again: () => Promise<unknown>, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    await again()
    throw error
  }
}

interface OpenLeaseInput {
  readonly itemId: number
  readonly number?: number | undefined
}

/** Logs a view, except of a locked document. */
export async function openLease(
  parts: ViewingParts & Pick<DeliveryParts, 'activity' | 'pace'>,
  actor: Actor,
  { itemId, number }: OpenLeaseInput,
  signal: AbortSignal,
): Promise<OpenedLease> {
  const subject = documentVersion(visibleItems(actor), itemId, number)
  const authorized = () => authorizeOne(parts, actor, subject, 'open')
  const { item, version } = (await authorized()).found
  const { status, pageCount } = await whileThere(authorized, inspect(parts, actor, version, signal))
  if (isReadable(status, version))
    await parts.pace.take(actor, { what: 'documents', keys: [`${version.id}`] }, signal)
  const name = randomBytes(32).toString('base64url')
  const ended = await parts.database.transaction(async (tx) => {
    const at = parts.clock.now()
    await keepItem(tx, actor, itemId)
    if (!isReadable(status, version)) return []
    const { roomId, memberId, sessionId } = actor
    await insertLease(tx, { name, roomId, memberId, sessionId, itemId, versionId: version.id, at })
    if (status === 'READY') {
      const details = { itemId, name: item.name }
      await noteViewed(
        tx,
        name,
        await parts.activity.recordReading(tx, actor, 'document.viewed', details, null),
      )
      await noteOpened(tx, actor, { itemId, versionId: version.id })
    }
    return deleteLeasesBeyond(tx, memberId, LIMITS.leasesPerMember)
  })
  for (const each of ended) parts.unlocked.drop(each)
  return {
    name,
    originName: item.name,
    pageCount,
    status,
    uploadedAt: version.created_at.toISOString(),
  }
}

const isReadable = (status: ViewStatus, version: VersionRow): boolean =>
  status === 'READY' || (status === 'LOCKED' && convertedKind(version) === undefined)

type LeasePurpose = Extract<Purpose, 'open' | 'page' | 'text' | 'links' | 'find'>

export interface LeasedDocument
  extends Inspected,
    Pick<FoundDocument, 'item' | 'version'>,
    Pick<Allowed<FoundDocument>, 'mark' | 'withText'> {
  readonly name: string
  readonly unlocked?: Unlocked | undefined
  /** The bus position precedes the search. */
  readonly subject: Subjects<FoundDocument>
  readonly asOf: number
}

interface LeaseUse {
  readonly name: string
  readonly purpose: LeasePurpose
  readonly sizes?: boolean
}

/** A replaced version requires the right to older ones. @throws Refusal NOT_FOUND, TEXT_DENIED */
export async function leased(
  parts: ViewingParts,
  actor: Actor,
  { name, purpose, sizes = false }: LeaseUse,
  signal: AbortSignal,
): Promise<LeasedDocument> {
  const now = parts.clock.now()
  const subject = leasedVersion(
    { name, scope: visibleItems(actor), sessionId: actor.sessionId, usedAfter: leaseCutoff(now) },
    { sizes },
  )
  const authorized = () => authorizeOne(parts, actor, subject, purpose)
  const { found, mark, withText, asOf } = await authorized()
  const { item, version, usedAt } = found
  if (usedAt && now.getTime() - usedAt.getTime() >= TOUCH_EVERY_MS)
    await touchLease(parts.database.db, name, now)
  const inspected = await whileThere(authorized, inspect(parts, actor, version, signal))
  const unlocked =
    inspected.status === 'LOCKED'
      ? await whileThere(authorized, findUnlocked(parts, actor, name, version))
      : undefined
  const shown: Inspected = unlocked
    ? { status: 'READY', pages: unlocked.pages, pageCount: unlocked.pages.length }
    : inspected
  return {
    name,
    item,
    version,
    mark,
    withText,
    subject,
    asOf,
    ...shown,
    ...(unlocked ? { unlocked } : {}),
  }
}

export async function findLeasePages(
  parts: ViewingParts,
  actor: Actor,
  name: string,
  signal: AbortSignal,
): Promise<LeasePages> {
  return leasePagesOf(
    actor,
    await leased(parts, actor, { name, purpose: 'open', sizes: true }, signal),
  )
}

export function leasePagesOf(
  actor: Actor,
  { status, pages, version, withText }: LeasedDocument,
): LeasePages {
  const isPdf = viewableKind(version) === 'pdf'
  const textLayer = status === 'READY' && isPdf && withText
  return {
    status,
    pages: [...pages],
    unit: isPdf ? 'point' : 'pixel',
    textLayer,
    selection: actor.viewing.selection,
  }
}

export interface LeasedReading extends Pick<LeasedDocument, 'mark' | 'withText' | 'pageCount'> {
  readonly versionId: number
  readonly source: RenderSource
}

/** Aborts within a second after a deletion. @throws Refusal without such a lease or pages */
export async function withLease<T>(
  parts: ViewingParts,
  actor: Actor,
  use: LeaseUse,
  signal: AbortSignal,
  work: (reading: LeasedReading, until: AbortSignal) => Promise<T>,
): Promise<T> {
  const { version, status, pageCount, unlocked, mark, withText, subject, asOf } = await leased(
    parts,
    actor,
    use,
    signal,
  )
  if (status !== 'READY') throw new Refusal(UNVIEWABLE[status])
  const kind = viewableKind(version)
  if (kind === undefined) throw new Refusal('NO_PREVIEW')
  const watch = watchDelivery(parts, {
    asker: actor,
    subjects: subject,
    purpose: use.purpose,
    asOf,
  })
  try {
    const source = await renderSource(parts, actor, version, kind)
    const opened = unlocked ? unlockedSource(source, unlocked) : source
    const reading = { versionId: version.id, source: opened, pageCount, mark, withText }
    const result = await work(reading, AbortSignal.any([signal, watch.signal]))
    watch.signal.throwIfAborted()
    return result
  } catch (error) {
    await authorizeOne(parts, actor, subject, use.purpose)
    throw asRefusal(error)
  } finally {
    watch.release()
  }
}

export const pageKey = (versionId: number, page: number): string => `${versionId}:${page}`

interface PageQuery {
  readonly name: string
  readonly page: number
  readonly width: number
  readonly tile?: Tile | undefined
  readonly prefetch: boolean
}

export function pageImage(
  parts: ViewingParts & Pick<DeliveryParts, 'slow' | 'pace'>,
  actor: Actor,
  query: PageQuery,
  signal: AbortSignal,
): Promise<Bytes> {
  return withLease(
    parts,
    actor,
    { name: query.name, purpose: 'page' },
    signal,
    async ({ versionId, source, pageCount, mark }, until) => {
      if (query.page > pageCount) throw new Refusal('NOT_FOUND')
      await parts.pace.take(actor, { what: 'pages', keys: [pageKey(versionId, query.page)] }, until)
      const image = await drawnSlowly(parts, { lease: query.name, kind: 'page' }, source, {
        page: query.page,
        width: query.tile
          ? query.width
          : (PAGE_WIDTHS.find((step) => step >= query.width) ?? LIMITS.pageWidthMax),
        tile: query.tile,
        priority: query.prefetch ? 'prefetch' : 'visible',
        signal: until,
        mark,
      })
      return { type: image.type, body: image.bytes }
    },
  )
}

/** @throws Refusal NOT_FOUND. */
export async function closeLease(
  parts: Pick<DeliveryParts, 'database' | 'slow' | 'clock' | 'unlocked'>,
  actor: Actor,
  name: string,
): Promise<void> {
  const closed = await deleteLease(parts.database.db, {
    name,
    sessionId: actor.sessionId,
    usedAfter: leaseCutoff(parts.clock.now()),
  })
  if (!closed) throw new Refusal('NOT_FOUND')
  parts.unlocked.drop(name)
  parts.slow.drop(name)
}
