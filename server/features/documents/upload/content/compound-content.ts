import { CompoundFile } from './cfb-directory.ts'
import type { ContentReader } from './content-reader.ts'

/** Hangul files up to version 3 are not compound files. */
const HWP_3_SIGNATURE = Buffer.from('HWP Document File V3')
const HWP_5_SIGNATURE = Buffer.from('HWP Document File')

export async function hasMainStream(
  content: ContentReader,
  names: readonly string[],
): Promise<boolean> {
  const entries = await (await CompoundFile.open(content)).rootEntries()
  return entries.some(({ name, type }) => type === 'stream' && names.includes(name))
}

/** Detects a package with a password ([MS-OFFCRYPTO] 2.3). */
export function isEncryptedOoxml(content: ContentReader): Promise<boolean> {
  return hasMainStream(content, ['ENCRYPTEDPACKAGE'])
}

/** Distribution documents have a ViewText storage. */
export async function isHwp(content: ContentReader): Promise<boolean> {
  if ((await content.read(0, HWP_3_SIGNATURE.length)).equals(HWP_3_SIGNATURE)) return true
  const file = await CompoundFile.open(content)
  const entries = await file.rootEntries()
  const header = entries.find(({ name, type }) => name === 'FILEHEADER' && type === 'stream')
  if (
    header === undefined ||
    !entries.some(({ name }) => ['DOCINFO', 'BODYTEXT', 'VIEWTEXT'].includes(name))
  )
    return false
  return (await file.readStart(header, HWP_5_SIGNATURE.length)).equals(HWP_5_SIGNATURE)
}
