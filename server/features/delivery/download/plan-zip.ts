import type { ErrorCode } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Actor } from '../../../access/actor.ts'
import { allowed, candidateOf, visibleItems } from '../../../access/items.ts'
import { decide } from '../../../access/policies.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import {
  findVisibleItems,
  type LivingItem,
  listVisibleBelow,
  numbersForNames,
} from '../../documents/index.ts'
import { roomIfAny } from '../../rooms/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import { viewableKind } from '../viewing/render-source.ts'
import { copyName } from './marked-copy.ts'
import { indexedName, safeName, ZipNames } from './zip-names.ts'

export interface PlannedZipItem {
  readonly item: LivingItem
  readonly path: string
  readonly named: string
}

export interface LeftOut {
  readonly path: string
  readonly code: ErrorCode
}

export interface ZipPlan {
  readonly name: string
  readonly folders: readonly PlannedZipItem[]
  readonly files: readonly PlannedZipItem[]
  readonly leftOut: readonly LeftOut[]
  readonly names: ZipNames
}

/** Lists each file once. @throws Refusal NOT_FOUND, ZIP_TOO_LARGE, or the logged reason why no file is allowed */
export async function planZip(
  parts: Pick<DeliveryParts, 'database' | 'activity'>,
  actor: Actor,
  ids: readonly number[],
): Promise<ZipPlan> {
  const tops = await findTops(parts, actor, ids)
  const rows = await withContent(parts, actor, tops)
  const numbers = await numbersForNames(parts.database.db, visibleItems(actor), rows)
  const names = new ZipNames()
  const ways = new Map<number, string>()
  const folders: PlannedZipItem[] = []
  const files: PlannedZipItem[] = []
  const leftOut: LeftOut[] = []
  for (const item of rows) {
    const parent = tops.includes(item) ? '' : ways.get(item.parent_id)
    // The contents of unreadable folders stay hidden.
    if (parent === undefined) continue
    const named = indexedName(numbers.get(item.id), item.name)
    if (item.folder) {
      const path = names.add(parent, named, 'folder')
      ways.set(item.id, path)
      folders.push({ item, path, named })
      continue
    }
    const { code, isMarked } = outlookOf(actor, item)
    if (code) leftOut.push({ path: `${parent}${named}`, code })
    else
      files.push({
        item,
        named,
        path: names.add(parent, isMarked ? copyName(named) : named, 'file'),
      })
  }
  const [first] = leftOut
  if (files.length === 0 && first) await refuse(parts, actor, tops, first.code)
  return { name: await nameOf(parts, actor, tops, numbers), folders, files, leftOut, names }
}

function outlookOf(
  actor: Actor,
  item: LivingItem,
): { readonly code?: ErrorCode; readonly isMarked: boolean } {
  const decision = decide('zip', actor, {
    ...candidateOf(item),
    isNewest: true,
    isPrintable: false,
  })
  if (decision.outcome === 'denied') return { code: decision.code, isMarked: false }
  const isMarked = decision.marksFor !== undefined
  if (!isMarked || item.view_status === 'READY') return { isMarked }
  const mayTurnOutReady =
    item.view_status === null && item.ext !== '' && viewableKind({ ext: item.ext }) !== undefined
  return mayTurnOutReady ? { isMarked } : { code: 'WATERMARK', isMarked }
}

async function findTops(
  { database }: Pick<DeliveryParts, 'database'>,
  actor: Actor,
  ids: readonly number[],
): Promise<LivingItem[]> {
  const wanted = new Set(ids)
  const found = await findVisibleItems(database.db, visibleItems(actor), [...wanted])
  const readable = found.filter(
    (item) => item.folder || allowed(actor, 'read', [candidateOf(item)]).has(item.id),
  )
  if (readable.length < wanted.size) throw new Refusal('NOT_FOUND')
  const order = [...wanted]
  return found
    .filter((item) => !item.ancestors.some((folder) => wanted.has(folder)))
    .sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
}

async function withContent(
  { database }: Pick<DeliveryParts, 'database'>,
  actor: Actor,
  tops: readonly LivingItem[],
): Promise<LivingItem[]> {
  const rows: LivingItem[] = []
  for (const top of tops) {
    rows.push(top)
    if (top.folder) {
      const below = await listVisibleBelow(
        database.db,
        visibleItems(actor),
        top,
        LIMITS.itemsPerZip + 1,
      )
      const readable = allowed(actor, 'read', below.map(candidateOf))
      for (const item of below) if (item.folder || readable.has(item.id)) rows.push(item)
    }
    if (rows.length > LIMITS.itemsPerZip)
      throw new Refusal('ZIP_TOO_LARGE', { variables: { limit: LIMITS.itemsPerZip } })
  }
  return rows
}

async function refuse(
  { database, activity }: Pick<DeliveryParts, 'database' | 'activity'>,
  actor: Actor,
  tops: readonly LivingItem[],
  code: ErrorCode,
): Promise<never> {
  const reason = code === 'DOWNLOAD_DENIED' ? 'right' : 'watermark'
  const details = tops.map(({ id, name }) => ({ itemId: id, name, reason }) as const)
  await database.transaction((tx) =>
    activity.recordEach(tx, actor, 'document.download-refused', details),
  )
  throw new Refusal(code)
}

async function nameOf(
  { database }: Pick<DeliveryParts, 'database'>,
  actor: Actor,
  tops: readonly LivingItem[],
  numbers: ReadonlyMap<number, string>,
): Promise<string> {
  const [only, another] = tops
  const name =
    only && another === undefined
      ? indexedName(numbers.get(only.id), only.name)
      : (await roomIfAny(database.db, actor.roomId))?.name
  return `${safeName(name ?? '')}.zip`
}
