import { fileTypeFromBuffer } from 'file-type'
import type { ContentReader } from './content-reader.ts'
import { endsAsZip } from './zip-directory.ts'

/** ISO 32000-1, Annex H, note 13 gives this range. */
const HEADER_WITHIN = 1_024
const BYTE_ORDER_MARK = Buffer.from('efbbbf', 'hex')
/** The last one starts printer jobs. */
const TEXT_CONTROLS = [0x09, 0x0a, 0x0c, 0x0d, 0x1b]
const BEGINS_WITH_OBJECT = /^(?:%[^!<\r\n]{0,32}[\r\n]{1,2})?\s{0,4}\d{1,7} \d{1,5} obj\b/
/** Browsers, shells and PostScript would run such text. */
const FOREIGN_TEXT = /<|^\s*(?:#!|%!)/

/** Text may precede the header, but no other format. */
export async function isPdf(content: ContentReader): Promise<boolean> {
  const head = await content.read(0, Math.min(HEADER_WITHIN, content.size))
  const start = head.indexOf('%PDF-')
  const isIt =
    start === -1 ? await isHeadless(content, head) : await isHarmlessPrefix(head.subarray(0, start))
  return isIt && !(await endsAsZip(content))
}

async function isHeadless(content: ContentReader, head: Buffer): Promise<boolean> {
  if (
    !BEGINS_WITH_OBJECT.test(head.toString('latin1')) ||
    (await fileTypeFromBuffer(head)) !== undefined
  )
    return false
  const size = Math.min(HEADER_WITHIN, content.size)
  const tail = (await content.read(content.size - size, size)).toString('latin1')
  return /\bstartxref\s{1,4}\d+\s{1,4}%%EOF\s*$/.test(tail)
}

async function isHarmlessPrefix(prefix: Buffer): Promise<boolean> {
  const marked = prefix.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  const text = prefix.subarray(marked ? BYTE_ORDER_MARK.length : 0)
  if (!text.every(isText) || FOREIGN_TEXT.test(text.toString('latin1'))) return false
  return (await fileTypeFromBuffer(text)) === undefined
}

function isText(byte: number): boolean {
  return (byte >= 0x20 && byte <= 0x7e) || TEXT_CONTROLS.includes(byte)
}
