import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import {
  findZipEnd,
  isEncrypted,
  NotThatZip,
  readZipRecords,
  view,
  type ZipRecord,
} from '../../../contract/proof/zip-directory.ts'
import { zipNamesOf } from './zip-names.ts'

/** Memory holds the directory. */
const LIMITS = { count: 500_000, size: 128 * 2 ** 20, allowsEncrypted: true }

// The source is APPNOTE.TXT 6.3.10.
const LOCAL = 0x04034b50
const LOCAL_SIZE = 30
const STORED = 0
const DEFLATED = 8

const TYPE = 0o170000
const LINK = 0o120000
const ORDINARY = [0, 0o100000, 0o040000]

type ZipEntryFault =
  | 'ENCRYPTED'
  | 'METHOD'
  | 'LINK'
  | 'SPECIAL'
  | 'ENCODING'
  | 'OVERLAP'
  | 'DAMAGED'
  | 'CHECKSUM'
  | 'FALSE_SIZE'

export class ZipEntryError extends Error {
  override name = 'ZipEntryError'
  readonly fault: ZipEntryFault

  constructor(fault: ZipEntryFault) {
    super(fault)
    this.fault = fault
  }
}

export interface ZipFileEntry {
  /** A foreign name must never become a local path. */
  readonly name: string
  readonly isFolder: boolean
  readonly size: number
  readonly fault: ZipEntryFault | undefined
  /** Never exceeds the declared size. @throws ZipEntryError */
  content(): AsyncGenerator<Buffer>
}

interface OpenZipFile {
  readonly entries: readonly ZipFileEntry[]
  close(): Promise<void>
}

/** @throws NotThatZip for no zip or an incomplete directory. */
export async function openZipFile(file: string): Promise<OpenZipFile> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const read = (offset: number, length: number): Promise<Buffer> =>
      readExactly(handle, offset, length)
    const end = await findZipEnd({ size, read })
    if (end === undefined) throw new NotThatZip('no end of a zip')
    const { records, offset } = await readZipRecords({ size, read }, end, LIMITS)
    return {
      entries: entriesOf(file, records, { read, directory: offset }),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function readExactly(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await handle.read(bytes, 0, length, offset)
  if (bytesRead < length) throw new NotThatZip('cut')
  return bytes
}

interface Archive {
  readonly read: (offset: number, length: number) => Promise<Buffer>
  readonly directory: number
}

function entriesOf(file: string, records: readonly ZipRecord[], archive: Archive): ZipFileEntry[] {
  const nameOf = zipNamesOf(records)
  const headers = records.map(({ header }) => header).sort((one, other) => one - other)
  const followers = new Map(
    headers.map((header, index) => [header, headers[index + 1] ?? archive.directory]),
  )
  // An extra field missing in the local header can give one content many names.
  const shared = new Set(headers.filter((header, index) => header === headers[index + 1]))
  return records.map((record) => {
    const name = nameOf(record)
    const next = followers.get(record.header) ?? archive.directory
    return {
      name: name ?? Buffer.from(record.name).toString('latin1'),
      isFolder: name?.endsWith('/') === true,
      size: record.size,
      fault:
        name === undefined ? 'ENCODING' : shared.has(record.header) ? 'OVERLAP' : faultOf(record),
      content: () => contentOf(file, record, { ...archive, next }),
    }
  })
}

function faultOf(record: ZipRecord): ZipEntryFault | undefined {
  const type = record.mode & TYPE
  if (isEncrypted(record)) return 'ENCRYPTED'
  if (type === LINK) return 'LINK'
  if (!ORDINARY.includes(type)) return 'SPECIAL'
  return record.method === STORED || record.method === DEFLATED ? undefined : 'METHOD'
}

async function* contentOf(
  file: string,
  record: ZipRecord,
  archive: Archive & { readonly next: number },
): AsyncGenerator<Buffer> {
  const start = await startOf(record, archive)
  let size = 0
  let crc = 0
  for await (const piece of unpacked(file, record, start)) {
    size += piece.length
    if (size > record.size) throw new ZipEntryError('FALSE_SIZE')
    crc = crc32(piece, crc)
    yield piece
  }
  if (size !== record.size) throw new ZipEntryError('FALSE_SIZE')
  if (crc !== record.crc) throw new ZipEntryError('CHECKSUM')
}

/** Overlapping entries unpack to many times the archive's size. */
async function startOf(
  { header, name, compressedSize }: ZipRecord,
  { read, next }: Archive & { readonly next: number },
): Promise<number> {
  if (header + LOCAL_SIZE + name.length > next) throw new ZipEntryError('OVERLAP')
  const local = await read(header, LOCAL_SIZE + name.length)
  const data = view(local)
  const isNamed =
    data.getUint16(26, true) === name.length && local.subarray(LOCAL_SIZE).equals(name)
  if (data.getUint32(0, true) !== LOCAL || !isNamed) throw new ZipEntryError('DAMAGED')
  const start = header + LOCAL_SIZE + name.length + data.getUint16(28, true)
  if (start + compressedSize > next) throw new ZipEntryError('OVERLAP')
  return start
}

async function* unpacked(
  file: string,
  { method, compressedSize }: ZipRecord,
  start: number,
): AsyncGenerator<Buffer> {
  if (compressedSize === 0) return
  const packed = createReadStream(file, { start, end: start + compressedSize - 1 })
  if (method === STORED) {
    yield* packed as AsyncIterable<Buffer>
    return
  }
  const inflated = createInflateRaw()
  pipeline(packed, inflated, () => undefined)
  try {
    yield* inflated as AsyncIterable<Buffer>
  } catch (error) {
    throw isOfZlib(error) ? new ZipEntryError('DAMAGED') : error
  } finally {
    packed.destroy()
    inflated.destroy()
  }
}

const isOfZlib = (error: unknown): boolean =>
  /^Z_/.test(String((error as NodeJS.ErrnoException | null)?.code))
