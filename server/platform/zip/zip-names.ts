import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { decode } from 'iconv-lite'
import { view, type ZipRecord } from '../../../contract/proof/zip-directory.ts'

// The sources are APPNOTE.TXT 6.3.10, sections 4.4.4 and 4.6.9.
const UTF8_FLAG = 1 << 11
const UNICODE_PATH = 0x7075

type NamedZipRecord = Pick<ZipRecord, 'name' | 'extra' | 'flags'>

/** Info-ZIP adds this field; it counts only for its own name. */
function unicodePathOf({ name, extra }: NamedZipRecord): string | undefined {
  const data = view(extra)
  for (let at = 0; at + 4 <= extra.length; at += 4 + data.getUint16(at + 2, true)) {
    if (data.getUint16(at, true) !== UNICODE_PATH) continue
    const field = extra.subarray(at + 4, at + 4 + data.getUint16(at + 2, true))
    const isOurs =
      field.length > 5 && field[0] === 1 && view(field).getUint32(1, true) === crc32(name)
    return isOurs && isUtf8(field.subarray(5))
      ? Buffer.from(field.subarray(5)).toString('utf8')
      : undefined
  }
  return undefined
}

const isPlain = (name: Uint8Array): boolean => name.every((byte) => byte < 0x80)

/**
 * Unmarked names count as macOS's UTF-8 if all are valid, otherwise as Korean Windows's CP949. Short Hangul in CP949 can be valid UTF-8.
 * @returns a function that gives undefined for a name in another encoding
 */
export function zipNamesOf(
  records: readonly NamedZipRecord[],
): (record: NamedZipRecord) => string | undefined {
  const isUnmarked = (record: NamedZipRecord): boolean =>
    (record.flags & UTF8_FLAG) === 0 && !isPlain(record.name)
  const areUtf8 = records.every(
    (record) => !isUnmarked(record) || unicodePathOf(record) !== undefined || isUtf8(record.name),
  )
  return (record) => {
    const asUtf8 = (): string | undefined =>
      isUtf8(record.name) ? Buffer.from(record.name).toString('utf8') : undefined
    if (!isUnmarked(record)) return asUtf8()
    const given = unicodePathOf(record)
    if (given !== undefined) return given
    if (areUtf8) return asUtf8()
    const text = decode(Buffer.from(record.name), 'cp949')
    return text.includes('\uFFFD') ? undefined : text
  }
}
