import { ContentReader, type ContentSource } from '../../upload/content/content-reader.ts'
import { findHangulTraits } from './hangul-traits.ts'
import { findOfficeTraits } from './office-traits.ts'
import { findOldOfficeTraits } from './old-office-traits.ts'
import { findPdfTraits } from './pdf-traits.ts'
import type { DocumentTrait } from './trait.ts'

/** Streams are read whole into memory. */
const COMPOUND_MAX = 64 * 2 ** 20

const compound =
  (find: (content: ContentReader, ext: string) => Promise<ReadonlySet<DocumentTrait>>) =>
  (source: ContentSource, ext: string) =>
    find(new ContentReader(source, COMPOUND_MAX), ext)

const oldOffice = compound(findOldOfficeTraits)

const FINDERS: ReadonlyMap<
  string,
  (source: ContentSource, ext: string) => Promise<ReadonlySet<DocumentTrait>>
> = new Map([
  ...['docx', 'xlsx', 'pptx', 'hwpx'].map((ext) => [ext, findOfficeTraits] as const),
  ...['doc', 'xls', 'ppt'].map((ext) => [ext, oldOffice] as const),
  ['hwp', compound(findHangulTraits)],
  ['pdf', findPdfTraits],
])

export const isLookedInto = (ext: string): boolean => FINDERS.has(ext)

export async function findTraits(
  source: ContentSource,
  ext: string,
): Promise<ReadonlySet<DocumentTrait>> {
  const find = FINDERS.get(ext)
  if (!find) return new Set()
  return find(source, ext).catch(() => new Set(['UNCHECKED' as const]))
}
