import type { FastifyRequest } from 'fastify'
import type { Language } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import {
  type createStructure as contract,
  STRUCTURE_ERRORS,
  structureFields,
} from '../../../../contract/features/documents/structures.ts'
import type { Actor } from '../../../access/actor.ts'
import { receiveForm } from '../../../platform/http/receive-form.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { readTables, type Sheets } from '../../../workers/sheet/index.ts'
import { runAct } from '../acts/run-act.ts'
import { findParent } from '../documents.store.ts'
import { beginChange, type ChangeParts, refuseOtherScope } from '../items/change-item.ts'
import { buildStructure } from './build-structure.ts'
import { type PlannedEntry, planStructure } from './plan-structure.ts'
import { type StructureEntry, type StructureError, withPlaces } from './structure-entries.ts'
import { entriesOfTables } from './structure-table.ts'
import { readTemplate, tooLarge } from './templates.ts'

const FIELD_BYTES = 1_000

export type StructureParts = ChangeParts & { readonly sheets: Sheets }

interface CreateStructureInput {
  readonly request: FastifyRequest
  readonly language: Language
  readonly signal: AbortSignal
}

interface Structure {
  readonly entries: readonly StructureEntry[]
  readonly template: string | undefined
}

/**
 * `apply` creates everything missing, or nothing.
 * @throws Refusal BAD_REQUEST, NOT_FOUND, BODY_TOO_LARGE, IMPORT_FILE, BUSY, STRUCTURE_EMPTY, STRUCTURE_TOO_LARGE, STRUCTURE_INVALID, as
 * `buildStructure`
 */
export async function createStructure(
  parts: StructureParts,
  actor: Actor,
  { request, language, signal }: CreateStructureInput,
): Promise<PayloadIn<typeof contract>> {
  const limits = { fields: 7, fieldBytes: FIELD_BYTES, fileBytes: LIMITS.importBytes }
  const { bytes, fields } = await receiveForm(request, limits, signal)
  const given = structureFields.safeParse(fields)
  if (!given.success || (bytes === undefined) === (given.data.template === undefined))
    throw new Refusal('BAD_REQUEST')
  const { roomId, parent, apply, isNumbered, expects, act, template = '' } = given.data
  if (roomId !== actor.roomId) throw new Refusal('NOT_FOUND')
  const structure = bytes
    ? await readFile(parts, bytes, { roomId, signal })
    : await readTemplate(parts.database.db, roomId, template)
  const entries = isNumbered === 'true' ? withPlaces(structure.entries) : structure.entries
  if (entries.length > LIMITS.structureRows) throw tooLarge()
  const isExpecting = expects !== 'false'
  if (!entries.some(({ isDocument }) => isExpecting || !isDocument))
    throw new Refusal('STRUCTURE_EMPTY')
  const isApplied = apply === 'true'
  return runAct(parts, { actor, id: isApplied ? act : undefined }, async (tx, running) => {
    // Previews block no changes.
    const now = isApplied
      ? await beginChange(tx, parts, actor)
      : await parts.confirm(tx, actor, 'documents.write')
    refuseOtherScope(actor, now)
    const target = await findParent(tx, roomId, parent)
    if (!target) throw new Refusal('NOT_FOUND')
    const plan = await planStructure(tx, roomId, { target, entries, isExpecting })
    if (!isApplied)
      return { ...present(plan, language), isApplied, made: [], folderIds: [], expectedIds: [] }
    refuseErrors(plan, language)
    const { tops, folderIds, expectedIds } = await buildStructure(tx, parts, now, {
      target,
      plan,
      template: structure.template,
      act: running,
    })
    return {
      ...present(plan, language),
      isApplied,
      made: [...tops],
      folderIds: [...folderIds],
      expectedIds: [...expectedIds],
    }
  })
}

async function readFile(
  { sheets }: StructureParts,
  bytes: Buffer,
  asked: Parameters<Sheets['read']>[1],
): Promise<Structure> {
  const { tables, isCsv } = await readTables(sheets, bytes, asked, tooLarge)
  return { entries: entriesOfTables(tables, isCsv) ?? [], template: undefined }
}

const reasonOf = ({ code, value = '' }: StructureError, language: Language): string =>
  STRUCTURE_ERRORS[code][language].replace('{{value}}', () => String(value))

function refuseErrors(plan: readonly PlannedEntry[], language: Language): void {
  const wrong = plan.flatMap(({ entry, error }) =>
    error ? [{ row: entry.row, reason: reasonOf(error, language) }] : [],
  )
  const [first] = wrong
  if (first)
    throw new Refusal('STRUCTURE_INVALID', { variables: { ...first, count: wrong.length } })
}

function present(
  plan: readonly PlannedEntry[],
  language: Language,
): Pick<PayloadIn<typeof contract>, 'rows' | 'counts'> {
  const counts = { new: 0, same: 0, expected: 0, document: 0, error: 0 }
  const rows = plan.map(({ entry: { row, level, name }, change, error }) => {
    counts[change] += 1
    return {
      row,
      level,
      name,
      change,
      ...(error ? { code: error.code, reason: reasonOf(error, language) } : {}),
    }
  })
  return { rows, counts }
}
