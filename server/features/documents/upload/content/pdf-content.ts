import { fileTypeFromBuffer } from 'file-type'
import type { ContentReader } from './content-reader.ts'
import { endsAsZip } from './zip-directory.ts'

/** Readers find the header within this range (ISO 32000-1, Annex H, note 13). */
const HEADER_WITHIN = 1_024
const BYTE_ORDER_MARK = Buffer.from('efbbbf', 'hex')
/** The last is the escape that opens a printer job. */
const TEXT_CONTROLS = [0x09, 0x0a, 0x0c, 0x0d, 0x1b]
/** Browsers, shells and PostScript interpret such text. */
const FOREIGN_TEXT = /<|^\s*(?:#!|%!)/

/** Detects a PDF that cannot pass for another format. Some text may precede its header. */
export async function isPdf(content: ContentReader): Promise<boolean> {
  const head = await content.read(0, Math.min(HEADER_WITHIN, content.size))
  const start = head.indexOf('%PDF-')
  return start !== -1 && (await isHarmlessLead(head.subarray(0, start))) && !(await endsAsZip(content))
}

async function isHarmlessLead(lead: Buffer): Promise<boolean> {
  const marked = lead.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  const text = lead.subarray(marked ? BYTE_ORDER_MARK.length : 0)
  if (!text.every(isText) || FOREIGN_TEXT.test(text.toString('latin1'))) return false
  return (await fileTypeFromBuffer(text)) === undefined
}

function isText(byte: number): boolean {
  return (byte >= 0x20 && byte <= 0x7e) || TEXT_CONTROLS.includes(byte)
}
