import { type Extension, LIMITS, ROLE } from '../../../../contract/core/limits.ts'
import { type Actor, memberOf } from '../../../access/actor.ts'
import { relyOn } from '../../../access/rules-in-use.store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { takeStorage } from '../../rooms/index.ts'
import type { DocumentParts } from '../documents.parts.ts'
import {
  findParent,
  holdBack,
  insertItems,
  insertVersions,
  makeCurrent,
  type NewVersion,
  nextIds,
  type Parent,
} from '../documents.store.ts'
import { answerRequests } from '../expected/answer-requests.ts'
import { findTiedBelow, type TiedDocument } from '../expected/expected.read.ts'
import { meetExpectations, type NewDocument, recordMet } from '../expected/meet-expectations.ts'
import { beginChange } from '../items/change-item.ts'
import { FolderPaths } from '../listing/folder-paths.ts'
import { stagesUploads } from '../publishing/publishing.read.ts'
import { release } from '../publishing/publishing.store.ts'
import { refuseUnderOrder } from '../publishing/refuse-under-order.ts'
import { stagedBy } from '../publishing/staged-by.ts'
import { openDropFolder, recordSubmissions, type Submitted } from '../submissions/submit-files.ts'
import { announceEach } from '../upload/announce.ts'
import { newFilename } from '../upload/new-filename.ts'
import { queueNotification } from '../upload/notify-readers.ts'
import { type Conflict, type Placement, placeFiles } from '../upload/place-files.ts'
import { digestPurpose, type NewContent } from './encrypted-content.ts'

export type StoringParts = Pick<
  DocumentParts,
  'content' | 'encryptor' | 'activity' | 'bus' | 'clock' | 'notifyAfterMs' | 'events' | 'confirm'
>

export interface IncomingFile {
  readonly folders: readonly string[]
  readonly name: string
  readonly ext: Extension
  readonly size: number
  readonly sha256: string
  readonly content: NewContent
}

export interface StoredItem {
  readonly id: number
  readonly name: string
  readonly size: number
}

interface Upload<File extends IncomingFile> {
  readonly parent: number
  readonly files: readonly File[]
  readonly conflict: Conflict
  readonly staged?: boolean | undefined
  readonly threadId?: string | undefined
  /** Participants have only `documents.upload`. */
  readonly permission: 'documents.write' | 'documents.upload'
}

/**
 * Returns too deep files. After a refusal, the caller rolls back and discards.
 * @throws Refusal NOT_FOUND, NO_SPACE, SUBMISSIONS_FULL, UPGRADE_RUNNING, as `confirm`
 */
