import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import { levelNamed } from '../../../../contract/features/groups/levels.ts'
import {
  type importMatrix as contract,
  matrixFields,
} from '../../../../contract/features/groups/rights-matrix.ts'
import type { Actor } from '../../../access/actor.ts'
import { receiveForm } from '../../../platform/http/receive-form.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type Sheet, SheetError, type Sheets } from '../../../workers/sheet/index.ts'
import { cellKey, type Grants, grantsByCell } from '../cells.ts'
import { findAllGrants, findMatrixItems, findPlaces } from '../grants.read.ts'
import { findGroups } from '../groups.store.ts'
import { previewGrants } from '../preview-grants.ts'
import type { RightsParts } from '../rights.parts.ts'
import { type AskedChange, setGrants } from '../set-grants.ts'
import { tooLarge } from './export-matrix.ts'
import { inTreeOrder } from './matrix-table.ts'
import { WORDS } from './matrix-words.ts'
import { type ReadMatrix, readMatrix } from './read-matrix.ts'

const SHOWN_MAX = 500
const FIELD_BYTES = 100

/**
 * Changes all or nothing.
 * @throws Refusal BAD_REQUEST, BODY_TOO_LARGE, MATRIX_FILE, MATRIX_TOO_LARGE, MATRIX_UNMATCHED, MATRIX_CHANGED, BUSY, and those of
 * `setGrants`
 */
export async function importMatrix(
  parts: RightsParts,
  actor: Actor,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<PayloadIn<typeof contract>> {
  const { bytes, isApplied, isPartial, seen } = await receive(request, signal)
  const { changes, paths, unmatched } = await changesIn(
    parts,
    actor,
    await readSheets(parts, bytes, { roomId: actor.roomId, signal }),
  )
  if (changes.length > LIMITS.matrixChanges) throw tooLarge()
  const digest = createHash('sha256')
    .update(JSON.stringify([changes, unmatched]))
    .digest('hex')
  if (isApplied && seen !== undefined && seen !== digest) throw new Refusal('MATRIX_CHANGED')
  const [unknown] = unmatched
  if (isApplied && unknown && !isPartial)
    throw new Refusal('MATRIX_UNMATCHED', {
      variables: { row: unknown.row, text: unknown.text },
      extra: { row: unknown.row },
    })
  const effects =
    changes.length === 0 || isApplied ? [] : await previewGrants(parts, actor, changes)
  if (isApplied && changes.length > 0) await setGrants(parts, actor, changes)
  return {
    changes: changes.slice(0, SHOWN_MAX).map(({ row, groupId, itemId, level, before }) => ({
      ...{ row, groupId, itemId, level, before },
      path: paths.get(itemId) ?? '',
    })),
    count: changes.length,
    unmatched: unmatched.slice(0, SHOWN_MAX),
    unmatchedCount: unmatched.length,
    digest,
    effects,
    ...(isApplied && changes.length <= LIMITS.grantsPerCall
      ? { undo: changes.map(({ undo }) => undo) }
      : {}),
  }
}

interface ReceivedMatrix {
  readonly bytes: Buffer
  readonly isApplied: boolean
  readonly isPartial: boolean
  readonly seen: string | undefined
}

async function receive(request: FastifyRequest, signal: AbortSignal): Promise<ReceivedMatrix> {
  const { bytes, fields } = await receiveForm(
    request,
    { fields: 3, fieldBytes: FIELD_BYTES, fileBytes: LIMITS.matrixBytes },
    signal,
  )
  const given = matrixFields.safeParse(fields)
  if (bytes === undefined || !given.success) throw new Refusal('BAD_REQUEST')
  const { apply, partial, digest } = given.data
  return { bytes, isApplied: apply === 'true', isPartial: partial === 'true', seen: digest }
}

async function readSheets(
  { sheets }: Pick<RightsParts, 'sheets'>,
  bytes: Buffer,
  asked: Parameters<Sheets['read']>[1],
): Promise<readonly Sheet[]> {
  try {
    return await sheets.read(bytes, asked)
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    if (error.code === 'BUSY') throw new Refusal('BUSY', { retryAfter: 5 })
    throw error.code === 'TOO_LARGE' ? tooLarge() : new Refusal('MATRIX_FILE')
  }
}

interface MatrixChange extends AskedChange {
  readonly row: number
  readonly before: ReadMatrix['cells'][number]['level']
  readonly undo: AskedChange
}

async function changesIn(
  { database: { db } }: RightsParts,
  { roomId }: Actor,
  sheets: readonly Sheet[],
) {
  const groups = await findGroups(db, roomId)
  const items = await findMatrixItems(db, roomId, LIMITS.matrixRows)
  const grants = grantsByCell(await findAllGrants(db, roomId))
  const rows = inTreeOrder(items)
  const paths = new Map(rows.map(({ id, path }) => [id, path.join('/')]))
  const byPath = new Map([...paths].map(([id, path]) => [path, id]))
  for (const { root } of Object.values(WORDS)) if (!byPath.has(root)) byPath.set(root, 0)
  const itemIds = await livingAmong(db, roomId, sheets, paths)
  const read = await readMatrix(sheets, { roomId, groups, itemIds, byPath })
  if (!read) throw new Refusal('MATRIX_FILE')
  return {
    changes: read.cells.flatMap((cell) => changeOf(cell, grants)),
    unmatched: read.unmatched,
    paths,
  }
}

/** A document without its grants still exists. */
async function livingAmong(
  db: RightsParts['database']['db'],
  roomId: number,
  sheets: readonly Sheet[],
  known: ReadonlyMap<number, string>,
): Promise<ReadonlySet<number>> {
  const named = sheets.flatMap(({ rows }) =>
    rows.flatMap(([id = '']) => (/^\d{1,15}$/.test(id) ? [Number(id)] : [])),
  )
  const others = [...new Set(named.filter((id) => !known.has(id)))]
  return new Set([...known.keys(), ...(await findPlaces(db, roomId, others)).keys()])
}

function changeOf(
  { row, groupId, itemId, level, was }: ReadMatrix['cells'][number],
  grants: Grants,
): MatrixChange[] {
  const own = grants.get(cellKey(groupId, itemId))
  const before = own ? levelNamed(own.level) : null
  if (!was && level === before) return []
  const times = {
    from: own?.starts_at?.toISOString() ?? null,
    until: own?.ends_at?.toISOString() ?? null,
  }
  const period = own
    ? { ...times, after: own.inherits_after ? ('inherit' as const) : ('none' as const) }
    : {}
  const undo = {
    groupId,
    itemId,
    level: before,
    ...period,
    was: level === null ? { level } : { level, ...times, ...period },
  }
  // An undo requires that nothing changed since.
  const seen = { level: before, ...period, ...was }
  return [
    { row, groupId, itemId, level, before, undo, ...(level === null ? {} : period), was: seen },
  ]
}
