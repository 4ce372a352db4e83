import type { z } from 'zod'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { undoStructure as contract } from '../../../../contract/features/documents/structures.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type Act, actPortionsOf, runAct } from '../acts/run-act.ts'
import { announceExpected, NAMES_LOGGED } from '../expected/expect-documents.ts'
import { setRemoved } from '../expected/expected.store.ts'
import { beginChange, type ChangeParts, refuseOtherScope } from '../items/change-item.ts'
import { announce } from '../upload/announce.ts'
import {
  findLivingFolders,
  findUnmet,
  foldersThatHold,
  type LivingFolder,
} from './structure.read.ts'
import { trashFolders } from './structure.store.ts'

type UndoStructureInput = z.output<(typeof contract)['body']>
type UndoStructureAnswer = PayloadIn<typeof contract>

/** Keeps folders with other contents, and documents received since. */
export function undoStructure(
  parts: ChangeParts,
  actor: Actor,
  { folders, expected, act: id }: UndoStructureInput,
): Promise<UndoStructureAnswer> {
  return runAct(parts, { actor, id }, async (tx, act) => {
    const now = await beginChange(tx, parts, actor, 'documents.remove')
    refuseOtherScope(actor, now)
    const living = await findLivingFolders(tx, now.roomId, folders)
    const unmet = await findUnmet(tx, now.roomId, expected)
    const ids = living.map(({ id }) => id)
    const holding = await foldersThatHold(tx, now.roomId, ids, unmet)
    const { taken, held } = sortOut(living, holding)
    act.expect(unmet.length + taken.length)
    const removed: string[] = []
    for (const portion of actPortionsOf(unmet)) {
      removed.push(...(await setRemoved(tx, now.roomId, portion, parts.clock.now())))
      act.advance(portion.length)
    }
    if (removed.length > 0) {
      const details = {
        names: removed.slice(0, NAMES_LOGGED),
        documents: removed.length,
        isUndone: false,
      }
      await parts.activity.record(tx, now, 'document.expectation-removed', details)
    }
    await take(tx, parts, now, { taken, act })
    if (removed.length > 0) await announceExpected(tx, parts, now.roomId, [0])
    return {
      folders: taken.length,
      expected: removed.length,
      kept: held.map(({ id, name }) => ({ id, name })),
    }
  })
}

interface Taken extends LivingFolder {
  readonly top: number
}

async function take(
  tx: Tx,
  parts: ChangeParts,
  actor: Actor,
  { taken, act }: { readonly taken: readonly Taken[]; readonly act: Act },
): Promise<void> {
  if (taken.length === 0) return
  const tops = taken.filter(({ id, top }) => id === top)
  const itemIds = taken.map(({ id }) => id)
  const at = parts.clock.now()
  for (const portion of actPortionsOf(taken)) {
    await trashFolders(tx, portion, at)
    act.advance(portion.length)
  }
  const names = tops.slice(0, NAMES_LOGGED).map(({ name }) => name)
  await parts.activity.record(tx, actor, 'document.structure-undone', {
    names,
    tops: tops.length,
    itemIds,
  })
  const changed = new Set([...tops.map(({ parent_id }) => parent_id), ...itemIds])
  await announce(tx, parts, actor.roomId, [...changed], {
    gone: true,
    items: tops.map(({ id }) => id),
  })
}

function sortOut(living: readonly LivingFolder[], holding: ReadonlySet<number>) {
  const held = living.filter(({ id }) => holding.has(id))
  const kept = new Set(held.flatMap(({ id, ancestors }) => [id, ...ancestors]))
  const leaving = living.filter(({ id }) => !kept.has(id))
  const ids = new Set(leaving.map(({ id }) => id))
  const taken = leaving.map(
    (folder): Taken => ({
      ...folder,
      top: folder.ancestors.find((above) => ids.has(above)) ?? folder.id,
    }),
  )
  return { taken, held }
}
