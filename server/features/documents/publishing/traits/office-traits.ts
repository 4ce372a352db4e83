import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import {
  findZipEnd,
  readZipRecords,
  type ZipRecord,
} from '../../../../../contract/proof/zip-directory.ts'
import type { ContentSource } from '../../upload/content/content-reader.ts'
import type { DocumentTrait } from './trait.ts'

const inflate = promisify(inflateRaw)

/** Searching larger parts would delay other documents. */
const MAX_PART = 16 * 2 ** 20
/** Workbooks and presentations can have many parts. */
const MAX_PARTS = 400
const LIMITS = { count: 10_000, size: 4 * 2 ** 20 }
const LOCAL_SIZE = 30

/** Bounded patterns prevent quadratic time. Namespace prefixes differ. */
interface Probe {
  readonly path: RegExp
  readonly shows: RegExp | undefined
  readonly trait: DocumentTrait
}

// ECMA-376-1: 17.13.5 (revisions), 17.13.4 (comments), 18.2.19 (sheet states), 19.3.1.38 (hidden slides).
const PROBES: readonly Probe[] = [
  {
    path: /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/,
    shows: /<\w+:(?:ins|del|moveFrom|moveTo)[\s>]/,
    trait: 'TRACKED_CHANGES',
  },
  { path: /^xl\/revisions\//, shows: undefined, trait: 'TRACKED_CHANGES' },
  { path: /^word\/comments\.xml$/, shows: /<\w+:comment[\s>]/, trait: 'COMMENTS' },
  { path: /^xl\/(?:comments|threadedcomments)/, shows: undefined, trait: 'COMMENTS' },
  { path: /^ppt\/comments\//, shows: undefined, trait: 'COMMENTS' },
  {
    path: /^xl\/workbook\.xml$/,
    shows: /<(?:\w+:)?sheet\s[^<>]{0,2000}\bstate="(?:hidden|veryHidden)"/,
    trait: 'HIDDEN_PARTS',
  },
  {
    path: /^ppt\/slides\/[^/]+\.xml$/,
    shows: /<\w+:sld\s[^<>]{0,2000}\bshow="(?:0|false)"/,
    trait: 'HIDDEN_PARTS',
  },
  {
    path: /^docprops\/core\.xml$/,
    shows: /<(?:\w+:)?(?:creator|lastModifiedBy)>[^<]/,
    trait: 'METADATA',
  },
  // KS X 6101 stores memos as fields, tracked changes in header or start marks.
  {
    path: /^contents\/section\d*\.xml$/,
    shows: /<\w+:fieldBegin\s[^<>]{0,2000}\btype="MEMO"|<\w+:hiddenComment[\s>]/,
    trait: 'COMMENTS',
  },
  {
    path: /^contents\/section\d*\.xml$/,
    shows: /<\w+:(?:insertBegin|deleteBegin)[\s/>]/,
    trait: 'TRACKED_CHANGES',
  },
  { path: /^contents\/header\.xml$/, shows: /<\w+:trackChange\s/, trait: 'TRACKED_CHANGES' },
  {
    path: /^contents\/content\.hpf$/,
    shows: /\bname="(?:creator|lastsaveby)"[^<>]{0,200}(?<!\/)>[^<\s]/,
    trait: 'METADATA',
  },
  { path: /^docprops\/app\.xml$/, shows: /<(?:\w+:)?(?:Company|Manager)>[^<]/, trait: 'METADATA' },
]

const pathOf = ({ name }: ZipRecord): string =>
  Buffer.from(name).toString('latin1').replaceAll('\\', '/').toLowerCase()

async function readPart(
  source: ContentSource,
  { header, compressedSize, size, method }: ZipRecord,
): Promise<string | undefined> {
  if (size > MAX_PART || compressedSize > MAX_PART) return undefined
  const local = await source.read(header, LOCAL_SIZE)
  const start = header + LOCAL_SIZE + local.readUInt16LE(26) + local.readUInt16LE(28)
  const packed = await source.read(start, compressedSize)
  // The claimed size may be false.
  const bytes = method === 0 ? packed : await inflate(packed, { maxOutputLength: MAX_PART })
  return bytes.toString('latin1')
}

export async function findOfficeTraits(source: ContentSource): Promise<ReadonlySet<DocumentTrait>> {
  const found = new Set<DocumentTrait>()
  const end = await findZipEnd(source)
  if (end === undefined) return new Set(['UNCHECKED'])
  const { records } = await readZipRecords(source, end, LIMITS)
  const parts = records.map((record) => ({ record, path: pathOf(record) }))
  let read = 0
  for (const { path: isPart, shows, trait } of PROBES) {
    for (const { record, path } of parts) {
      if (found.has(trait) || !isPart.test(path)) continue
      if (shows === undefined) found.add(trait)
      else if (read < MAX_PARTS) {
        read += 1
        const part = await readPart(source, record).catch(() => undefined)
        if (part === undefined) found.add('UNCHECKED')
        else if (shows.test(part)) found.add(trait)
      } else found.add('UNCHECKED')
    }
  }
  return found
}