export async function storeFiles<File extends IncomingFile>(
  tx: Tx,
  parts: StoringParts,
  actor: Actor,
  { parent: parentId, files, conflict, staged: asked, permission, threadId }: Upload<File>,
): Promise<{ stored: StoredItem[]; tooDeep: File[]; isSubmission: boolean }> {
  const now = await beginChange(tx, parts, actor, permission)
  const drop =
    now.roleId === ROLE.operator ? undefined : await openDropFolder(tx, now, parentId, files)
  // The role changed since the start.
  if (drop && conflict !== 'keep') throw new Refusal('BAD_REQUEST')
  const isSubmission = drop !== undefined
  const staged = stagedBy(now, asked)
  const target = await findParent(tx, actor.roomId, parentId)
  if (!target) throw new Refusal('NOT_FOUND')
  const fits = ({ folders }: IncomingFile): boolean =>
    target.path.length + folders.length <= LIMITS.treeDepth
  const kept = files.filter(fits)
  const tooDeep = files.filter((file) => !fits(file))
  if (kept.length === 0) return { stored: [], tooDeep, isSubmission }

  const folders = new FolderPaths(tx, parts, now, target, staged)
  const byFolder = await sortIntoFolders(folders, kept)
  const placements: Staging[] = []
  for (const [parent, group] of byFolder) {
    const isStaged = staged ?? (await stagesUploads(tx, actor.roomId, parent.path))
    for (const placement of await placeFiles(tx, actor.roomId, parent, group, conflict))
      placements.push({
        ...placement,
        staged: isStaged || (placement.existing?.staged === true && staged === undefined),
      })
  }
  await refuseUnderOrder(
    tx,
    now,
    placements.flatMap(({ parent, existing }) => [
      ...parent.path,
      ...(existing ? [existing.id] : []),
    ]),
  )
  if (placements.some((placement) => placement.staged)) await relyOn(tx, RELEASE_RULES.staging)
  const bytes = kept.reduce((sum, { size }) => sum + size, 0)
  const added = placements.filter(({ existing }) => !existing).length
  await takeStorage(tx, actor.roomId, bytes, added)

  const filled = await numberVersions(tx, placements)
  // An operator decides about submitted files later.
  const met = drop
    ? []
    : await meetExpectations(
        tx,
        parts,
        now,
        filled.filter(({ isFirst }) => isFirst).map(newDocumentOf),
      )
  const shown = filled
    .filter(
      ({ isReleased, isLast, item: { parent: folder } }) => isReleased && isLast && !folder.unseen,
    )
    .map(({ item }) => item.id)
  const tied: TiedDocument[] = await findTiedBelow(tx, {
    roomId: actor.roomId,
    itemIds: shown,
    named: shown,
  })
  await writeVersions(tx, parts, actor, filled, isSubmission)
  if (drop) await recordSubmissions(tx, parts, actor, drop, filled.map(submittedOf))
  else await recordUploads(tx, parts, actor, filled)
  tied.push(...(await recordMet(tx, parts, now, met)))
  const answering = tied.filter((document) => document.threadId !== threadId)
  await answerRequests(
    tx,
    parts,
    answering.map((document) => ({ ...document, by: now })),
  )
  // A number would reveal to participants that a name is taken.
  const nameOf = ({ item, file }: Filled): string => (drop ? file.name : item.name)
  const itemOf = new Map(
    filled.map((each) => [
      each.file,
      { id: each.item.id, name: nameOf(each), size: each.file.size },
    ]),
  )
  const changed = placements.map((placement) => ({
    id: placement.parent.id,
    unseen: placement.staged || placement.parent.unseen,
  }))
  await announceEach(tx, parts, actor.roomId, [...changed, ...folders.changed])
  if (changed.some(({ unseen }) => !unseen)) await queueNotification(tx, parts, actor.roomId)
  return { stored: kept.flatMap((file) => itemOf.get(file) ?? []), tooDeep, isSubmission }
}

async function sortIntoFolders(
  folders: FolderPaths,
  files: readonly IncomingFile[],
): Promise<Map<Parent, IncomingFile[]>> {
  const byFolder = new Map<Parent, IncomingFile[]>()
  for (const file of files) {
    const parent = await folders.at(file.folders)
    const group = byFolder.get(parent)
    if (group) group.push(file)
    else byFolder.set(parent, [file])
  }
  return byFolder
}

interface Staging extends Placement<IncomingFile> {
  readonly staged: boolean
}

interface Filled {
  readonly item: { readonly id: number; readonly name: string; readonly parent: Parent }
  readonly staged: boolean
  readonly isHeldBack: boolean
  readonly isReleased: boolean
  readonly file: IncomingFile
  readonly versionId: number
  readonly number: number
  readonly isFirst: boolean
  readonly isLast: boolean
}

