import { type Extension, LIMITS } from '../../../contract/core/limits.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { bookStorage } from '../rooms/index.ts'
import { announce } from './announce.ts'
import { beginChange } from './change-item.ts'
import type { DocumentParts } from './documents.parts.ts'
import { findFileIn, findParent, insertItem, insertVersion, type NewVersion, type Parent } from './documents.store.ts'
import { FolderPaths } from './folder-paths.ts'
import { findFreeName } from './free-name.ts'
import { newFilename } from './new-filename.ts'
import { queueNotification } from './notify-readers.ts'

/** A file that was received, checked and sealed on the disk, its keys wrapped. */
export interface IncomingFile {
  /** Names of the folders between the target of the upload and the file. */
  readonly folders: readonly string[]
  readonly name: string
  readonly ext: Extension
  readonly size: number
  /** Of the whole content, in hexadecimal. */
  readonly sha256: string
  readonly contentUid: string
  readonly segments: NewVersion['segments']
}

/** What becomes of a file whose name another file has: it stands beside that one under a number, or is its new version. */
export type Conflict = 'keep' | 'replace'

export interface StoredItem {
  readonly id: number
  readonly name: string
  readonly size: number
}

interface Upload<File extends IncomingFile> {
  /** The folder that takes the files; 0 is the root. */
  readonly parent: number
  readonly files: readonly File[]
  readonly conflict: Conflict
}

/**
 * Turns sealed files into items, however they arrived: the actor confirmed once more, the tree held, folders made, storage booked; rows,
 * keys, log entries and jobs commit with the caller's transaction. Files too deep for the tree are handed back, their content untouched.
 * @throws Refusal NOT_FOUND where the folder is gone, NO_SPACE, and those of `confirm`: then the caller rolls back and discards the content.
 */
export async function storeFiles<File extends IncomingFile>(
  tx: Tx,
  parts: DocumentParts,
  actor: Actor,
  { parent: parentId, files, conflict }: Upload<File>,
): Promise<{ stored: StoredItem[]; tooDeep: File[] }> {
  await beginChange(tx, parts, actor)
  const target = await findParent(tx, actor.roomId, parentId)
  if (!target) throw new Refusal('NOT_FOUND')
  const fits = ({ folders }: IncomingFile): boolean => target.path.length + folders.length <= LIMITS.treeDepth
  const kept = files.filter(fits)
  const folders = new FolderPaths(tx, parts, actor, target)
  const stored: StoredItem[] = []
  const parents = new Set<number>()
  let added = 0
  for (const file of kept) {
    const parent = await folders.at(file.folders)
    parents.add(parent.id)
    const existing = conflict === 'replace' ? await findFileIn(tx, actor.roomId, parent, file.name) : undefined
    stored.push(existing ? await replaceFile(tx, parts, actor, existing, file) : await addFile(tx, parts, actor, parent, file))
    if (!existing) added += 1
  }
  const bytes = kept.reduce((sum, { size }) => sum + size, 0)
  if (!(await bookStorage(tx, actor.roomId, bytes, added))) throw new Refusal('NO_SPACE')
  if (stored.length > 0) {
    await announce(tx, parts, actor.roomId, [target.id, ...parents])
    await queueNotification(tx, parts, actor.roomId)
  }
  return { stored, tooDeep: files.filter((file) => !fits(file)) }
}

async function addFile(tx: Tx, parts: DocumentParts, actor: Actor, parent: Parent, file: IncomingFile): Promise<StoredItem> {
  const { roomId, memberId: createdBy } = actor
  const { ext, size } = file
  const name = await findFreeName(tx, roomId, parent, file.name, false)
  const createdAt = parts.clock.now()
  const id = await insertItem(tx, { roomId, parent, folder: false, name, ext, filename: newFilename(ext), size, createdAt, createdBy })
  await addVersion(tx, parts, actor, { id, number: 1 }, file)
  await parts.activity.record(tx, actor, 'document.uploaded', { itemId: id, name, size })
  return { id, name, size }
}

/** The versions before it stay, and so do leases on them: who reads goes on reading what was opened. */
async function replaceFile(
  tx: Tx,
  parts: DocumentParts,
  actor: Actor,
  { id, name, newest }: { readonly id: number; readonly name: string; readonly newest: number },
  file: IncomingFile,
): Promise<StoredItem> {
  const number = newest + 1
  await addVersion(tx, parts, actor, { id, number }, file)
  await parts.activity.record(tx, actor, 'document.replaced', { itemId: id, name, size: file.size, number })
  return { id, name, size: file.size }
}

async function addVersion(
  tx: Tx,
  parts: DocumentParts,
  { roomId, memberId: createdBy }: Actor,
  item: { readonly id: number; readonly number: number },
  { contentUid, size, sha256, segments }: IncomingFile,
): Promise<void> {
  const versionId = await insertVersion(tx, {
    roomId,
    itemId: item.id,
    contentUid,
    number: item.number,
    size,
    sealedDigest: await parts.sealer.seal(tx, roomId, `digest:${contentUid}`, Buffer.from(sha256, 'hex')),
    createdAt: parts.clock.now(),
    createdBy,
    segments,
  })
  await parts.events.stored(tx, { roomId, versionId })
}
