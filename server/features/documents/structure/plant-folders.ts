import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { AuditActor } from '../../audit/index.ts'
import { insertItems, type NumberedItem, nextIds, type Parent, ROOT } from '../documents.store.ts'
import { NAMES_LOGGED } from '../expected/expect-documents.ts'
import type { ChangeParts } from '../items/change-item.ts'
import { newFilename } from '../upload/new-filename.ts'
import { BUILT_IN_TEMPLATES, foldersIn } from './built-in-templates.ts'
import { findFolders } from './structure.read.ts'
import type { StructureEntry } from './structure-entries.ts'
import { entriesOf, type Folder, inTreeOrder, tooLarge } from './templates.ts'

export const builtInTemplates = () =>
  BUILT_IN_TEMPLATES.map(({ id, name, language, text }) => ({
    id,
    name,
    language,
    folders: foldersIn(text).length,
  }))

export function builtInFolders(
  id: string,
): { readonly name: string; readonly folders: readonly Folder[] } | undefined {
  const template = BUILT_IN_TEMPLATES.find((each) => each.id === id)
  return template && { name: template.name, folders: foldersIn(template.text) }
}

/** Clients never receive the folder names. @throws Refusal STRUCTURE_TOO_LARGE */
export async function copiedFolders(tx: Tx, roomId: number): Promise<readonly Folder[]> {
  const rows = await findFolders(tx, roomId, ROOT, LIMITS.structureRows + 1)
  if (rows.length > LIMITS.structureRows) throw tooLarge()
  return inTreeOrder(rows, ROOT.id)
}

interface Planting {
  readonly doer: AuditActor
  readonly folders: readonly Folder[]
  readonly template: string | undefined
}

/** The room is new. No member added the folders. */
export async function plantFolders(
  tx: Tx,
  { activity, clock }: Pick<ChangeParts, 'activity' | 'clock'>,
  { doer, folders, template }: Planting,
): Promise<void> {
  const { roomId } = doer
  const entries = entriesOf(folders)
  if (entries.some(({ error }) => error)) throw new Refusal('STRUCTURE_INVALID')
  const ids = await nextIds(tx, 'items', entries.length)
  const places = new Map<StructureEntry, Parent>()
  const items = entries.map((entry, index): NumberedItem => {
    const id = ids[index] ?? 0
    const parent = entry.parent ? (places.get(entry.parent) ?? ROOT) : ROOT
    places.set(entry, { id, path: [...parent.path, id], unseen: false })
    return {
      ...{
        id,
        roomId,
        parent,
        folder: true,
        name: entry.name,
        ext: '',
        filename: newFilename(''),
        size: 0,
      },
      ...{ createdAt: clock.now(), createdBy: null, staged: false, versionId: null },
    }
  })
  await insertItems(tx, items)
  const tops = entries.filter(({ level }) => level === 1)
  await activity.record(tx, doer, 'document.structure-created', {
    ...{
      names: tops.slice(0, NAMES_LOGGED).map(({ name }) => name),
      tops: tops.length,
      itemIds: ids,
    },
    ...(template === undefined ? {} : { template }),
  })
}
