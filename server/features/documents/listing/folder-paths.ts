import { LIMITS } from '../../../../contract/core/limits.ts'
import { foldName } from '../../../../contract/core/name-key.ts'
import { type Actor, memberOf } from '../../../access/actor.ts'
import { relyOn } from '../../../access/rules-in-use.store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findFolderIn, insertItem, type Parent } from '../documents.store.ts'
import { findFreeName } from '../items/free-name.ts'
import { stagesUploads } from '../publishing/publishing.read.ts'
import { refuseUnderOrder } from '../publishing/refuse-under-order.ts'
import { stagedBy } from '../publishing/staged-by.ts'
import { newFilename } from '../upload/new-filename.ts'

type FolderParts = Pick<DocumentParts, 'activity' | 'clock'>

interface NewFolder {
  readonly name: string
  readonly staged: boolean | undefined
}

/** The name must be free. @throws Refusal FOLDER_DEPTH, PUBLICATION_ORDERED, UPGRADE_RUNNING */
export async function addFolder(
  tx: Tx,
  parts: FolderParts,
  actor: Actor,
  parent: Parent,
  { name, staged: wanted }: NewFolder,
): Promise<Parent & { readonly name: string }> {
  if (parent.path.length >= LIMITS.treeDepth) throw new Refusal('FOLDER_DEPTH')
  await refuseUnderOrder(tx, actor, parent.path)
  const staged = stagedBy(actor, wanted) ?? (await stagesUploads(tx, actor.roomId, parent.path))
  if (staged) await relyOn(tx, RELEASE_RULES.staging)
  const id = await insertItem(tx, {
    roomId: actor.roomId,
    parent,
    folder: true,
    name,
    ext: '',
    filename: newFilename(''),
    size: 0,
    createdAt: parts.clock.now(),
    createdBy: memberOf(actor),
    staged,
  })
  await parts.activity.record(tx, actor, 'document.folder-created', {
    itemId: id,
    name,
    ...(staged ? { staged } : {}),
  })
  return { id, name, path: [...parent.path, id], unseen: staged || parent.unseen }
}

export class FolderPaths {
  readonly #tx: Tx
  readonly #parts: FolderParts
  readonly #actor: Actor
  readonly #staged: boolean | undefined
  readonly #known = new Map<string, Parent>()
  readonly changed: { readonly id: number; readonly unseen: boolean }[] = []

  constructor(
    tx: Tx,
    parts: FolderParts,
    actor: Actor,
    target: Parent,
    staged: boolean | undefined,
  ) {
    this.#tx = tx
    this.#parts = parts
    this.#actor = actor
    this.#staged = staged
    this.#known.set('', target)
  }

  async at(steps: readonly string[]): Promise<Parent> {
    const key = foldName(steps.join('/'))
    const known = this.#known.get(key)
    if (known) return known
    const parent = await this.at(steps.slice(0, -1))
    const name = steps.at(-1) ?? ''
    const found = await findFolderIn(this.#tx, this.#actor.roomId, parent, name)
    const folder = found ?? (await this.#make(parent, name))
    this.#known.set(key, folder)
    return folder
  }

  async #make(parent: Parent, name: string): Promise<Parent> {
    const free = await findFreeName(this.#tx, this.#actor.roomId, parent, name, true)
    const made = await addFolder(this.#tx, this.#parts, this.#actor, parent, {
      name: free,
      staged: this.#staged,
    })
    this.changed.push({ id: parent.id, unseen: made.unseen })
    return made
  }
}
