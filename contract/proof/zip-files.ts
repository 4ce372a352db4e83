import {
  END_SIZE,
  findZipEnd,
  NotThatZip,
  readZipRecords,
  view,
  widenNumbers,
  type ZipRecord,
  type ZipSource,
} from './zip-directory.ts'

declare const TextDecoder: new (label: string) => { decode(bytes: Uint8Array): string }

export interface ZippedFile {
  readonly path: string
  readonly size: number
  /** @throws NotThatZip if the directory is false */
  offset(): Promise<number>
}

// APPNOTE.TXT 6.3.10 defines this value.
const LOCAL = 0x04034b50
const LOCAL_SIZE = 30
/** Our ZIP64 end record and locator have this size. */
const WIDE_SIZE = 76
/** The fields are ZIP64 and Info-ZIP's extended timestamp. */
const FIELDS = [1, 0x5455]
/** The sizes then follow the content. */
const FOLLOWED = 8
const STORED = 0

/**
 * Accepts only stored entries without gaps, which could show unzip programs different files, or comments. Folders are left out.
 * @throws NotThatZip
 */
export async function zippedFiles(source: ZipSource): Promise<readonly ZippedFile[]> {
  const end = await findZipEnd(source)
  if (end === undefined || end + END_SIZE !== source.size) throw new NotThatZip('no end')
  const { records, offset, wideSize, needsWide } = await readZipRecords(source, end)
  if (wideSize !== (needsWide ? WIDE_SIZE : 0)) throw new NotThatZip('no end of an archive')
  if ((records[0]?.header ?? offset) !== 0) throw new NotThatZip('something before its entries')
  const files: ZippedFile[] = []
  for (const [index, record] of records.entries()) {
    checkRecord(record)
    const next = records[index + 1]?.header ?? offset
    const path = new TextDecoder('utf-8').decode(record.name)
    if (path.endsWith('/')) await contentOffset(source, record, next)
    else files.push({ path, size: record.size, offset: () => contentOffset(source, record, next) })
  }
  return files
}

function checkRecord({ method, flags, size, compressedSize, extra }: ZipRecord): void {
  if (method !== STORED || (flags & FOLLOWED) !== 0 || size !== compressedSize)
    throw new NotThatZip('an entry that is not stored')
  checkExtra(extra)
}

/** Other fields could name another file. */
function checkExtra(extra: Uint8Array): void {
  const data = view(extra)
  let at = 0
  while (at + 4 <= extra.length && FIELDS.includes(data.getUint16(at, true)))
    at += 4 + data.getUint16(at + 2, true)
  if (at !== extra.length) throw new NotThatZip('an extra field that archives have not')
}

async function contentOffset(
  source: ZipSource,
  { header, name, size, crc }: ZipRecord,
  end: number,
): Promise<number> {
  if (header + LOCAL_SIZE + name.length > end) throw new NotThatZip('an entry that lies outside')
  const bytes = await source.read(header, LOCAL_SIZE + name.length)
  const data = view(bytes)
  const extraLength = data.getUint16(28, true)
  const offset = header + LOCAL_SIZE + name.length + extraLength
  const isLocal =
    data.getUint32(0, true) === LOCAL &&
    data.getUint16(8, true) === STORED &&
    (data.getUint16(6, true) & FOLLOWED) === 0
  const isNamed =
    data.getUint16(26, true) === name.length &&
    name.every((byte, index) => bytes[LOCAL_SIZE + index] === byte)
  if (!isLocal || !isNamed || offset + size !== end)
    throw new NotThatZip('an entry that is another one')
  const extra = await source.read(offset - extraLength, extraLength)
  checkExtra(extra)
  const sizes = widenNumbers(extra, [data.getUint32(22, true), data.getUint32(18, true)] as const)
  if (sizes.some((found) => found !== size) || data.getUint32(14, true) !== crc)
    throw new NotThatZip('an entry that is another one')
  return offset
}
