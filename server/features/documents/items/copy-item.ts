import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Actor } from '../../../access/actor.ts'
import type { ItemPlace } from '../../../access/grants.read.ts'
import { relyOn } from '../../../access/rules-in-use.store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { numberingOf, takeStorage } from '../../rooms/index.ts'
import {
  findParent,
  insertItems,
  type NumberedItem,
  nextIds,
  type Parent,
} from '../documents.store.ts'
import { sortByRank } from '../numbering/neighbours.read.ts'
import { orderAsListed } from '../numbering/numbering.store.ts'
import { stagesUploads } from '../publishing/publishing.read.ts'
import { refuseUnderOrder } from '../publishing/refuse-under-order.ts'
import { stagedBy } from '../publishing/staged-by.ts'
import { announce } from '../upload/announce.ts'
import { newFilename } from '../upload/new-filename.ts'
import { type ChangeParts, openItem } from './change-item.ts'
import { insertCopiedVersions, readSubtree, type SourceItem } from './copy.store.ts'
import { findFreeName } from './free-name.ts'
import { type PlacedRights, recordKept, rightsOfCopied } from './placed-rights.ts'
import { wantedName } from './wanted-name.ts'

interface Copying {
  readonly fileId: number
  readonly name: string
  readonly parent: number
  readonly rights?: PlacedRights
}

/**
 * Copies rows and wrapped keys but shares blobs, so source and copy are destroyed independently. Counts the full size.
 * @throws Refusal NOT_FOUND, INTO_ITSELF, RIGHTS_DIFFER, COPY_TOO_LARGE, FOLDER_DEPTH, NO_SPACE, UPGRADE_RUNNING, as `wantedName`
 */
export function copyItem(
  parts: ChangeParts,
  actor: Actor,
  { fileId, name: wanted, parent, rights }: Copying,
): Promise<{ id: number; name: string }> {
  return parts.database.transaction(async (tx) => {
    const item = await openItem(tx, parts, actor, fileId, 'copy')
    const target = await findParent(tx, actor.roomId, parent)
    if (!target) throw new Refusal('NOT_FOUND')
    if (target.path.includes(item.id)) throw new Refusal('INTO_ITSELF')
    await refuseUnderOrder(tx, actor, target.path)
    const asked = wantedName(item, wanted)
    const sources = await readSubtree(tx, item, LIMITS.itemsPerCopy + 1)
    if (sources.length > LIMITS.itemsPerCopy)
      throw new Refusal('COPY_TOO_LARGE', { variables: { limit: LIMITS.itemsPerCopy } })
    const depths = sources
      .filter(({ folder }) => folder)
      .map(({ ancestors }) => ancestors.length - item.ancestors.length + 1)
    if (target.path.length + Math.max(0, ...depths) > LIMITS.treeDepth)
      throw new Refusal('FOLDER_DEPTH')

    const size = sources.reduce((sum, source) => sum + source.size, 0)
    const files = sources.filter(({ folder }) => !folder).length
    await takeStorage(tx, actor.roomId, size, files)
    const name = await findFreeName(tx, actor.roomId, target, asked, item.folder)
    const keepRights = await rightsOfCopied(tx, {
      roomId: actor.roomId,
      item,
      target,
      rights,
      decides: actor.scope === 'full',
      at: parts.clock.now(),
    })
    // A copy must not publish a staged item.
    const isStaged =
      stagedBy(actor, item.unseen || target.unseen) ||
      (await stagesUploads(tx, actor.roomId, target.path))
    if (isStaged) await relyOn(tx, RELEASE_RULES.staging)
    const plan = { root: item.id, depth: item.ancestors.length, sources, target, name, isStaged }
    const places = await writeCopies(tx, parts, actor, plan)
    const kept = await keepRights(places)
    const id = places.get(item.id)?.id ?? 0
    const items = sources.length
    await parts.activity.record(tx, actor, 'document.copied', {
      itemId: id,
      name,
      sourceId: item.id,
      items,
      size,
    })
    await recordKept(tx, parts, actor, kept)
    await announce(tx, parts, actor.roomId, [target.id], { items: [id] })
    return { id, name }
  })
}

interface Plan {
  readonly root: number
  readonly depth: number
  readonly sources: readonly SourceItem[]
  readonly target: Parent
  readonly name: string
  readonly isStaged: boolean
}

async function writeCopies(
  tx: Tx,
  parts: ChangeParts,
  actor: Actor,
  { root, depth, sources, target, name, isStaged }: Plan,
): Promise<Map<number, ItemPlace>> {
  const itemIds = await nextIds(tx, 'items', sources.length)
  const idOf = new Map(sources.map((source, index) => [source.id, itemIds[index] ?? 0]))
  const copyOf = (sourceId: number): number => idOf.get(sourceId) ?? 0
  const versioned = sources.flatMap(({ id, version_id, staged }) =>
    version_id === null ? [] : [{ id, versionId: version_id, staged }],
  )
  const versionIds = await nextIds(tx, 'file_versions', versioned.length)
  const versions = versioned.map((source, index) => ({
    sourceId: source.versionId,
    id: versionIds[index] ?? 0,
    itemId: copyOf(source.id),
    number: 1,
    staged: isStaged || source.staged,
  }))
  const versionOf = new Map(versions.map(({ itemId, id }) => [itemId, id]))

  const making = { roomId: actor.roomId, createdAt: parts.clock.now(), createdBy: actor.memberId }
  const copies = sources.map((source): NumberedItem => {
    const id = copyOf(source.id)
    const isRoot = source.id === root
    return {
      ...making,
      id,
      parent: {
        id: isRoot ? target.id : copyOf(source.parent_id),
        path: [...target.path, ...source.ancestors.slice(depth).map(copyOf)],
      },
      folder: source.folder,
      name: isRoot ? name : source.name,
      ext: source.ext,
      filename: newFilename(source.ext),
      size: source.size,
      staged: source.staged || (isRoot && isStaged),
      submitted: source.submitted && source.published_at === null,
      versionId: versionOf.get(id) ?? null,
    }
  })
  await insertItems(tx, copies)
  if ((await numberingOf(tx, actor.roomId)).isOrdered)
    await orderAsListed(tx, (await sortByRank(tx, [...idOf.keys()])).map(copyOf))
  await parts.events.stored(tx, {
    roomId: actor.roomId,
    versionIds: await insertCopiedVersions(tx, versions, making),
  })
  return new Map(
    copies.map(({ id, name: given, parent: { path }, folder }, index) => [
      sources[index]?.id ?? 0,
      { id, name: given, ancestors: [...path], folder },
    ]),
  )
}
