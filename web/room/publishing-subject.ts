import type { Item } from '../../contract/features/documents.ts'

/** What is published or staged, as its list has it. */
export type PublishingSubject = Pick<Item, 'id' | 'name' | 'type' | 'state' | 'staging' | 'publishAt' | 'unpublishAt'>

/** Opens the dialog for items, or for the uploads into one folder. */
export type ShowPublishing = (what: 'publish' | 'unpublish' | 'staging', subjects: readonly PublishingSubject[]) => void
