import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { cleanName, isUsableName } from '../documents.rules.ts'
import { findParent } from '../documents.store.ts'
import { beginChange } from '../items/change-item.ts'
import { findFreeName } from '../items/free-name.ts'
import { addFolder } from '../listing/folder-paths.ts'
import {
  type IncomingFile,
  type StoredItem,
  type StoringParts,
  storeFiles,
} from '../storage/store-file.ts'
import { announce } from './announce.ts'
import {
  type ReceivedUpload,
  type Receiving,
  type RejectedFile,
  receiveUpload,
  type UploadFields,
} from './receive-upload.ts'
import { vetContent } from './vet-content.ts'

export type UploadOutcome =
  | {
      readonly kind: 'files'
      readonly stored: readonly StoredItem[]
      readonly rejected: readonly RejectedFile[]
    }
  | { readonly kind: 'folder'; readonly folder: { readonly id: number; readonly name: string } }

const DEFAULT_FOLDER = '새 폴더'

export async function uploadDocuments(
  parts: DocumentParts,
  actor: Actor,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  const announced = request.headers['content-length']
  const space = await parts.incoming.hold(
    parts.database.db,
    actor.roomId,
    announced === undefined ? undefined : Number(announced),
  )
  const files: IncomingFile[] = []
  let storing = false
  try {
    const receiving: Receiving = {
      content: parts.content,
      roomId: actor.roomId,
      space,
      signal,
      vet: (file, content) => vetContent(parts, actor, file, content),
    }
    const upload = await receiveUpload(request, receiving, files)
    checkIdentity(actor, upload.fields)
    space.release()
    storing = true
    return await (upload.fields.typeId === 5
      ? makeFolder(parts, actor, upload)
      : keepFiles(parts, actor, upload))
  } catch (error) {
    // After other errors, the commit may have succeeded.
    const isUncertain = storing && !(error instanceof Refusal)
    if (!isUncertain) for (const file of files) await parts.content.discard(file.content)
    throw error
  } finally {
    space.release()
  }
}

function checkIdentity(actor: Actor, fields: UploadFields): void {
  if (fields.id !== actor.memberId || fields.roomId !== actor.roomId) throw new Refusal('NOT_FOUND')
}

async function makeFolder(
  parts: Pick<DocumentParts, 'database' | 'activity' | 'bus' | 'clock' | 'confirm'>,
  actor: Actor,
  { fields, files, rejected }: ReceivedUpload,
): Promise<UploadOutcome> {
  if (
    files.length > 0 ||
    rejected.some(({ code }) => code !== 'EMPTY') ||
    fields.threadId !== undefined
  )
    throw new Refusal('BAD_REQUEST')
  const name = cleanName(fields.folderName ?? DEFAULT_FOLDER).trim()
  if (!isUsableName(name)) throw new Refusal('NAME_UNUSABLE')
  const folder = await parts.database.transaction(async (tx) => {
    const now = await beginChange(tx, parts, actor)
    const target = await findParent(tx, actor.roomId, fields.parent)
    if (!target) throw new Refusal('NOT_FOUND')
    const made = await addFolder(tx, parts, now, target, {
      name: await findFreeName(tx, actor.roomId, target, name, true),
      staged: fields.staged,
    })
    await announce(tx, parts, actor.roomId, [target.id], { unseen: made.unseen })
    return made
  })
  return { kind: 'folder', folder: { id: folder.id, name: folder.name } }
}

async function keepFiles(
  parts: StoringParts & Pick<DocumentParts, 'database'>,
  actor: Actor,
  { fields, files, rejected }: ReceivedUpload,
): Promise<UploadOutcome> {
  if (files.length + rejected.length === 0) throw new Refusal('BAD_REQUEST')
  if (files.length === 0) return { kind: 'files', stored: [], rejected }
  const { parent, conflict = 'keep', threadId, staged } = fields
  const { stored, tooDeep } = await parts.database.transaction(async (tx) => {
    const outcome = await storeFiles(tx, parts, actor, {
      parent,
      files,
      conflict,
      staged,
      threadId,
      permission: 'documents.write',
    })
    const itemIds = outcome.stored.map(({ id }) => id)
    if (threadId !== undefined && itemIds.length > 0)
      await parts.events.answered(tx, actor, threadId, itemIds)
    return outcome
  })
  for (const { content } of tooDeep) await parts.content.discard(content)
  const deep = tooDeep.map(
    ({ folders, name }): RejectedFile => ({ name: [...folders, name].join('/'), code: 'DEPTH' }),
  )
  return { kind: 'files', stored, rejected: [...rejected, ...deep] }
}
