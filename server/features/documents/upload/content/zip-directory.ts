import {
  END_SIZE,
  findZipEnd,
  MAX_COMMENT,
  NotThatZip,
  readZipRecords,
  type ZipRecord,
} from '../../../../../contract/proof/zip-directory.ts'
import { type ContentReader, MalformedError } from './content-reader.ts'

export interface ZipEntry extends Pick<ZipRecord, 'size' | 'compressedSize' | 'mode'> {
  /** Different names stay different. */
  readonly name: string
}

const LOCAL_SIGNATURE = 0x04034b50
const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1')
const METHODS = [0, 8]

/** Editors and transfers append this much. */
const MAX_PADDING = 64_000
const PADDING: ReadonlySet<number> = new Set(Buffer.from('\0\t\n\v\f\r ', 'latin1'))

const LIMITS = { count: 10_000, size: 4 * 2 ** 20 }

/** Unpacking programs accept such files. */
export async function endsAsZip(content: ContentReader): Promise<boolean> {
  return (await findZipEnd(content)) !== undefined
}

/** Requires that only padding follows. Does not validate the archive. */
export async function endBeforePadding(content: ContentReader): Promise<number | undefined> {
  if (
    content.size < END_SIZE ||
    (await content.read(0, 4)).readUInt32LE(0) !== LOCAL_SIGNATURE ||
    (await endsAsZip(content))
  )
    return undefined
  const length = Math.min(content.size, END_SIZE + MAX_COMMENT + MAX_PADDING)
  const tail = await content.read(content.size - length, length)
  const at = tail.lastIndexOf(END_SIGNATURE)
  if (at === -1 || at + END_SIZE > length) return undefined
  const end = at + END_SIZE + tail.readUInt16LE(at + 20)
  const padding = tail.subarray(end)
  if (
    padding.length === 0 ||
    padding.length > MAX_PADDING ||
    !padding.every((byte) => PADDING.has(byte))
  )
    return undefined
  return content.size - padding.length
}

/** The archive must fill its file. @throws MalformedError, also above 10,000 entries or 4 MiB */
export async function readZipDirectory(content: ContentReader): Promise<ZipEntry[]> {
  const end = await findZipEnd(content)
  if (end === undefined || (await content.read(0, 4)).readUInt32LE(0) !== LOCAL_SIGNATURE)
    throw new MalformedError('no ZIP archive')
  // Readers that ignore the comment length would find a second end record.
  const comment = await content.read(end, content.size - end)
  if (comment.lastIndexOf(END_SIGNATURE) !== 0) throw new MalformedError('two end records')
  const { records, offset } = await readZipRecords(content, end, LIMITS).catch(asMalformed)
  if (records.some(({ method }) => !METHODS.includes(method)))
    throw new MalformedError('an entry that is neither stored nor deflated')
  if (records.reduce((sum, { compressedSize }) => sum + compressedSize, 0) > offset)
    throw new MalformedError('entries that overlap')
  return records.map(({ name, ...rest }) => ({
    ...rest,
    name: Buffer.from(name).toString('latin1'),
  }))
}

function asMalformed(error: unknown): never {
  if (error instanceof NotThatZip) throw new MalformedError(error.message)
  throw error
}
