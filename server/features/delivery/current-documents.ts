import type { Subjects } from '../../access/authorize.ts'
import type { VisibleItems } from '../../access/items.ts'
import { documents, type FoundDocument } from './subjects.read.ts'

export const currentDocuments = (
  scope: VisibleItems,
  itemIds: readonly number[],
): Subjects<FoundDocument> => documents(scope, itemIds)
