import type { Item } from '../../../contract/features/documents.ts'

/** The names of the folders in which an item is, from the root on; none for the root. */
export const wayTo = ({ path, name }: Pick<Item, 'path' | 'name'>): readonly string[] =>
  path.length > name.length ? path.slice(0, -(name.length + 1)).split('/') : []
