import type { EntryRow } from './archive.read.ts'

export const isFile = ({
  kind,
  form,
  sealed: encrypted,
}: Pick<EntryRow, 'kind' | 'form' | 'sealed'>): boolean =>
  kind === 'document'
    ? form !== null
    : kind === 'signed' ||
      kind === 'attached' ||
      kind === 'record' ||
      (kind === 'made' && encrypted !== null)

export const isInZip = (entry: EntryRow): boolean => entry.kind === 'folder' || isFile(entry)