async function numberVersions(tx: Tx, placements: readonly Staging[]): Promise<Filled[]> {
  const itemIds = (
    await nextIds(tx, 'items', placements.filter(({ existing }) => !existing).length)
  ).values()
  const versionIds = (
    await nextIds(tx, 'file_versions', placements.flatMap(({ files }) => files).length)
  ).values()
  return placements.flatMap(({ parent, name, existing, files, staged }) => {
    const item = { id: existing?.id ?? taken(itemIds), name, parent }
    return files.map((file, index) => ({
      item,
      file,
      staged,
      isHeldBack: staged && existing?.staged === false,
      isReleased: !staged && existing?.staged === true,
      versionId: taken(versionIds),
      number: (existing?.newest ?? 0) + index + 1,
      isFirst: !existing && index === 0,
      isLast: index === files.length - 1,
    }))
  })
}

function taken(ids: IterableIterator<number>): number {
  const next = ids.next()
  if (next.done) throw new Error('too few ids were taken')
  return next.value
}

async function writeVersions(
  tx: Tx,
  parts: Pick<DocumentParts, 'content' | 'encryptor' | 'clock' | 'events'>,
  actor: Actor,
  filled: readonly Filled[],
  submitted: boolean,
): Promise<void> {
  const making = { roomId: actor.roomId, createdAt: parts.clock.now(), createdBy: memberOf(actor) }
  const added = filled.filter(({ isFirst }) => isFirst)
  const replacing = filled.filter(({ isFirst }) => !isFirst)
  await insertItems(
    tx,
    added.map(({ item, versionId, staged, file: { ext, size } }) => ({
      ...making,
      ...item,
      versionId,
      staged,
      submitted,
      folder: false,
      ext,
      size,
      filename: newFilename(ext),
    })),
  )
  const versions = filled.map(
    async ({
      item,
      versionId,
      number,
      staged,
      file: { content, size, sha256 },
    }): Promise<NewVersion> => {
      const contentUid = content.uid
      const segments = await parts.content.wrapKeys(tx, actor.roomId, content)
      const encryptedDigest = await parts.encryptor.encrypt(
        tx,
        actor.roomId,
        digestPurpose(contentUid),
        Buffer.from(sha256, 'hex'),
      )
      return {
        ...making,
        id: versionId,
        itemId: item.id,
        contentUid,
        number,
        size,
        staged,
        encryptedDigest,
        segments,
      }
    },
  )
  await insertVersions(tx, await Promise.all(versions))
  const last = replacing.filter(({ isLast }) => isLast)
  const [held, current] = [
    last.filter(({ isHeldBack }) => isHeldBack),
    last.filter(({ isHeldBack }) => !isHeldBack),
  ]
  await holdBack(
    tx,
    held.map(({ versionId }) => versionId),
  )
  await makeCurrent(
    tx,
    current.map(({ versionId }) => versionId),
  )
  await release(
    tx,
    last.filter(({ isReleased }) => isReleased).map(({ item }) => item.id),
    making.createdAt,
  )
  await parts.events.stored(tx, {
    roomId: actor.roomId,
    versionIds: filled.map(({ versionId }) => versionId),
  })
}

async function recordUploads(
  tx: Tx,
  { activity }: Pick<StoringParts, 'activity'>,
  actor: Actor,
  filled: readonly Filled[],
): Promise<void> {
  await activity.recordEach(
    tx,
    actor,
    'document.uploaded',
    filled.filter(({ isFirst }) => isFirst).map(entryOf),
  )
  const replacing = filled.filter(({ isFirst }) => !isFirst)
  await activity.recordEach(
    tx,
    actor,
    'document.replaced',
    replacing.map((version) => ({ ...entryOf(version), number: version.number })),
  )
}

const newDocumentOf = ({ item: { id, name, parent }, file, staged }: Filled): NewDocument => ({
  ...{ id, name, parentId: parent.id, wantedName: file.name, unseen: staged || parent.unseen },
})

const submittedOf = ({ item, file }: Filled): Submitted => ({
  itemId: item.id,
  name: file.name,
  size: file.size,
})

const entryOf = ({ item: { id, name }, file: { size }, staged }: Filled) => ({
  ...{ itemId: id, name, size },
  ...(staged ? { staged } : {}),
})
