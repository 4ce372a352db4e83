import type { Item } from '../../../../contract/features/documents.ts'

export const pathTo = ({ path, name }: Pick<Item, 'path' | 'name'>): readonly string[] =>
  path.length > name.length ? path.slice(0, -(name.length + 1)).split('/') : []
