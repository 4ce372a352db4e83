import { randomBytes } from 'node:crypto'
import { LIMITS, PAGE_WIDTHS } from '../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../contract/core/operation.ts'
import { UNVIEWABLE, type ViewStatus } from '../../../contract/features/documents.ts'
import type * as contract from '../../../contract/features/renditions.ts'
import type { Tile } from '../../../paper/raster/page-raster.ts'
import type { Actor } from '../../access/actor.ts'
import { allowed, candidateOf, type ItemRight, visibleItems } from '../../access/items.ts'
import { mayHaveText } from '../../access/text.ts'
import type { Bytes } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { RenderSource } from '../../workers/render/index.ts'
import { findItem, findVersion, findVersionByNumber, holdItem, type ItemRow, type VersionRow } from '../documents/index.ts'
import { type Inspected, inspect } from './inspect-document.ts'
import { readerMark } from './reader-mark.ts'
import { asRefusal, convertedKind, renderSource, unlockedSource, viewableKind } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { findLease } from './renditions.read.ts'
import { livingSince } from './renditions.rules.ts'
import { deleteLease, deleteLeasesBeyond, insertLease, noteViewed, touchLease } from './renditions.store.ts'
import type { Unlocked } from './unlocked-documents.ts'
import { watchDocument } from './watch-document.ts'

/** A lease is written to again after so long only, not for each of its pages. */
const TOUCH_EVERY_MS = 30_000

type Manifest = PayloadIn<typeof contract.manifest>

interface OpenedLease {
  readonly name: string
  readonly originName: string
  readonly pageCount: number
  readonly status: ViewStatus
  readonly uploadedAt: string
}

/** A document that the actor may read; with another right, on which the actor has that one. @throws Refusal NOT_FOUND for anything else. */
export async function readable(parts: RenditionParts, actor: Actor, itemId: number, right: ItemRight = 'read'): Promise<ItemRow> {
  const item = await findItem(parts.database.db, visibleItems(actor), itemId)
  const candidate = item && candidateOf(item)
  if (!item || !candidate || !allowed(actor, right, [candidate]).has(item.id)) throw new Refusal('NOT_FOUND')
  return item
}

/** @throws Refusal NOT_FOUND where there is none. */
export async function versionOf(parts: RenditionParts, actor: Actor, versionId: number | null): Promise<VersionRow> {
  const version = versionId === null ? undefined : await findVersion(parts.database.db, actor.roomId, versionId)
  if (!version) throw new Refusal('NOT_FOUND')
  return version
}

/** What failed because the document was destroyed under it is not found; any other failure stays what it is. */
async function whileThere<T>(parts: RenditionParts, actor: Actor, itemId: number, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    await readable(parts, actor, itemId)
    throw error
  }
}

/** What older versions are looked at by. */
const OLDER: ItemRight = 'survey'

interface Opening {
  readonly itemId: number
  /** The number of a version, for operators alone; the newest unless given. */
  readonly number?: number | undefined
}

async function versionToOpen(parts: RenditionParts, actor: Actor, item: ItemRow, number: number | undefined): Promise<VersionRow> {
  if (number === undefined) return versionOf(parts, actor, item.version_id)
  const version = await findVersionByNumber(parts.database.db, actor.roomId, item.id, number)
  if (!version) throw new Refusal('NOT_FOUND')
  return version
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
  const item = await readable(parts, actor, itemId, number === undefined ? 'read' : OLDER)
  const version = await versionToOpen(parts, actor, item, number)
  const { status, pages } = await whileThere(parts, actor, itemId, inspect(parts, actor, version, signal))
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
  return { name, originName: item.name, pageCount: pages.length, status, uploadedAt: version.created_at.toISOString() }
}

/** Whether pages are shown at once, or once the password was given. */
const isReadable = (status: ViewStatus, version: VersionRow): boolean =>
  status === 'READY' || (status === 'LOCKED' && convertedKind(version) === undefined)

