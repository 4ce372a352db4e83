import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { BesideIn, PayloadIn } from '../../../../contract/core/operation.ts'
import { isPreviewPending } from '../../../../contract/features/documents.ts'
import type { CheckFinding, check } from '../../../../contract/features/publishing.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findFolderNames, findVersions, findVisible } from '../documents.read.ts'
import { digestPurpose } from '../storage/encrypted-content.ts'
import {
  type CheckedRow,
  countToCheck,
  findEmptyFolders,
  findSameSize,
  findSimilarNames,
  findToCheck,
  type OtherRow,
} from './check.read.ts'
import { disjoint } from './publish-items.ts'
import { isLookedInto } from './traits/document-traits.ts'
import { openTraitFinder } from './traits/trait-finder.ts'

type CheckParts = Pick<DocumentParts, 'database' | 'content' | 'encryptor'>
type CheckItemsInput = z.output<(typeof check)['body']>
type CheckItemsAnswer = Reply<PayloadIn<typeof check>, BesideIn<typeof check>>

const cursorShape = z.tuple([z.int().nonnegative()])

/** The caller continues behind the cursor. */
const LOOKING_MS = 20_000

const CANDIDATES = 20

interface CheckedFinding {
  readonly row: CheckedRow
  readonly finding: CheckFinding
  readonly other?: OtherRow
}

/** @throws Refusal NOT_FOUND if an item is missing */
export async function checkItems(
  parts: CheckParts,
  actor: Actor,
  { ids, cursor, limit = LIMITS.itemsPerCheck }: CheckItemsInput,
): Promise<CheckItemsAnswer> {
  const { db } = parts.database
  const scope = visibleItems(actor)
  const named = await findVisible(db, scope, ids)
  if (named.length < new Set(ids).size) throw new Refusal('NOT_FOUND')
  const covering = {
    roomId: actor.roomId,
    itemIds: disjoint(named).map(({ id }) => id),
    named: ids,
  }
  const after = cursor === undefined ? 0 : decodeCursor(cursor, cursorShape)[0]
  const asked = await findToCheck(db, covering, { after, limit: limit + 1 })
  const page = cutPage(asked, limit, ({ id }) => encodeCursor([id]))
  const { traits, count } = await lookInto(parts, actor.roomId, page.rows)
  const rows = page.rows.slice(0, count)
  const last = rows.at(-1)
  const nextCursor = last && count < page.rows.length ? encodeCursor([last.id]) : page.nextCursor
  const found = [
    ...(await namesAndFolders(parts, actor.roomId, rows)),
    ...(await duplicates(parts, actor.roomId, rows)),
    ...rows.flatMap(previewOf),
    ...traits,
  ]
  const folders = found.flatMap(({ row, other }) => [...row.ancestors, ...(other?.ancestors ?? [])])
  const names = await findFolderNames(db, scope, [...new Set(folders)])
  const placed = (
    { ancestors, name, parent_id: parent }: CheckedRow | OtherRow,
    itemId: number,
  ) => ({
    ...{ itemId, parent, name },
    path: [...ancestors.map((id) => names.get(id) ?? ''), name].join('/'),
  })
  const payload = found.map(({ row, finding, other }) => ({
    ...placed(row, row.id),
    finding,
    ...(other ? { other: placed(other, other.other_id) } : {}),
  }))
  const total = cursor === undefined ? await countToCheck(db, covering) : undefined
  return { payload, nextCursor, checked: rows.length, total }
}

async function namesAndFolders(
  { database: { db } }: CheckParts,
  roomId: number,
  rows: readonly CheckedRow[],
): Promise<CheckedFinding[]> {
  const known = new Map(rows.map((row) => [row.id, row]))
  const empty = await findEmptyFolders(
    db,
    roomId,
    rows.filter(({ folder }) => folder),
  )
  const similar = await findSimilarNames(db, [...known.keys()])
  return [
    ...rows
      .filter(({ id }) => empty.has(id))
      .map((row) => ({ row, finding: 'EMPTY_FOLDER' as const })),
    ...similar.flatMap((other) => {
      const row = known.get(other.id)
      return row ? [{ row, finding: 'SIMILAR_NAME' as const, other }] : []
    }),
  ]
}

/** Encryption per purpose hides equal contents. */
async function duplicates(
  { database: { db }, encryptor }: CheckParts,
  roomId: number,
  rows: readonly CheckedRow[],
): Promise<CheckedFinding[]> {
  const files = rows.filter(({ folder }) => !folder)
  const others = await findSameSize(db, roomId, files, CANDIDATES)
  const digestOf = async (uid: string, encrypted: Buffer): Promise<string> =>
    (await encryptor.open(db, roomId, digestPurpose(uid), encrypted)).toString('hex')
  const found: CheckedFinding[] = []
  for (const row of files) {
    const candidates = others.filter(({ id }) => id === row.id)
    if (candidates.length === 0 || row.content_uid === null || row.sealed_digest === null) continue
    const own = await digestOf(row.content_uid, row.sealed_digest)
    for (const other of candidates) {
      if (
        other.content_uid !== row.content_uid &&
        (await digestOf(other.content_uid, other.sealed_digest)) !== own
      )
        continue
      found.push({ row, finding: 'DUPLICATE', other })
      break
    }
  }
  return found
}

function previewOf(row: CheckedRow): CheckedFinding[] {
  if (row.folder || row.status === 'READY') return []
  if (row.status === 'LOCKED') return [{ row, finding: 'LOCKED' }]
  return [
    {
      row,
      finding:
        row.status === null || isPreviewPending(row.status) ? 'PREVIEW_PENDING' : 'NO_PREVIEW',
    },
  ]
}

async function lookInto(
  { database: { db }, content }: CheckParts,
  roomId: number,
  rows: readonly CheckedRow[],
) {
  const ids = rows.flatMap(({ ext, status, version_id: id }) =>
    isLookedInto(ext) && status !== 'LOCKED' ? (id ?? []) : [],
  )
  const versions = new Map(
    (await findVersions(db, roomId, ids)).map((version) => [version.id, version]),
  )
  const traits: CheckedFinding[] = []
  const finder = openTraitFinder()
  const started = performance.now()
  try {
    for (const [index, row] of rows.entries()) {
      if (index > 0 && performance.now() - started > LOOKING_MS) return { traits, count: index }
      const version = versions.get(row.version_id ?? 0)
      if (!version) continue
      const source = content.read(await content.open(roomId, version))
      for (const finding of await finder.find(source, row.ext)) traits.push({ row, finding })
    }
  } finally {
    await finder.close()
  }
  return { traits, count: rows.length }
}
