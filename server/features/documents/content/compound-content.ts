import { CompoundFile } from './cfb-directory.ts'
import type { ContentReader } from './content-reader.ts'

/** First bytes of files up to version 3, which are no compound files. */
const HWP_3_SIGNATURE = Buffer.from('HWP Document File V3')
const HWP_5_SIGNATURE = Buffer.from('HWP Document File')

/** Whether the content is a compound file whose main stream has one of these names (upper case). */
export async function hasMainStream(content: ContentReader, names: readonly string[]): Promise<boolean> {
  const entries = await (await CompoundFile.open(content)).rootEntries()
  return entries.some(({ name, type }) => type === 'stream' && names.includes(name))
}

/** Whether the content is an Office Open XML package under a password ([MS-OFFCRYPTO] 2.3). */
export function isEncryptedOoxml(content: ContentReader): Promise<boolean> {
  return hasMainStream(content, ['ENCRYPTEDPACKAGE'])
}

/** Whether the content is a document of Hangul: a compound file since version 5 (also a distribution document, with ViewText), or version 3. */
export async function isHwp(content: ContentReader): Promise<boolean> {
  if ((await content.read(0, HWP_3_SIGNATURE.length)).equals(HWP_3_SIGNATURE)) return true
  const file = await CompoundFile.open(content)
  const entries = await file.rootEntries()
  const header = entries.find(({ name, type }) => name === 'FILEHEADER' && type === 'stream')
  if (header === undefined || !entries.some(({ name }) => ['DOCINFO', 'BODYTEXT', 'VIEWTEXT'].includes(name))) return false
  return (await file.readStart(header, HWP_5_SIGNATURE.length)).equals(HWP_5_SIGNATURE)
}
