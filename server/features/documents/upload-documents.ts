import type { FastifyRequest } from 'fastify'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { bookStorage, findRoom, holdTree } from '../rooms/index.ts'
import { announce } from './announce.ts'
import type { DocumentParts } from './documents.parts.ts'
import { cleanName, isUsableName } from './documents.rules.ts'
import { findFolderIn, findParent, insertItem, insertVersion, type Parent } from './documents.store.ts'
import { findFreeName } from './free-name.ts'
import { newFilename } from './new-filename.ts'
import { type ReceivedFile, type ReceivedUpload, type RejectedFile, receiveUpload, type UploadFields } from './receive-upload.ts'

export interface StoredItem {
  readonly id: number
  readonly name: string
  readonly size: number
}

/** What came of an upload. */
export type UploadOutcome =
  | { readonly kind: 'files'; readonly stored: readonly StoredItem[]; readonly rejected: readonly RejectedFile[] }
  | { readonly kind: 'folder'; readonly folder: { readonly id: number; readonly name: string } }

const DEFAULT_FOLDER = '새 폴더'

/**
 * Takes files or makes a folder. Files are sealed on disk first; then rights are looked at once more, and rows, keys, counters, log
 * entries and jobs commit together. Whatever is refused, nothing of it is left.
 */
export async function uploadDocuments(
  parts: DocumentParts,
  actor: Actor,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  const room = await findRoom(parts.database.db, actor.roomId)
  if (!room) throw new Refusal('NOT_FOUND')
  const spaceLeft = room.storage_limit - room.storage_used
  const files: ReceivedFile[] = []
  let storing = false
  try {
    const upload = await receiveUpload(request, { content: parts.content, roomId: actor.roomId, spaceLeft, signal }, files)
    checkIdentity(actor, upload.fields)
    storing = true
    return await (upload.fields.typeId === 5 ? makeFolder(parts, actor, upload) : storeFiles(parts, actor, upload))
  } catch (error) {
    // Where the database failed, the commit may have happened all the same. If it did not, the sweep removes the blobs.
    const isUncertain = storing && !(error instanceof Refusal)
    if (!isUncertain) for (const file of files) await parts.content.discard(file.content)
    throw error
  }
}

function checkIdentity(actor: Actor, fields: UploadFields): void {
  if (fields.id !== actor.memberId || fields.roomId !== actor.roomId) throw new Refusal('NOT_FOUND')
}

async function makeFolder(parts: DocumentParts, actor: Actor, { fields, files, rejected }: ReceivedUpload): Promise<UploadOutcome> {
  // A placeholder without a byte may stand where no file is meant.
  if (files.length > 0 || rejected.some(({ code }) => code !== 'EMPTY')) throw new Refusal('BAD_REQUEST')
  const name = cleanName(fields.folderName ?? DEFAULT_FOLDER).trim()
  if (!isUsableName(name)) throw new Refusal('NAME_UNUSABLE')
  const folder = await parts.database.transaction(async (tx) => {
    const target = await openTarget(tx, parts, actor, fields.parent)
    await book(tx, actor, [])
    const made = await addFolder(tx, parts, actor, target, await findFreeName(tx, actor.roomId, target, name, true))
    await announce(tx, parts, actor.roomId, [target.id])
    return made
  })
  return { kind: 'folder', folder: { id: folder.id, name: folder.name } }
}

