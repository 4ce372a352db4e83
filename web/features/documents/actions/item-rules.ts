import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { isFolder } from '../file-kind.ts'

/** Why something cannot be done with items. */
export type Obstacle =
  | 'NOTHING'
  | 'PRINT_FOLDER'
  | 'PRINT_DENIED'
  | 'PRINT_TYPE'
  | 'PRINT_ONE'
  | 'DOWNLOAD_DENIED'
  | 'DOWNLOAD_MANY'
  | 'NOT_RAISED'

const PRINTABLE: ReadonlySet<string> = new Set(['bmp', 'jpg', 'jpeg', 'png', 'pdf'])

/** What keeps items from being printed: a file is needed, then the right, then the type; one at a time. */
export function printObstacle(items: readonly Item[]): Obstacle | undefined {
  if (items.length === 0) return 'NOTHING'
  if (items.some(isFolder)) return 'PRINT_FOLDER'
  if (items.some(({ permission }) => !permission.print)) return 'PRINT_DENIED'
  if (items.some(({ ext }) => !PRINTABLE.has(ext))) return 'PRINT_TYPE'
  return items.length > 1 ? 'PRINT_ONE' : undefined
}

/** What keeps items from being downloaded. */
export function downloadObstacle(items: readonly Item[]): Obstacle | undefined {
  if (items.length === 0) return 'NOTHING'
  if (items.some(({ permission }) => !permission.download)) return 'DOWNLOAD_DENIED'
  return items.length > LIMITS.itemsPerTicket ? 'DOWNLOAD_MANY' : undefined
}

/** What keeps items from being changed. */
export function changeObstacle(items: readonly Item[], right: 'copy' | 'edit' | 'delete'): Obstacle | undefined {
  if (items.length === 0) return 'NOTHING'
  return items.every(({ permission }) => permission[right]) ? undefined : 'NOT_RAISED'
}

/** Why items cannot be moved into a folder: they are in it already, or it is one of them or lies in one. `way` leads to it, itself the last. */
export function targetObstacle(
  items: readonly Pick<Item, 'id' | 'parent'>[],
  target: number,
  way: readonly number[],
): 'PRESENT' | 'INTO_ITSELF' | undefined {
  if (items.every(({ parent }) => parent === target)) return 'PRESENT'
  return items.some(({ id }) => way.includes(id)) ? 'INTO_ITSELF' : undefined
}
