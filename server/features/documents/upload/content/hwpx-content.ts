import type { ContentReader } from './content-reader.ts'
import { readPackagePaths } from './package-paths.ts'

/** KS X 6101 and EPUB OCF 3.3, 4.3, fix the uncompressed first part. */
const TYPE_PART = 'mimetype'
const TYPE = 'application/hwp+zip'
const HEADER_SIZE = 30

export async function isHwpx(content: ContentReader): Promise<boolean> {
  const paths = await readPackagePaths(content)
  return (
    paths !== undefined &&
    (await saysHwpx(content)) &&
    paths.includes('contents/content.hpf') &&
    paths.includes('contents/section0.xml')
  )
}

async function saysHwpx(content: ContentReader): Promise<boolean> {
  const header = await content.read(0, HEADER_SIZE)
  const [nameLength, extraLength] = [header.readUInt16LE(26), header.readUInt16LE(28)]
  const start = await content.read(HEADER_SIZE, nameLength + extraLength + TYPE.length)
  const name = start.toString('latin1', 0, nameLength)
  return name === TYPE_PART && start.toString('latin1', nameLength + extraLength) === TYPE
}
