import { randomBytes } from 'node:crypto'
import { LIMITS, PAGE_WIDTHS } from '../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../contract/core/operation.ts'
import { UNVIEWABLE, type ViewStatus } from '../../../contract/features/documents.ts'
import type * as contract from '../../../contract/features/renditions.ts'
import type { Tile } from '../../../paper/raster/page-raster.ts'
import type { Actor } from '../../access/actor.ts'
import { type Allowed, authorizeOne, type Subjects } from '../../access/authorize.ts'
import { visibleItems } from '../../access/items.ts'
import type { Purpose } from '../../access/policies.ts'
import { watchDelivery } from '../../access/watch-delivery.ts'
import type { Bytes } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { RenderSource } from '../../workers/render/index.ts'
import { holdItem, type VersionRow } from '../documents/index.ts'
import { type Inspected, inspect } from './inspect-document.ts'
import { asRefusal, convertedKind, renderSource, unlockedSource, viewableKind } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { livingSince } from './renditions.rules.ts'
import { deleteLease, deleteLeasesBeyond, insertLease, noteViewed, touchLease } from './renditions.store.ts'
import { documentVersion, type FoundDocument, leasedVersion } from './subjects.read.ts'
import type { Unlocked } from './unlocked-documents.ts'

/** A lease is written to again after so long only, not for each of its pages. */
const TOUCH_EVERY_MS = 60_000

type Manifest = PayloadIn<typeof contract.manifest>

interface OpenedLease {
  readonly name: string
  readonly originName: string
  readonly pageCount: number
  readonly status: ViewStatus
  readonly uploadedAt: string
}

/** What failed because the document was taken away under it is not found; any other failure stays what it is. */
async function whileThere<T>(again: () => Promise<unknown>, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    await again()
    throw error
  }
}

interface Opening {
  readonly itemId: number
  /** The number of a version, for operators alone; the newest unless given. */
  readonly number?: number | undefined
}

/**
 * Opens a lease. Reading begins here, so this is what the log calls a view; of a locked document it begins with its password. Where there is
 * nothing to be read the name is that of no lease: what becomes readable later has to be opened then.
 */
export async function openLease(
  parts: RenditionParts,
  actor: Actor,
  { itemId, number }: Opening,
  signal: AbortSignal,
): Promise<OpenedLease> {
  const subject = documentVersion(actor.roomId, itemId, number)
  const authorized = () => authorizeOne(parts, actor, subject, 'open')
  const { item, version } = (await authorized()).found
  const { status, pageCount } = await whileThere(authorized, inspect(parts, actor, version, signal))
  if (isReadable(status, version)) await parts.pace.take(actor, { what: 'documents', keys: [`${version.id}`] }, signal)
  const name = randomBytes(32).toString('base64url')
  const ended = await parts.database.transaction(async (tx) => {
    const at = parts.clock.now()
    if (!(await holdItem(tx, visibleItems(actor), itemId))) throw new Refusal('NOT_FOUND')
    if (!isReadable(status, version)) return []
    const { roomId, memberId, sessionId } = actor
    await insertLease(tx, { name, roomId, memberId, sessionId, itemId, versionId: version.id, at })
    if (status === 'READY') {
      const details = { itemId, name: item.name }
      await noteViewed(tx, name, await parts.activity.recordReading(tx, actor, 'document.viewed', details, null))
    }
    return deleteLeasesBeyond(tx, memberId, LIMITS.leasesPerMember)
  })
  for (const each of ended) parts.unlocked.drop(each)
  return { name, originName: item.name, pageCount, status, uploadedAt: version.created_at.toISOString() }
}

/** Whether pages are shown at once, or once the password was given. */
const isReadable = (status: ViewStatus, version: VersionRow): boolean =>
  status === 'READY' || (status === 'LOCKED' && convertedKind(version) === undefined)

/** For what a lease is used. */
type LeasePurpose = Extract<Purpose, 'open' | 'page' | 'text' | 'links' | 'find'>

/** A document as a lease shows it: its pages, and how they are opened where that took its password. */
export interface LeasedDocument
  extends Inspected,
    Pick<FoundDocument, 'item' | 'version'>,
    Pick<Allowed<FoundDocument>, 'mark' | 'withText'> {
  readonly name: string
  readonly unlocked?: Unlocked | undefined
  /** By what it was found, and the position of the bus before. */
  readonly subject: Subjects<FoundDocument>
  readonly asOf: number
}

interface LeaseUse {
  readonly name: string
  readonly purpose: LeasePurpose
  /** The sizes of all pages are wanted. */
  readonly sizes?: boolean
}