/** A document as a lease shows it: its pages, and how they are opened where that took its password. */
export interface LeasedDocument extends Inspected {
  readonly name: string
  readonly item: ItemRow
  readonly version: VersionRow
  readonly unlocked?: Unlocked | undefined
}

/**
 * The leased document, as long as the lease lives and its version is there for the actor: one that was replaced meanwhile is for those alone
 * who may look at older ones. @throws Refusal NOT_FOUND
 */
export async function leased(parts: RenditionParts, actor: Actor, name: string, signal: AbortSignal): Promise<LeasedDocument> {
  const { db } = parts.database
  const now = parts.clock.now()
  const lease = await findLease(db, { name, sessionId: actor.sessionId, roomId: actor.roomId, usedAfter: livingSince(now) })
  if (!lease) throw new Refusal('NOT_FOUND')
  const item = await readable(parts, actor, lease.item_id)
  if (lease.version_id !== item.version_id) await readable(parts, actor, item.id, OLDER)
  const version = await versionOf(parts, actor, lease.version_id)
  if (now.getTime() - lease.used_at.getTime() >= TOUCH_EVERY_MS) await touchLease(db, name, now)
  const inspected = await whileThere(parts, actor, item.id, inspect(parts, actor, version, signal))
  const unlocked = inspected.status === 'LOCKED' ? parts.unlocked.get(name) : undefined
  return { name, item, version, ...(unlocked ? { status: 'READY', pages: unlocked.pages, unlocked } : inspected) }
}

/** The pages of a leased document, and what its reader may do. */
export async function leaseManifest(parts: RenditionParts, actor: Actor, name: string, signal: AbortSignal): Promise<Manifest> {
  return manifestOf(actor, await leased(parts, actor, name, signal))
}

export function manifestOf(actor: Actor, { status, pages, version }: LeasedDocument): Manifest {
  const isPdf = viewableKind(version) === 'pdf'
  const textLayer = status === 'READY' && isPdf && mayHaveText(actor)
  return { status, pages: [...pages], unit: isPdf ? 'point' : 'pixel', textLayer, selection: actor.viewing.selection }
}

/** A leased document as the render workers take it. */
export interface Reading {
  readonly versionId: number
  readonly source: RenderSource
  readonly pageCount: number
}

/**
 * Work on the pages of a leased document, which ends within a second of the document being deleted.
 * @throws Refusal where there is no such lease, or nothing to be seen of its document.
 */
export async function onLeased<T>(
  parts: RenditionParts,
  actor: Actor,
  name: string,
  signal: AbortSignal,
  work: (reading: Reading, until: AbortSignal) => Promise<T>,
): Promise<T> {
  const { version, item, status, pages, unlocked } = await leased(parts, actor, name, signal)
  if (status !== 'READY') throw new Refusal(UNVIEWABLE[status])
  const kind = viewableKind(version)
  if (kind === undefined) throw new Refusal('NO_PREVIEW')
  const watch = watchDocument(parts, actor, item.id)
  try {
    const source = await renderSource(parts, actor, version, kind)
    const opened = unlocked ? unlockedSource(source, unlocked) : source
    const result = await work({ versionId: version.id, source: opened, pageCount: pages.length }, AbortSignal.any([signal, watch.signal]))
    watch.signal.throwIfAborted()
    return result
  } catch (error) {
    await readable(parts, actor, item.id)
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
  return onLeased(parts, actor, query.name, signal, async ({ versionId, source, pageCount }, until) => {
    if (query.page > pageCount) throw new Refusal('NOT_FOUND')
    await parts.pace.take(actor, { what: 'pages', keys: [pageKey(versionId, query.page)] }, until)
    const image = await parts.slowPages.draw(query.name, source, {
      page: query.page,
      width: query.tile ? query.width : (PAGE_WIDTHS.find((step) => step >= query.width) ?? LIMITS.pageWidthMax),
      tile: query.tile,
      priority: query.prefetch ? 'prefetch' : 'visible',
      signal: until,
      ...(actor.watermark ? { watermark: readerMark(actor, parts.clock.now()) } : {}),
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
