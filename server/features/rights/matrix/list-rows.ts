import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { foldName } from '../../../../contract/core/name-key.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type * as contract from '../../../../contract/features/groups/rights-matrix.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { itemsNamed, nameMatches } from '../../documents/index.ts'
import { findGranted, findNames, type GrantedItem } from '../grants.read.ts'
import { findGroups } from '../groups.store.ts'
import type { RightsParts } from '../rights.parts.ts'

type ListMatrixRowsInput = z.output<(typeof contract.rows)['body']>

const place = z
  .array(z.int().positive())
  .min(1)
  .max(LIMITS.treeDepth + 1)

/** @throws Refusal BAD_REQUEST without a keyword or `isGranted`, NOT_FOUND for another room's group */
export async function listRows(
  { database: { db } }: Pick<RightsParts, 'database'>,
  { roomId }: Actor,
  {
    keyword = '',
    isGranted = false,
    groupId,
    cursor,
    limit = LIMITS.listDefault,
  }: ListMatrixRowsInput,
): Promise<Reply<PayloadIn<typeof contract.rows>>> {
  const words = keyword.trim()
  if (words === '' && !isGranted) throw new Refusal('BAD_REQUEST')
  if (groupId !== undefined && !(await findGroups(db, roomId)).some(({ id }) => id === groupId))
    throw new Refusal('NOT_FOUND')
  const page = { cursor, limit }
  const found = isGranted
    ? await grantedItems({ db, roomId, groupId, words, ...page })
    : await itemsNamed(db, { roomId, group: undefined }, words, page)
  const rows: readonly Pick<
    GrantedItem,
    'id' | 'name' | 'folder' | 'ancestors' | 'staged' | 'unseen'
  >[] = found.rows
  const names = await findNames(
    db,
    roomId,
    rows.flatMap(({ ancestors }) => ancestors),
  )
  return {
    payload: rows.map(({ id, name, folder: isFolder, ancestors, staged, unseen }) => ({
      id,
      name,
      isFolder,
      path: ancestors.map((above) => ({ id: above, name: names.get(above) ?? '' })),
      state: staged ? 'staged' : 'published',
      ...(unseen && !staged ? { isUnseen: true } : {}),
    })),
    nextCursor: found.nextCursor,
  }
}

interface Granted {
  readonly db: RightsParts['database']['db']
  readonly roomId: number
  readonly groupId: number | undefined
  readonly words: string
  readonly cursor: string | undefined
  readonly limit: number
}

async function grantedItems({ db, roomId, groupId, words, cursor, limit }: Granted) {
  const isNamed = words === '' ? undefined : nameMatches(foldName(words))
  const after = cursor === undefined ? undefined : decodeCursor(cursor, place)
  const found = await findGranted(db, { roomId, groupId, isNamed, after, limit: limit + 1 })
  return cutPage(found, limit, ({ ancestors, id }) => encodeCursor([...ancestors, id]))
}
