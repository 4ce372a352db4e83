import type { Item } from '../../../contract/features/documents.ts'

type Wanted = Partial<Item> & Pick<Item, 'id' | 'roomId' | 'name' | 'path'> & { days?: number }

/** A document of the list, or a folder where `itemCount` is given; `path` is of its folder, uploaded `days` ago. */
export function listedItem(wanted: Wanted): Item
