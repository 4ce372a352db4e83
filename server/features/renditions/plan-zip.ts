import type { ErrorCode } from '../../../contract/core/errors.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { Actor } from '../../access/actor.ts'
import { allowed, candidateOf, visibleItems } from '../../access/items.ts'
import { decide } from '../../access/policies.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findItems, type LivingItem, listBelow } from '../documents/index.ts'
import { findRoom } from '../rooms/index.ts'
import { viewableKind } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { copyName } from './stamped-copy.ts'
import { safeName, ZipNames } from './zip-names.ts'

/** A file or folder with its way in the zip. */
export interface Placed {
  readonly item: LivingItem
  readonly path: string
}

/** A file that does not come along, and why. */
export interface LeftOut {
  readonly path: string
  readonly code: ErrorCode
}

/** What a zip is going to hold. */
export interface ZipPlan {
  /** The name of the zip itself. */
  readonly name: string
  readonly folders: readonly Placed[]
  readonly files: readonly Placed[]
  readonly leftOut: readonly LeftOut[]
  readonly names: ZipNames
}

/**
 * Plans the zip of these files and folders with all that is in them, as far as the actor may read it. Each file gets its place once, also
 * where a folder above it was named too.
 * @throws Refusal NOT_FOUND where one of them is not there for the actor, ZIP_TOO_LARGE, or what stands against the only files that there
 * are, once that has been logged.
 */
export async function planZip(parts: RenditionParts, actor: Actor, ids: readonly number[]): Promise<ZipPlan> {
  const tops = await findTops(parts, actor, ids)
  const rows = await withContent(parts, actor, tops)
  const names = new ZipNames()
  const ways = new Map<number, string>()
  const folders: Placed[] = []
  const files: Placed[] = []
  const leftOut: LeftOut[] = []
  for (const item of rows) {
    const parent = tops.includes(item) ? '' : ways.get(item.parent_id)
    // What stands in a folder that may not be read is not there either.
    if (parent === undefined) continue
    if (item.folder) {
      const path = names.add(parent, item.name, 'folder')
      ways.set(item.id, path)
      folders.push({ item, path })
      continue
    }
    const code = obstacleOf(actor, item)
    if (code) leftOut.push({ path: `${parent}${item.name}`, code })
    else files.push({ item, path: names.add(parent, actor.watermark ? copyName(item.name) : item.name, 'file') })
  }
  const [first] = leftOut
  if (files.length === 0 && first) await refuse(parts, actor, tops, first.code)
  return { name: await nameOf(parts, actor, tops), folders, files, leftOut, names }
}

/** Why a file cannot come along, as far as that is known before it is opened. */
function obstacleOf(actor: Actor, item: LivingItem): ErrorCode | undefined {
  const decision = decide('zip', actor, { ...candidateOf(item), isNewest: true, isPrintable: false })
  if (decision.outcome === 'denied') return decision.code
  if (!actor.watermark || item.view_status === 'READY') return undefined
  const mayTurnOutReady = item.view_status === null && item.ext !== '' && viewableKind({ ext: item.ext }) !== undefined
  return mayTurnOutReady ? undefined : 'WATERMARK'
}

/** The named items without those that lie in other named ones. */
async function findTops({ database }: RenditionParts, actor: Actor, ids: readonly number[]): Promise<LivingItem[]> {
  const wanted = new Set(ids)
  const found = await findItems(database.db, visibleItems(actor), [...wanted])
  const readable = allowed(actor, 'read', found.map(candidateOf))
  if (readable.size < wanted.size) throw new Refusal('NOT_FOUND')
  const order = [...wanted]
  return found
    .filter((item) => !item.ancestors.some((folder) => wanted.has(folder)))
    .sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
}

async function withContent({ database }: RenditionParts, actor: Actor, tops: readonly LivingItem[]): Promise<LivingItem[]> {
  const rows: LivingItem[] = []
  for (const top of tops) {
    rows.push(top)
    if (top.folder) {
      const below = await listBelow(database.db, visibleItems(actor), top, LIMITS.itemsPerZip + 1)
      const readable = allowed(actor, 'read', below.map(candidateOf))
      for (const item of below) if (readable.has(item.id)) rows.push(item)
    }
    if (rows.length > LIMITS.itemsPerZip) throw new Refusal('ZIP_TOO_LARGE', { variables: { limit: LIMITS.itemsPerZip } })
  }
  return rows
}

async function refuse({ database, activity }: RenditionParts, actor: Actor, tops: readonly LivingItem[], code: ErrorCode): Promise<never> {
  const reason = code === 'DOWNLOAD_DENIED' ? 'right' : 'watermark'
  const details = tops.map(({ id, name }) => ({ itemId: id, name, reason }) as const)
  await database.transaction((tx) => activity.recordEach(tx, actor, 'document.download-refused', details))
  throw new Refusal(code)
}

/** That of the only item, else that of the room. */
async function nameOf({ database }: RenditionParts, actor: Actor, tops: readonly LivingItem[]): Promise<string> {
  const [only, another] = tops
  const name = another === undefined ? only?.name : (await findRoom(database.db, actor.roomId))?.name
  return `${safeName(name ?? '')}.zip`
}
