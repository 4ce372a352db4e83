import type { Item } from '../../contract/features/documents.ts'

export type PublishingSubject = Pick<
  Item,
  'id' | 'name' | 'type' | 'state' | 'staging' | 'publishAt' | 'unpublishAt'
>

export type ShowPublishing = (
  what: 'publish' | 'unpublish' | 'staging',
  subjects: readonly PublishingSubject[],
) => void