async function storeFiles(parts: DocumentParts, actor: Actor, { fields, files, rejected }: ReceivedUpload): Promise<UploadOutcome> {
  if (files.length + rejected.length === 0) throw new Refusal('BAD_REQUEST')
  if (files.length === 0) return { kind: 'files', stored: [], rejected }
  const wrapped = new Map(
    await Promise.all(files.map(async (file) => [file, await parts.content.wrapKeys(actor.roomId, file.content)] as const)),
  )
  const { stored, tooDeep } = await parts.database.transaction(async (tx) => {
    const target = await openTarget(tx, parts, actor, fields.parent)
    const fits = (file: ReceivedFile): boolean => target.path.length + file.folders.length <= LIMITS.treeDepth
    const kept = files.filter(fits)
    await book(tx, actor, kept)
    const folders = new FolderPaths(tx, parts, actor, target)
    const items: StoredItem[] = []
    const parents = new Set<number>()
    for (const file of kept) {
      const parent = await folders.at(file.folders)
      parents.add(parent.id)
      items.push(await addFile(tx, parts, actor, parent, file, wrapped.get(file) ?? []))
    }
    if (items.length > 0) await announce(tx, parts, actor.roomId, [target.id, ...parents])
    return { stored: items, tooDeep: files.filter((file) => !fits(file)) }
  })
  for (const file of tooDeep) await parts.content.discard(file.content)
  const deep = tooDeep.map(({ folders, name }): RejectedFile => ({ name: [...folders, name].join('/'), code: 'DEPTH' }))
  return { kind: 'files', stored, rejected: [...rejected, ...deep] }
}

/** The folder that takes the upload, with the actor confirmed and the tree held, so that names stay unique. */
async function openTarget(tx: Tx, parts: DocumentParts, actor: Actor, parentId: number): Promise<Parent> {
  await parts.confirm(tx, actor, 'documents.write')
  await holdTree(tx, actor.roomId)
  const parent = await findParent(tx, actor.roomId, parentId)
  if (!parent) throw new Refusal('NOT_FOUND')
  return parent
}

async function book(tx: Tx, actor: Actor, files: readonly ReceivedFile[]): Promise<void> {
  const bytes = files.reduce((sum, file) => sum + file.size, 0)
  if (!(await bookStorage(tx, actor.roomId, bytes, files.length))) throw new Refusal('NO_SPACE')
}

async function addFolder(tx: Tx, parts: DocumentParts, actor: Actor, parent: Parent, name: string): Promise<Parent & { name: string }> {
  if (parent.path.length >= LIMITS.treeDepth) throw new Refusal('FOLDER_DEPTH')
  const id = await insertItem(tx, {
    roomId: actor.roomId,
    parent,
    folder: true,
    name,
    ext: '',
    filename: newFilename(''),
    size: 0,
    createdAt: parts.clock.now(),
    createdBy: actor.memberId,
  })
  await parts.activity.record(tx, actor, 'document.folder-created', { itemId: id, name })
  return { id, name, path: [...parent.path, id] }
}

async function addFile(
  tx: Tx,
  parts: DocumentParts,
  actor: Actor,
  parent: Parent,
  file: ReceivedFile,
  segments: { blobId: string; size: number; wrappedKey: Buffer }[],
): Promise<StoredItem> {
  const { roomId, memberId: createdBy } = actor
  const createdAt = parts.clock.now()
  const name = await findFreeName(tx, roomId, parent, file.name, false)
  const filename = newFilename(file.ext)
  const id = await insertItem(tx, { roomId, parent, folder: false, name, ext: file.ext, filename, size: file.size, createdAt, createdBy })
  const versionId = await insertVersion(tx, {
    roomId,
    itemId: id,
    contentUid: file.content.uid,
    number: 1,
    size: file.size,
    sealedDigest: await parts.sealer.seal(tx, roomId, `digest:${file.content.uid}`, Buffer.from(file.sha256, 'hex')),
    createdAt,
    createdBy,
    segments,
  })
  await parts.activity.record(tx, actor, 'document.uploaded', { itemId: id, name, size: file.size })
  await parts.events.stored(tx, { roomId, versionId })
  return { id, name, size: file.size }
}

/** Folders of the relative paths of one upload: those that are there are used, the others made, each once. */
class FolderPaths {
  readonly #tx: Tx
  readonly #parts: DocumentParts
  readonly #actor: Actor
  readonly #known = new Map<string, Parent>()

  constructor(tx: Tx, parts: DocumentParts, actor: Actor, target: Parent) {
    this.#tx = tx
    this.#parts = parts
    this.#actor = actor
    this.#known.set('', target)
  }

  async at(steps: readonly string[]): Promise<Parent> {
    const key = steps.join('/').toLowerCase()
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
    return addFolder(this.#tx, this.#parts, this.#actor, parent, free)
  }
}