/**
 * The leased document, as long as the lease lives and its version is there for the actor: one that was replaced meanwhile is for those alone
 * who may look at older ones. @throws Refusal NOT_FOUND; TEXT_DENIED
 */
export async function leased(
  parts: RenditionParts,
  actor: Actor,
  { name, purpose, sizes = false }: LeaseUse,
  signal: AbortSignal,
): Promise<LeasedDocument> {
  const { roomId, sessionId } = actor
  const now = parts.clock.now()
  const subject = leasedVersion({ name, roomId, sessionId, usedAfter: livingSince(now) }, { sizes })
  const authorized = () => authorizeOne(parts, actor, subject, purpose)
  const { found, mark, withText, asOf } = await authorized()
  const { item, version, usedAt } = found
  if (usedAt && now.getTime() - usedAt.getTime() >= TOUCH_EVERY_MS) await touchLease(parts.database.db, name, now)
  const inspected = await whileThere(authorized, inspect(parts, actor, version, signal))
  const unlocked = inspected.status === 'LOCKED' ? parts.unlocked.get(name) : undefined
  const shown: Inspected = unlocked ? { status: 'READY', pages: unlocked.pages, pageCount: unlocked.pages.length } : inspected
  return { name, item, version, mark, withText, subject, asOf, ...shown, ...(unlocked ? { unlocked } : {}) }
}

/** The pages of a leased document, and what its reader may do. */
export async function leaseManifest(parts: RenditionParts, actor: Actor, name: string, signal: AbortSignal): Promise<Manifest> {
  return manifestOf(actor, await leased(parts, actor, { name, purpose: 'open', sizes: true }, signal))
}

export function manifestOf(actor: Actor, { status, pages, version, withText }: LeasedDocument): Manifest {
  const isPdf = viewableKind(version) === 'pdf'
  const textLayer = status === 'READY' && isPdf && withText
  return { status, pages: [...pages], unit: isPdf ? 'point' : 'pixel', textLayer, selection: actor.viewing.selection }
}

/** A leased document as the render workers take it. */
export interface Reading extends Pick<LeasedDocument, 'mark' | 'withText' | 'pageCount'> {
  readonly versionId: number
  readonly source: RenderSource
}

/**
 * Work on the pages of a leased document, which ends within a second of the document being deleted.
 * @throws Refusal where there is no such lease, or nothing to be seen of its document.
 */
export async function onLeased<T>(
  parts: RenditionParts,
  actor: Actor,
  use: LeaseUse,
  signal: AbortSignal,
  work: (reading: Reading, until: AbortSignal) => Promise<T>,
): Promise<T> {
  const { version, status, pageCount, unlocked, mark, withText, subject, asOf } = await leased(parts, actor, use, signal)
  if (status !== 'READY') throw new Refusal(UNVIEWABLE[status])
  const kind = viewableKind(version)
  if (kind === undefined) throw new Refusal('NO_PREVIEW')
  const watch = watchDelivery(parts, { asker: actor, subjects: subject, purpose: use.purpose, asOf })
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

/** Its tiles, widths, text and links are of the same page. */
export const pageKey = (versionId: number, page: number): string => `${versionId}:${page}`

interface PageQuery {
  readonly name: string
  readonly page: number
  readonly width: number
  readonly tile?: Tile | undefined
  readonly prefetch: boolean
}

/** The image of one page, or of one of its tiles; while the room's watermark is on, the reader's is burned into it. */
export function pageImage(parts: RenditionParts, actor: Actor, query: PageQuery, signal: AbortSignal): Promise<Bytes> {
  return onLeased(parts, actor, { name: query.name, purpose: 'page' }, signal, async ({ versionId, source, pageCount, mark }, until) => {
    if (query.page > pageCount) throw new Refusal('NOT_FOUND')
    await parts.pace.take(actor, { what: 'pages', keys: [pageKey(versionId, query.page)] }, until)
    const image = await parts.slowPages.draw(query.name, source, {
      page: query.page,
      width: query.tile ? query.width : (PAGE_WIDTHS.find((step) => step >= query.width) ?? LIMITS.pageWidthMax),
      tile: query.tile,
      priority: query.prefetch ? 'prefetch' : 'visible',
      signal: until,
      mark,
    })
    return { type: image.type, body: image.bytes }
  })
}

/** @throws Refusal NOT_FOUND where the session has no such lease. */
export async function closeLease(parts: RenditionParts, actor: Actor, name: string): Promise<void> {
  const closed = await deleteLease(parts.database.db, { name, sessionId: actor.sessionId, usedAfter: livingSince(parts.clock.now()) })
  if (!closed) throw new Refusal('NOT_FOUND')
  parts.unlocked.drop(name)
  parts.slowPages.drop(name)
}
