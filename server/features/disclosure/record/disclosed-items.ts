import type { Queryable } from '../../../platform/db/database.ts'
import { digestPurpose } from '../../documents/index.ts'
import type { DisclosureParts } from '../disclosure.parts.ts'
import type { ListedItem } from '../index-export/index-table.ts'
import { findPastVersions, type PastVersion } from './past-index.read.ts'
import type { SeenItem } from './past-index.ts'

const ROWS_AT_ONCE = 1_000

export type DisclosedItem = ListedItem & { readonly proof: NonNullable<ListedItem['proof']> }

/** A record's files agree. */
export async function disclosedItems(
  { keyring }: Pick<DisclosureParts, 'keyring'>,
  db: Queryable,
  roomId: number,
  items: readonly SeenItem[],
): Promise<DisclosedItem[]> {
  const digestOf = async ({
    content_uid: uid,
    sealed_digest: encrypted,
  }: PastVersion): Promise<string> =>
    (await keyring.content.open(db, roomId, digestPurpose(uid), encrypted)).toString('hex')
  const found: DisclosedItem[] = []
  for (let start = 0; start < items.length; start += ROWS_AT_ONCE) {
    const batch = items.slice(start, start + ROWS_AT_ONCE)
    const versions = await findPastVersions(
      db,
      roomId,
      batch.flatMap(({ versionId }) => versionId ?? []),
    )
    const opened = batch.map(async ({ versionId, level, ...item }): Promise<DisclosedItem> => {
      const version = versionId === null ? undefined : versions.get(versionId)
      return {
        ...item,
        ...{
          size: version?.size,
          pages: version?.page_count ?? undefined,
          storedAt: version?.created_at,
        },
        proof: { level, version: version?.number, sha256: version && (await digestOf(version)) },
      }
    })
    found.push(...(await Promise.all(opened)))
  }
  return found
}
