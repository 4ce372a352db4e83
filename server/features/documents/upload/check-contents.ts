import { pipeline } from 'node:stream/promises'
import type { EncryptedFile } from '../../../platform/blob/encrypted-file.ts'
import { EncryptionError } from '../../../platform/encryption/cobblestone.ts'
import { KeyStoreError } from '../../../platform/encryption/key-store.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findVersions, type VersionRow } from '../documents.read.ts'
import { findVersionIds } from '../versions/versions.read.ts'

const BATCH = 200

export interface CheckedFiles {
  readonly files: number
  readonly opened: number
}

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
      if (error instanceof EncryptionError || error instanceof KeyStoreError) return false
      throw error
    }
  }
  const readThrough = (file: EncryptedFile): Promise<void> =>
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
