import type { Queryable } from '../../../platform/db/database.ts'
import type { IndexedItem, RoomIndex } from '../room-index/walk-index.ts'
import { type ExpectedRow, findExpected } from './expected.read.ts'

export type IndexedExpectation = Pick<
  IndexedItem,
  'parentId' | 'depth' | 'number' | 'name' | 'location'
> & {
  readonly id: number
  readonly isFolder: false
  readonly size: undefined
  readonly pages: undefined
  readonly storedAt: undefined
  readonly isExpected: true
}

interface OpenFolder {
  readonly id: number
  readonly depth: number
  readonly number: string | undefined
  readonly location: readonly string[]
  readonly left: ExpectedRow[]
}

export interface IndexWithExpected {
  readonly size: number
  items(): AsyncIterable<IndexedItem | IndexedExpectation>
}

/** Only operators may see the result. */
export async function indexWithExpected(
  db: Queryable,
  roomId: number,
  index: RoomIndex,
  isWhole: boolean,
): Promise<IndexWithExpected> {
  const missing = (await findExpected(db, roomId, 0, true)).filter(({ itemId }) => itemId === null)
  if (missing.length === 0) return index
  const byFolder = new Map<number, ExpectedRow[]>()
  for (const row of missing)
    byFolder.set(row.parentId, [...(byFolder.get(row.parentId) ?? []), row])
  const root = {
    id: 0,
    depth: 0,
    number: '',
    location: [],
    left: isWhole ? (byFolder.get(0) ?? []) : [],
  }
  return {
    size: index.size + (isWhole ? missing.length : 0),
    items: () => merged(index.items(), root, byFolder),
  }
}

async function* merged(
  items: AsyncIterable<IndexedItem>,
  root: OpenFolder,
  byFolder: ReadonlyMap<number, readonly ExpectedRow[]>,
): AsyncGenerator<IndexedItem | IndexedExpectation> {
  const open: OpenFolder[] = [{ ...root, left: [...root.left] }]
  for await (const item of items) {
    while ((open.at(-1)?.depth ?? -1) >= item.depth) yield* listed(open.pop())
    const above = open.at(-1)
    if (above?.id === item.parentId) yield* listed(above, Number(item.number?.split('.').at(-1)))
    yield item
    if (!item.isFolder) continue
    const { id, depth, number } = item
    open.push({
      id,
      depth,
      number,
      location: [...item.location, item.name],
      left: [...(byFolder.get(id) ?? [])],
    })
  }
  while (open.length > 0) yield* listed(open.pop())
}

/** @param before the next item; undefined lists all that remain */
function* listed(folder: OpenFolder | undefined, before?: number): Generator<IndexedExpectation> {
  if (!folder) return
  const { id: parentId, depth, number: above, location, left } = folder
  for (let row = left[0]; row; row = left[0]) {
    if (before !== undefined && (row.number === null || !(row.number < before))) return
    left.shift()
    const number =
      row.number === null || above === undefined
        ? undefined
        : `${above}${above && '.'}${row.number}`
    yield {
      ...{ id: row.id, parentId, depth: depth + 1, number, name: row.name, location },
      ...{
        isFolder: false,
        size: undefined,
        pages: undefined,
        storedAt: undefined,
        isExpected: true,
      },
    }
  }
}
