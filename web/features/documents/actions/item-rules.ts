import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { isFolder } from '../file-kind.ts'

export type Obstacle =
  | 'NOTHING'
  | 'PRINT_FOLDER'
  | 'PRINT_DENIED'
  | 'PRINT_TYPE'
  | 'PRINT_ONE'
  | 'DOWNLOAD_DENIED'
  | 'DOWNLOAD_MANY'
  | 'NOT_RAISED'
  | 'RENAME_MANY'

const PRINTABLE: ReadonlySet<string> = new Set(['bmp', 'jpg', 'jpeg', 'png', 'pdf'])

export function printObstacle(items: readonly Item[]): Obstacle | undefined {
  if (items.length === 0) return 'NOTHING'
  if (items.some(isFolder)) return 'PRINT_FOLDER'
  if (items.some(({ permission }) => !permission.print)) return 'PRINT_DENIED'
  if (items.some(({ ext }) => !PRINTABLE.has(ext))) return 'PRINT_TYPE'
  return items.length > 1 ? 'PRINT_ONE' : undefined
}

/** Items that may not be downloaded are left out, not obstacles. */
export function downloadObstacle(items: readonly Item[]): Obstacle | undefined {
  if (items.length === 0) return 'NOTHING'
  const rest = items.filter(({ permission }) => permission.download)
  if (rest.length === 0) return 'DOWNLOAD_DENIED'
  return rest.length > LIMITS.itemsPerTicket ? 'DOWNLOAD_MANY' : undefined
}

export function changeObstacle(
  items: readonly Item[],
  right: 'copy' | 'edit' | 'delete',
): Obstacle | undefined {
  if (items.length === 0) return 'NOTHING'
  return items.every(({ permission }) => permission[right]) ? undefined : 'NOT_RAISED'
}

export const renameObstacle = (items: readonly Item[]): Obstacle | undefined =>
  changeObstacle(items, 'edit') ??
  (items.length > LIMITS.renamesPerCall ? 'RENAME_MANY' : undefined)

export function targetObstacle(
  items: readonly Pick<Item, 'id' | 'parent'>[],
  target: number,
  targetPath: readonly number[],
): 'PRESENT' | 'INTO_ITSELF' | undefined {
  if (items.every(({ parent }) => parent === target)) return 'PRESENT'
  return items.some(({ id }) => targetPath.includes(id)) ? 'INTO_ITSELF' : undefined
}
