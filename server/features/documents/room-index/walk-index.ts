import type { VisibleItems } from '../../../access/items.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { numberingOf } from '../../rooms/index.ts'
import { countingOf } from '../numbering/numbering.read.ts'
import { findIndexRows } from './index-rows.read.ts'
import { type Children, readTreeOrder } from './tree-order.read.ts'

export interface IndexedItem {
  readonly id: number
  readonly parentId: number
  readonly depth: number
  readonly number: string | undefined
  readonly isFolder: boolean
  readonly name: string
  readonly location: readonly string[]
  readonly size: number
  readonly pages: number | undefined
  readonly storedAt: Date
  readonly isStaged: boolean
  readonly level: number
  readonly versionId: number | null
}

export interface RoomIndex {
  readonly isNumbered: boolean
  readonly numbersNames: boolean
  readonly size: number
  /** Batches keep memory constant. */
  items(): AsyncGenerator<IndexedItem>
}

interface IndexPosition {
  readonly id: number
  readonly depth: number
  readonly number: string | undefined
  readonly isListed: boolean
}

export interface ChosenItems {
  readonly ids: ReadonlySet<number>
  readonly ancestors: ReadonlySet<number>
}

const ROWS_AT_ONCE = 1_000

/** Numbers are the whole room's. Skips concurrently removed items. Uses eight bytes per item. */
export async function walkIndex(
  db: Queryable,
  scope: VisibleItems,
  chosen?: ChosenItems,
): Promise<RoomIndex> {
  const settings = await numberingOf(db, scope.roomId)
  const counting = countingOf(settings, scope)
  const order = await readTreeOrder(db, scope, counting)
  const places = () =>
    placesBelow(order, { id: 0, depth: 0, number: '', isListed: chosen === undefined }, chosen)
  let size = 0
  if (chosen) for (const { isListed } of places()) size += isListed ? 1 : 0
  else for (const { ids } of order.values()) size += ids.length
  return {
    isNumbered: counting !== undefined,
    numbersNames: settings.inNames && counting !== undefined,
    size,
    items: () => itemsAt(db, scope, places()),
  }
}

function* placesBelow(
  order: ReadonlyMap<number, Children>,
  parent: IndexPosition,
  chosen: ChosenItems | undefined,
): Generator<IndexPosition> {
  const { ids, numbers } = order.get(parent.id) ?? { ids: [], numbers: undefined }
  for (const [at, id] of ids.entries()) {
    const isListed = parent.isListed || (chosen?.ids.has(id) ?? false)
    if (!isListed && !chosen?.ancestors.has(id)) continue
    const own = numbers ? numbers[at] : at + 1
    const number =
      parent.number === undefined || !own
        ? undefined
        : `${parent.number}${parent.number && '.'}${own}`
    const place = { id, depth: parent.depth + 1, number, isListed }
    yield place
    yield* placesBelow(order, place, chosen)
  }
}

async function* itemsAt(
  db: Queryable,
  scope: VisibleItems,
  places: Iterable<IndexPosition>,
): AsyncGenerator<IndexedItem> {
  const path: { readonly id: number; readonly name: string }[] = []
  for (const batch of batchesOf(places)) {
    const rows = await findIndexRows(
      db,
      scope,
      batch.map(({ id }) => id),
    )
    for (const { id, depth, number, isListed } of batch) {
      path.length = Math.min(path.length, depth - 1)
      const row = rows.get(id)
      if (!row || path.length < depth - 1 || row.parent_id !== (path.at(-1)?.id ?? 0)) continue
      if (isListed)
        yield {
          ...{
            id,
            depth,
            number,
            parentId: row.parent_id,
            isFolder: row.folder,
            name: row.name,
            size: row.size,
          },
          ...{
            location: path.map(({ name }) => name),
            pages: row.page_count ?? undefined,
            storedAt: row.stored_at,
          },
          ...{ isStaged: row.staged || row.unseen, level: row.level, versionId: row.version_id },
        }
      path.push({ id, name: row.name })
    }
  }
}

function* batchesOf(places: Iterable<IndexPosition>): Generator<readonly IndexPosition[]> {
  let batch: IndexPosition[] = []
  for (const place of places) {
    if (batch.push(place) < ROWS_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
