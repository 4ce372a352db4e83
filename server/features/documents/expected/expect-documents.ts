import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { foldName } from '../../../../contract/core/name-key.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type * as contract from '../../../../contract/features/documents/expected.ts'
import { type Actor, memberOf } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { numberingOf } from '../../rooms/index.ts'
import { findItem } from '../documents.read.ts'
import { findParent, ROOT } from '../documents.store.ts'
import { beginChange, type ChangeParts, refuseOtherScope } from '../items/change-item.ts'
import { announce } from '../upload/announce.ts'
import { answerPublished } from './answer-requests.ts'
import { expectedName } from './expectation-names.ts'
import { countAll, findDocumentsByStem, findExpectations } from './expected.read.ts'
import { holdPlaces, insertExpected, takeNumbers } from './expected.store.ts'

export const NAMES_LOGGED = 30

type ExpectDocumentsInput = z.output<(typeof contract.expectDocuments)['body']>
type ExpectDocumentsAnswer = PayloadIn<typeof contract.expectDocuments>

/** @throws Refusal NOT_FOUND for an unknown folder or request, THREAD_MOVED, EXPECTED_LIMIT */
export async function expectDocuments(
  parts: ChangeParts,
  actor: Actor,
  { parent, names, threadId }: ExpectDocumentsInput,
): Promise<ExpectDocumentsAnswer> {
  return parts.database.transaction(async (tx) => {
    const now = await beginChange(tx, parts, actor)
    refuseOtherScope(actor, now)
    const folder = await findParent(tx, actor.roomId, parent)
    if (!folder) throw new Refusal('NOT_FOUND')
    if (threadId !== undefined) await parts.events.answering(tx, now, threadId)
    const skipped: ExpectDocumentsAnswer['skipped'] = []
    const wanted = new Map<string, string>()
    for (const typed of names) {
      const name = expectedName(typed)
      const key = name === undefined ? undefined : foldName(name)
      if (name === undefined || key === undefined) skipped.push({ name: typed, code: 'NAME' })
      else if (wanted.has(key)) skipped.push({ name: typed, code: 'EXPECTED' })
      else wanted.set(key, name)
    }
    const asked = [...wanted.keys()].map((name) => ({ parentId: parent, name }))
    for (const { name, shown } of await findExpectations(tx, actor.roomId, asked)) {
      wanted.delete(name)
      skipped.push({ name: shown, code: 'EXPECTED' })
    }
    const rows = [...wanted.values()].map((name) => ({ parentId: parent, name, threadId }))
    const added = await addExpected(tx, parts, now, rows)
    if (added.length === 0) return { added: [], skipped }
    await recordExpected(tx, parts, now, parent, added)
    if (threadId !== undefined)
      await answerPublished(
        tx,
        parts,
        added.flatMap(({ itemId }) =>
          itemId === undefined ? [] : [{ threadId, itemId, by: now }],
        ),
      )
    await announceExpected(tx, parts, now.roomId, [parent])
    return {
      added: added.map(({ itemId, ...row }) => ({ ...row, isReceived: itemId !== undefined })),
      skipped,
    }
  })
}

export async function recordExpected(
  tx: Tx,
  { activity }: Pick<ChangeParts, 'activity'>,
  actor: Actor,
  parent: number,
  added: readonly AddedRow[],
): Promise<void> {
  const item = parent === ROOT.id ? undefined : await findItem(tx, visibleItems(actor), parent)
  await activity.record(tx, actor, 'document.expected', {
    ...(item ? { itemId: item.id, name: item.name } : {}),
    names: added.slice(0, NAMES_LOGGED).map(({ name }) => name),
    documents: added.length,
    received: added.filter(({ itemId }) => itemId !== undefined).length,
  })
}

export const announceExpected = (
  tx: Tx,
  parts: Pick<ChangeParts, 'bus'>,
  roomId: number,
  folders: readonly number[],
): Promise<void> => announce(tx, parts, roomId, folders, { unseen: true })

interface WantedRow {
  readonly parentId: number
  readonly name: string
  readonly threadId?: string | undefined
  /** A taken number gives the next free one. */
  readonly number?: number | undefined
}

export interface AddedRow {
  readonly id: number
  readonly name: string
  readonly itemId: number | undefined
}

/** Expects usable, new names. The caller holds the tree lock. @throws Refusal EXPECTED_LIMIT */
export async function addExpected(
  tx: Tx,
  { clock }: Pick<ChangeParts, 'clock'>,
  actor: Actor,
  rows: readonly WantedRow[],
): Promise<AddedRow[]> {
  if (rows.length === 0) return []
  const { roomId } = actor
  const limit = LIMITS.expectedDocuments
  if ((await countAll(tx, roomId)) + rows.length > limit)
    throw new Refusal('EXPECTED_LIMIT', { variables: { limit } })
  const keyOf = (parentId: number, folded: string): string => `${parentId}/${folded}`
  const wanted = rows.map(({ parentId, name }) => ({ parentId, name: foldName(name) }))
  const there = new Map(
    (await findDocumentsByStem(tx, roomId, wanted)).map(({ id, parentId, name }) => [
      keyOf(parentId, name),
      id,
    ]),
  )
  const itemOf = ({ parentId, name }: WantedRow): number | undefined =>
    there.get(keyOf(parentId, foldName(name)))
  const making = { roomId, createdAt: clock.now(), createdBy: memberOf(actor) }
  const filled = rows.map((row) => ({ ...row, threadId: row.threadId, itemId: itemOf(row) }))
  const ids = await insertExpected(tx, filled, making)
  await takeNumbers(
    tx,
    roomId,
    filled.flatMap(({ number = 0, itemId }, index) =>
      number > 0 && itemId === undefined ? [{ id: ids[index] ?? 0, number }] : [],
    ),
  )
  await holdPlacesIn(tx, roomId, ids)
  return rows.map((row, index) => ({ id: ids[index] ?? 0, name: row.name, itemId: itemOf(row) }))
}

export async function holdPlacesIn(tx: Tx, roomId: number, ids: readonly number[]): Promise<void> {
  const { isOrdered, numbering } = await numberingOf(tx, roomId)
  if (isOrdered) await holdPlaces(tx, roomId, ids, numbering === 'fixed')
}
