import { createHash } from 'node:crypto'
import { foldName } from '../../../../contract/core/name-key.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { numberedName } from '../documents.rules.ts'
import { digestPurpose } from '../storage/encrypted-content.ts'
import { findNamed, findVersionsOfSize, type ImportSpot, type NamedItem } from './import.read.ts'
import type { ImportNode } from './import-tree.ts'

const NAMES_AT_ONCE = 8

/** Deletions may leave gaps in appended numbers. */
async function findAlike(
  db: Queryable,
  spot: ImportSpot,
  name: string,
  isFolder: boolean,
): Promise<NamedItem[]> {
  const found: NamedItem[] = []
  for (let number = 1; ; number += NAMES_AT_ONCE) {
    const folded = Array.from({ length: NAMES_AT_ONCE }, (_, at) =>
      foldName(numberedName(name, number + at, isFolder)),
    )
    const byName = new Map(
      (await findNamed(db, spot, folded)).map((item) => [item.name_folded, item]),
    )
    if (byName.size === 0) return found
    found.push(...folded.flatMap((each) => byName.get(each) ?? []))
  }
}

export const countAlike = async (db: Queryable, spot: ImportSpot, name: string): Promise<number> =>
  (await findAlike(db, spot, name, false)).length

export async function findImportedFolder(
  db: Queryable,
  spot: ImportSpot,
  name: string,
): Promise<NamedItem | undefined> {
  return (await findAlike(db, spot, name, true)).find(({ folder }) => folder)
}

type Imported =
  | { readonly kind: 'new'; readonly alike: number }
  | { readonly kind: 'same'; readonly item: NamedItem }

/**
 * Reads the source only if name and size match.
 * @param matched items of other entries
 * @throws SourceFault
 */
export async function findImportedFile(
  { database: { db }, encryptor }: Pick<DocumentParts, 'database' | 'encryptor'>,
  spot: ImportSpot,
  { target, entry }: ImportNode,
  matched: ReadonlySet<number>,
): Promise<Imported> {
  const alike = await findAlike(db, spot, target, false)
  const files = alike.filter(({ id, folder }) => !folder && !matched.has(id))
  const ids = files.map(({ id }) => id)
  const versions = await findVersionsOfSize(db, ids, entry?.size ?? 0)
  if (versions.length > 0 && entry) {
    const digest = await digestOf(entry.content())
    for (const item of files)
      for (const { content_uid: uid, sealed_digest: sealed } of versions.filter(
        ({ item_id }) => item_id === item.id,
      ))
        if ((await encryptor.open(db, spot.roomId, digestPurpose(uid), sealed)).equals(digest))
          return { kind: 'same', item }
  }
  return { kind: 'new', alike: alike.length }
}

async function digestOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const piece of content) hash.update(piece)
  return hash.digest()
}
