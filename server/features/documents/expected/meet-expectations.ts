import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { foldedStem } from './expectation-names.ts'
import { type Expectation, findExpectations, type TiedDocument } from './expected.read.ts'
import { markReceived, releasePlaces } from './expected.store.ts'

export interface NewDocument {
  readonly id: number
  readonly parentId: number
  readonly wantedName: string
  readonly name: string
  readonly unseen: boolean
}

interface MetExpectation {
  readonly document: NewDocument
  readonly expectation: Expectation
}

/** Names match before storage, so documents get reserved places. The caller holds the tree lock. */
export async function meetExpectations(
  tx: Tx,
  { clock }: Pick<DocumentParts, 'clock'>,
  actor: Actor,
  documents: readonly NewDocument[],
): Promise<MetExpectation[]> {
  const wanted = documents.map(({ parentId, wantedName }) => ({
    parentId,
    name: foldedStem(wantedName),
  }))
  const found = await findExpectations(tx, actor.roomId, wanted)
  const missing = new Map(
    found
      .filter(({ isMissing }) => isMissing)
      .map((each) => [`${each.parentId}/${each.name}`, each]),
  )
  const met = documents.flatMap((document) => {
    const key = `${document.parentId}/${foldedStem(document.wantedName)}`
    const expectation = missing.get(key)
    missing.delete(key)
    return expectation ? [{ document, expectation }] : []
  })
  if (met.length > 0)
    await markReceived(
      tx,
      met.map(({ document, expectation }) => ({ id: expectation.id, itemId: document.id })),
      clock.now(),
    )
  return met
}

/** The documents are stored before. @returns the visible documents, with requests */
export async function recordMet(
  tx: Tx,
  { activity }: Pick<DocumentParts, 'activity'>,
  actor: Actor,
  met: readonly MetExpectation[],
): Promise<TiedDocument[]> {
  if (met.length === 0) return []
  await releasePlaces(
    tx,
    met.map(({ expectation }) => expectation.id),
  )
  const entries = met.map(({ document: { id, name }, expectation }) => ({
    itemId: id,
    name,
    expected: expectation.shown,
  }))
  await activity.recordEach(tx, actor, 'document.expectation-met', entries)
  return met.flatMap(({ document: { id: itemId, unseen }, expectation: { threadId } }) =>
    threadId === null || unseen ? [] : [{ threadId, itemId }],
  )
}
