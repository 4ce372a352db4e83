import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type * as contract from '../../../../contract/features/documents/structures.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findParent } from '../documents.store.ts'
import { beginChange, refuseOtherScope } from '../items/change-item.ts'
import { BUILT_IN_TEMPLATES, foldersIn } from './built-in-templates.ts'
import { findFolders, findSavedTemplate, findSavedTemplates } from './structure.read.ts'
import { deleteTemplate, insertTemplate } from './structure.store.ts'
import { entriesOfRows, type StructureEntry } from './structure-entries.ts'

export type Folder = { readonly level: number; readonly name: string }
type TemplateParts = Pick<DocumentParts, 'database' | 'activity' | 'clock' | 'confirm'>

export const tooLarge = (): Refusal =>
  new Refusal('STRUCTURE_TOO_LARGE', {
    variables: { rows: LIMITS.structureRows.toLocaleString('en') },
  })

export async function listTemplates(
  { database: { db } }: TemplateParts,
  { roomId }: Actor,
): Promise<PayloadIn<typeof contract.templates>> {
  const saved = await findSavedTemplates(db, roomId)
  return [
    ...BUILT_IN_TEMPLATES.map(({ id, name, language, text }) => ({
      id,
      name,
      folders: foldersIn(text).length,
      language,
      isSaved: false,
    })),
    ...saved.map(({ id, name, count }) => ({ id, name, folders: count, isSaved: true })),
  ]
}

/** @param wanted an id or listed name @throws Refusal NOT_FOUND, also for another room's template */
export async function readTemplate(
  db: Queryable,
  roomId: number,
  wanted: string,
): Promise<{ readonly entries: readonly StructureEntry[]; readonly template: string }> {
  const byId = BUILT_IN_TEMPLATES.find(({ id }) => id === wanted)
  const saved = byId ? undefined : await findSavedTemplate(db, roomId, wanted)
  if (saved) return { entries: entriesOf(saved.folders), template: saved.name }
  const builtIn = byId ?? BUILT_IN_TEMPLATES.find(({ name }) => name === wanted)
  if (!builtIn) throw new Refusal('NOT_FOUND')
  return { entries: entriesOf(foldersIn(builtIn.text)), template: builtIn.name }
}

export const entriesOf = (folders: readonly Folder[]): StructureEntry[] =>
  entriesOfRows(
    folders.map(({ level, name }, index) => ({
      row: index + 1,
      level,
      place: `${level}`,
      name,
      type: 'folder',
    })),
  )

type Saving = z.output<(typeof contract.saveTemplate)['body']>

/** @throws Refusal NOT_FOUND, NAME_EXISTS, TEMPLATE_EMPTY, TEMPLATE_LIMIT, STRUCTURE_TOO_LARGE */
export function saveTemplate(
  parts: TemplateParts,
  actor: Actor,
  { parent, name }: Saving,
): Promise<{ id: string; folders: number }> {
  return parts.database.transaction(async (tx) => {
    const now = await beginChange(tx, parts, actor)
    refuseOtherScope(actor, now)
    const { roomId, memberId } = actor
    const target = await findParent(tx, roomId, parent)
    if (!target) throw new Refusal('NOT_FOUND')
    const rows = await findFolders(tx, roomId, target, LIMITS.structureRows + 1)
    if (rows.length === 0) throw new Refusal('TEMPLATE_EMPTY')
    if (rows.length > LIMITS.structureRows) throw tooLarge()
    const limit = LIMITS.templatesPerRoom
    if ((await findSavedTemplates(tx, roomId)).length >= limit)
      throw new Refusal('TEMPLATE_LIMIT', { variables: { limit } })
    const folders = inTreeOrder(rows, parent)
    const id = randomUUID()
    const isFree = await insertTemplate(tx, {
      id,
      roomId,
      name,
      folders,
      createdAt: parts.clock.now(),
      createdBy: memberId,
    })
    if (!isFree) throw new Refusal('NAME_EXISTS')
    await parts.activity.record(tx, actor, 'room.template-saved', {
      template: name,
      folders: folders.length,
    })
    return { id, folders: folders.length }
  })
}

export function inTreeOrder(
  rows: readonly { id: number; parent_id: number; name: string }[],
  root: number,
): Folder[] {
  const children = new Map<number, { id: number; name: string }[]>()
  for (const { id, parent_id, name } of rows) {
    const siblings = children.get(parent_id)
    if (siblings) siblings.push({ id, name })
    else children.set(parent_id, [{ id, name }])
  }
  const folders: Folder[] = []
  const walk = (parent: number, level: number): void => {
    for (const { id, name } of children.get(parent) ?? []) {
      folders.push({ level, name })
      walk(id, level + 1)
    }
  }
  walk(root, 1)
  return folders
}

/** @throws Refusal NOT_FOUND, also for another room's template */
export function removeTemplate(parts: TemplateParts, actor: Actor, id: string): Promise<void> {
  return parts.database.transaction(async (tx) => {
    const now = await parts.confirm(tx, actor, 'documents.write')
    refuseOtherScope(actor, now)
    const template = await deleteTemplate(tx, actor.roomId, id)
    if (template === undefined) throw new Refusal('NOT_FOUND')
    await parts.activity.record(tx, actor, 'room.template-removed', { template })
  })
}
