import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type {
  matches as contract,
  MatchedName,
  MatchingDocument,
} from '../../../../contract/features/documents/matches.ts'
import type { Actor } from '../../../access/actor.ts'
import { allowed, candidateOf, visibleItems } from '../../../access/items.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findFolderNames } from '../documents.read.ts'
import { findItems } from '../listing/subtree.read.ts'
import { findCounting, findIndexes } from '../numbering/numbering.read.ts'
import { digestPurpose } from '../storage/encrypted-content.ts'
import { likelyNames } from './likely-names.ts'
import { type FoundDocument, findDocumentsNamed } from './matches.read.ts'

type FindMatchesInput = z.output<(typeof contract)['body']>
type FindMatchesParts = Pick<DocumentParts, 'database' | 'encryptor'>

/** Returns only documents open to the actor's versions. @throws Refusal NOT_FOUND if a folder in `within` does not exist */
export async function findMatches(
  parts: FindMatchesParts,
  actor: Actor,
  { within, isDeep, names }: FindMatchesInput,
): Promise<MatchedName[]> {
  const { db } = parts.database
  const scope = visibleItems(actor)
  const ids = [...new Set(within)]
  const places = ids.filter((id) => id !== 0)
  if ((await findItems(db, scope, places)).length < places.length) throw new Refusal('NOT_FOUND')
  const likely = [...new Set(names)].map((name) => ({ name, ways: likelyNames(name) }))
  const wanted = likely.flatMap(({ ways }, nth) =>
    ways.map(({ folded }, rank) => ({ nth, rank, folded })),
  )
  const found = await findDocumentsNamed(
    db,
    scope,
    { ids, isDeep },
    wanted,
    LIMITS.matchesPerName + 1,
  )
  const mayReplace = allowed(actor, 'edit', found.map(candidateOf))
  const named = found.filter(({ id }) => mayReplace.has(id))
  const present = await presenterOf(parts, actor, named)
  const documents = new Map<number, FoundDocument[]>()
  for (const row of named) {
    const known = documents.get(row.nth)
    if (known) known.push(row)
    else documents.set(row.nth, [row])
  }
  return Promise.all(
    [...documents].map(async ([nth, rows]) => {
      const { name = '', ways = [] } = likely[nth] ?? {}
      const { by, number } = ways[rows[0]?.rank ?? 0] ?? { by: 'name', number: undefined }
      const shown = await Promise.all(rows.slice(0, LIMITS.matchesPerName).map(present))
      return {
        name,
        by,
        ...(number === undefined ? {} : { number }),
        found: shown,
        isMore: rows.length > shown.length,
      }
    }),
  )
}

async function presenterOf(
  { database: { db }, encryptor }: FindMatchesParts,
  actor: Actor,
  rows: readonly FoundDocument[],
) {
  const scope = visibleItems(actor)
  const folders = await findFolderNames(db, scope, [
    ...new Set(rows.flatMap(({ ancestors }) => ancestors)),
  ])
  const indexes = await findIndexes(db, scope, await findCounting(db, scope), rows)
  return async ({
    id,
    name,
    parent_id,
    ancestors,
    size,
    created_at,
    content_uid,
    sealed_digest,
  }: FoundDocument): Promise<MatchingDocument> => {
    const index = indexes.get(id)
    const digest = await encryptor.open(db, actor.roomId, digestPurpose(content_uid), sealed_digest)
    return {
      ...{ id, name, parent: parent_id, path: ancestors.map((each) => folders.get(each) ?? '') },
      ...(index === undefined ? {} : { index }),
      ...{ size, sha256: digest.toString('hex'), uploadedAt: created_at.toISOString() },
    }
  }
}
