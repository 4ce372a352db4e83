import type { Item } from '../../../../contract/features/documents.ts'
import { LEVEL } from '../../../../contract/features/groups/levels.ts'
import { type Actor, isFullOperator } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import type { FolderPlace } from '../../../access/levels.read.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { ItemRow } from '../documents.read.ts'
import { findDropFolders, findSubmissions } from './submissions.read.ts'

type Marks = (itemId: number) => Pick<Item, 'isDropFolder' | 'submitted'>

/** Only full operators see who submitted. */
export async function findSubmissionMarks(
  db: Queryable,
  actor: Actor,
  rows: readonly ItemRow[],
  open?: FolderPlace,
): Promise<Marks> {
  const folders = [...(open ? [open] : []), ...rows.filter(({ folder }) => folder)]
    .filter(({ id, level }) => id !== 0 && level > LEVEL.none)
    .map(({ id }) => id)
  const dropFolders =
    actor.group && !actor.submits
      ? new Set<number>()
      : await findDropFolders(db, visibleItems(actor), folders)
  const staged = isFullOperator(actor)
    ? rows.filter((row) => row.staged && !row.folder).map(({ id }) => id)
    : []
  const submissions = await findSubmissions(db, staged)
  return (itemId) => {
    const found = submissions.get(itemId)
    return {
      ...(dropFolders.has(itemId) ? { isDropFolder: true } : {}),
      ...(found
        ? {
            submitted: {
              by: found.by,
              group: found.group ?? undefined,
              at: found.at.toISOString(),
            },
          }
        : {}),
    }
  }
}
