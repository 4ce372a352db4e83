import { pipeline } from 'node:stream/promises'
import type { SealedFile } from '../../platform/blob/sealed-file.ts'
import { SealError } from '../../platform/crypto/cobblestone.ts'
import { KeyStoreError } from '../../platform/crypto/key-store.ts'
import type { DocumentParts } from './documents.parts.ts'
import { findVersions, type VersionRow } from './documents.read.ts'
import { findVersionIds } from './versions.read.ts'

const BATCH = 200

/** How many files there are, and how many of them open with the keys at hand, to the last byte. */
export interface CheckedFiles {
  readonly files: number
  readonly opened: number
}

/** Opens the content of all versions of a room, and the PDFs that were made of them, and reads them to the end. */
export async function checkContents(
  { database: { db }, content }: Pick<DocumentParts, 'database' | 'content'>,
  roomId: number,
): Promise<CheckedFiles> {
  const opens = async (version: VersionRow): Promise<boolean> => {
    try {
      await readThrough(await content.open(roomId, version))
      const preview = await content.openPreview(roomId, version)
      if (preview.segments.length > 0) await readThrough(preview)
      return true
    } catch (error) {
      if (error instanceof SealError || error instanceof KeyStoreError) return false
      throw error
    }
  }
  const readThrough = (file: SealedFile): Promise<void> =>
    pipeline(content.read(file).stream(), async (pieces) => {
      for await (const _ of pieces);
    })

  let files = 0
  let opened = 0
  let ids: number[] = []
  do {
    ids = await findVersionIds(db, roomId, ids.at(-1) ?? 0, BATCH)
    const versions = await findVersions(db, roomId, ids)
    files += ids.length
    for (const version of versions) if (await opens(version)) opened += 1
  } while (ids.length === BATCH)
  return { files, opened }
}
