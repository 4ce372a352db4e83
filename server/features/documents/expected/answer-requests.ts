import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DocumentParts, OrderedBy } from '../documents.parts.ts'
import { findUnseen } from '../publishing/publishing.read.ts'
import type { TiedDocument } from './expected.read.ts'

interface Answering extends TiedDocument {
  readonly by: Actor | OrderedBy
}

const personOf = (by: Answering['by']): number => ('orderedBy' in by ? by.orderedBy : by.memberId)

/** The caller holds the tree lock. */
export async function answerRequests(
  tx: Tx,
  { events }: Pick<DocumentParts, 'events'>,
  documents: readonly Answering[],
): Promise<void> {
  const answers = new Map<string, Answering[]>()
  for (const document of documents) {
    const key = `${document.threadId} ${personOf(document.by)}`
    answers.set(key, [...(answers.get(key) ?? []), document])
  }
  // The locking order prevents deadlocks.
  for (const [, group] of [...answers].sort(([left], [right]) => (left < right ? -1 : 1))) {
    const [first] = group
    if (first)
      await events.received(tx, first.by, first.threadId, [
        ...new Set(group.map(({ itemId }) => itemId)),
      ])
  }
}

export async function answerPublished(
  tx: Tx,
  parts: Pick<DocumentParts, 'events'>,
  waited: readonly Answering[],
): Promise<void> {
  if (waited.length === 0) return
  const unseen = new Set(
    await findUnseen(
      tx,
      waited.map(({ itemId }) => itemId),
    ),
  )
  await answerRequests(
    tx,
    parts,
    waited.filter(({ itemId }) => !unseen.has(itemId)),
  )
}
