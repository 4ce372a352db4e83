import { type Extension, LIMITS } from '../../../../contract/core/limits.ts'
import type { Actor } from '../../../access/actor.ts'
import { NoSpaceError } from '../../../platform/blob/blob-store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { extensionOf } from '../documents.rules.ts'
import { findParent } from '../documents.store.ts'
import { foldedStem } from '../expected/expectation-names.ts'
import { findExpectations } from '../expected/expected.read.ts'
import { beginChange } from '../items/change-item.ts'
import { findFreeName } from '../items/free-name.ts'
import { addFolder } from '../listing/folder-paths.ts'
import { type IncomingFile, type StoredItem, storeFiles } from '../storage/store-file.ts'
import { announce } from '../upload/announce.ts'
import { keepIfSound } from '../upload/receive-upload.ts'
import { vetContent } from '../upload/vet-content.ts'
import { countAlike, findImportedFolder } from './find-imported.ts'
import { findFixedNumber } from './import.read.ts'
import { reserveNumber } from './import.store.ts'
import type { ImportRefusal } from './import-outcome.ts'
import { type SourceEntry, SourceFault } from './import-source.ts'
import { placeImported } from './place-imported.ts'

export interface Storing {
  readonly parts: DocumentParts
  readonly actor: Actor
  readonly staged: boolean | undefined
}

export interface EntryPlacement {
  readonly parentId: number
  readonly name: string
  readonly number: number | undefined
  readonly followers: Iterable<number>
}

export class TakenMeanwhile extends Error {
  override name = 'TakenMeanwhile'
}

interface PlacedFile extends EntryPlacement {
  readonly alike: number
}

interface StoredEntry extends Pick<StoredItem, 'id' | 'name'> {
  readonly otherNumber: number | undefined
  readonly isExpected: boolean
  readonly isNew: boolean
}

/** Checks the file like an upload and commits it with its rows. An error leaves no trace. @throws TakenMeanwhile */
export async function storeEntry(
  { parts, actor, staged }: Storing,
  entry: SourceEntry,
  placed: PlacedFile,
  onBytes: (bytes: number) => void,
): Promise<StoredEntry | ImportRefusal> {
  const { name } = placed
  const ext = extensionOf(name)
  if (ext === undefined) return { code: 'EXTENSION' }
  const space = await parts.incoming.hold(parts.database.db, actor.roomId, undefined)
  try {
    const file = await receive({ parts, actor }, entry, { name, ext }, async (bytes) => {
      await space.take(bytes)
      onBytes(bytes)
    })
    if ('code' in file) return file
    space.release()
    return await commit({ parts, actor, staged }, file, placed)
  } catch (error) {
    if (error instanceof SourceFault) return { code: error.code }
    if (error instanceof NoSpaceError || (error instanceof Refusal && error.code === 'NO_SPACE'))
      return { code: 'NO_SPACE' }
    throw error
  } finally {
    space.release()
  }
}

async function receive(
  { parts, actor }: Omit<Storing, 'staged'>,
  entry: SourceEntry,
  { name, ext }: { readonly name: string; readonly ext: Extension },
  take: (bytes: number) => Promise<void>,
): Promise<IncomingFile | ImportRefusal> {
  const { uid, writer } = await parts.content.begin(actor.roomId)
  let isComplete = false
  try {
    let size = 0
    for await (const piece of entry.content()) {
      size += piece.length
      if (size > LIMITS.uploadBytes) return { code: 'SIZE' }
      await take(piece.length)
      await writer.write(piece)
    }
    if (size === 0) return { code: 'EMPTY' }
    isComplete = true
  } finally {
    if (!isComplete) await writer.discard()
  }
  const kept = await keepIfSound(
    uid,
    writer,
    { folders: [], name, ext },
    {
      content: parts.content,
      roomId: actor.roomId,
      vet: (file, content) => vetContent(parts, actor, file, content),
    },
  )
  return typeof kept === 'string' ? { code: kept } : kept
}

async function commit(
  { parts, actor, staged }: Storing,
  file: IncomingFile,
  { parentId, name, number, alike, followers }: PlacedFile,
): Promise<StoredEntry> {
  try {
    return await parts.database.transaction(async (tx) => {
      await beginChange(tx, parts, actor)
      if ((await countAlike(tx, { roomId: actor.roomId, parentId }, name)) !== alike)
        throw new TakenMeanwhile()
      const [expected] = await findExpectations(tx, actor.roomId, [
        { parentId, name: foldedStem(name) },
      ])
      const isExpected = expected?.isMissing === true
      if (number !== undefined && !isExpected)
        await reserveNumber(tx, { roomId: actor.roomId, parentId }, number)
      const wanted = {
        parent: parentId,
        files: [file],
        conflict: 'keep',
        staged,
        permission: 'documents.write',
      } as const
      const [item] = (await storeFiles(tx, parts, actor, wanted)).stored
      if (!item) throw new Refusal('FOLDER_DEPTH')
      if (!isExpected)
        await placeImported(tx, parts, actor, { id: item.id, name: item.name, parentId }, followers)
      return {
        id: item.id,
        name: item.name,
        otherNumber: await otherNumberOf(tx, item.id, number),
        isExpected,
        isNew: true,
      }
    })
  } catch (error) {
    // After other errors, the commit may have succeeded.
    if (error instanceof Refusal || error instanceof TakenMeanwhile)
      await parts.content.discard(file.content)
    throw error
  }
}

/** Reuses another import's folder. @throws Refusal NOT_FOUND, FOLDER_DEPTH, as `confirm` */
export async function storeFolder(
  { parts, actor, staged }: Storing,
  { parentId, name, number, followers }: EntryPlacement,
): Promise<StoredEntry> {
  return parts.database.transaction(async (tx) => {
    const now = await beginChange(tx, parts, actor)
    const parent = await findParent(tx, actor.roomId, parentId)
    if (!parent) throw new Refusal('NOT_FOUND')
    const there = await findImportedFolder(tx, { roomId: actor.roomId, parentId }, name)
    if (there)
      return {
        id: there.id,
        name: there.name,
        otherNumber: undefined,
        isExpected: false,
        isNew: false,
      }
    if (number !== undefined) await reserveNumber(tx, { roomId: actor.roomId, parentId }, number)
    const free = await findFreeName(tx, actor.roomId, parent, name, true)
    const made = await addFolder(tx, parts, now, parent, { name: free, staged })
    await placeImported(tx, parts, actor, { id: made.id, name: made.name, parentId }, followers)
    await announce(tx, parts, actor.roomId, [parent.id], made.unseen ? { unseen: true } : {})
    return {
      id: made.id,
      name: made.name,
      otherNumber: await otherNumberOf(tx, made.id, number),
      isExpected: false,
      isNew: true,
    }
  })
}

async function otherNumberOf(
  tx: Tx,
  itemId: number,
  asked: number | undefined,
): Promise<number | undefined> {
  const number = asked === undefined ? undefined : await findFixedNumber(tx, itemId)
  return number === asked ? undefined : number
}
