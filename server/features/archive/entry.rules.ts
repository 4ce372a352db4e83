import type { EntryRow } from './archive.read.ts'

/** Whether an entry is a file of the zip: a document whose content does not come along is none. */
export const isFile = ({ kind, form, sealed }: Pick<EntryRow, 'kind' | 'form' | 'sealed'>): boolean =>
  kind === 'document' ? form !== null : kind === 'signed' || (kind === 'made' && sealed !== null)

/** Whether an entry stands in the zip, as a file or a folder. */
export const isInZip = (entry: EntryRow): boolean => entry.kind === 'folder' || isFile(entry)
