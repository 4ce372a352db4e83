import type { Extension } from '../../../../../contract/core/limits.ts'
import { hasMainStream } from './compound-content.ts'
import { type ContentReader, MalformedError } from './content-reader.ts'

/** Formats before compound files begin thus; [MS-XLS] 2.4.21 has later records. */
const STARTS: Readonly<Partial<Record<Extension, readonly Buffer[]>>> = {
  doc: ['9ba5', 'dba5', 'dca5', '31be0000', '32be0000', 'fe32', 'fe37'].map((hex) =>
    Buffer.from(hex, 'hex'),
  ),
  xls: ['09000400', '09020600', '09040600', '09080800'].map((hex) => Buffer.from(hex, 'hex')),
  ppt: ['eddead0b', '0baddeed'].map((hex) => Buffer.from(hex, 'hex')),
  hwp: ['V1', 'V2'].map((version) => Buffer.from(`HWP Document File ${version}`)),
}

/** No current software can read PowerPoint 4. */
const POWERPOINT_4 = 'PP40'

export async function isOldFormat(ext: Extension, content: ContentReader): Promise<boolean> {
  for (const start of STARTS[ext] ?? [])
    if (content.size >= start.length && (await content.read(0, start.length)).equals(start))
      return true
  return ext === 'ppt' && (await hasStream(content, POWERPOINT_4))
}

async function hasStream(content: ContentReader, name: string): Promise<boolean> {
  try {
    return await hasMainStream(content, [name])
  } catch (error) {
    if (error instanceof MalformedError) return false
    throw error
  }
}
