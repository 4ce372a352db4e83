import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { roomOf } from '../../rooms/index.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { spaceLeft } from '../upload/incoming-space.ts'
import { queueSubmissionMail } from './notify-operators.ts'
import {
  type DropFolder,
  findDropFolder,
  measureUnfinished,
  measureWaiting,
} from './submissions.read.ts'
import { insertSubmissions } from './submissions.store.ts'

interface Beginning {
  readonly folderId: number
  readonly size: number
  readonly isPlain: boolean
}

/** Unfinished uploads count. The caller must hold the tree lock. @throws Refusal NOT_FOUND, SUBMISSIONS_FULL, BAD_REQUEST */
export async function beginSubmission(
  tx: Tx,
  actor: Actor,
  { folderId, size, isPlain }: Beginning,
): Promise<void> {
  if (!isPlain) throw new Refusal('BAD_REQUEST')
  const { groupId } = await dropFolderOf(tx, actor, folderId)
  const { roomId } = actor
  const most = await mostBytes(tx, roomId)
  const [waiting, unfinished] = [
    await measureWaiting(tx, groupId),
    await measureUnfinished(tx, roomId, groupId),
  ]
  refuseOverflow(
    { files: waiting.files + unfinished.files + 1, bytes: waiting.bytes + unfinished.bytes + size },
    most,
  )
  // Exact free space would reveal others' submissions or staging.
  if ((await spaceLeft(tx, roomId)) + unfinished.bytes < most) throw new Refusal('SUBMISSIONS_FULL')
}

/** The caller must hold the tree lock. @throws Refusal NOT_FOUND, SUBMISSIONS_FULL; BAD_REQUEST for files in folders */
export async function openDropFolder(
  tx: Tx,
  actor: Actor,
  folderId: number,
  files: readonly { readonly folders: readonly string[]; readonly size: number }[],
): Promise<DropFolder> {
  if (files.some(({ folders }) => folders.length > 0)) throw new Refusal('BAD_REQUEST')
  const folder = await dropFolderOf(tx, actor, folderId)
  const waiting = await measureWaiting(tx, folder.groupId)
  const bytes = files.reduce((sum, { size }) => sum + size, waiting.bytes)
  refuseOverflow({ files: waiting.files + files.length, bytes }, await mostBytes(tx, actor.roomId))
  return folder
}

/** @throws Refusal NOT_FOUND */
async function dropFolderOf(tx: Tx, actor: Actor, folderId: number): Promise<DropFolder> {
  const folder = await findDropFolder(tx, visibleItems(actor), folderId)
  if (!folder) throw new Refusal('NOT_FOUND')
  return folder
}

/** One group must not use the others' space. */
async function mostBytes(tx: Tx, roomId: number): Promise<number> {
  const { storage_limit } = await roomOf(tx, roomId)
  return Math.min(
    LIMITS.submissionsWaitingBytes,
    Math.floor(storage_limit * LIMITS.submissionsWaitingShare),
  )
}

function refuseOverflow(
  { files, bytes }: { readonly files: number; readonly bytes: number },
  most: number,
): void {
  if (files > LIMITS.submissionsWaiting || bytes > most) throw new Refusal('SUBMISSIONS_FULL')
}

export interface Submitted {
  readonly itemId: number
  readonly name: string
  readonly size: number
}

export async function recordSubmissions(
  tx: Tx,
  parts: Pick<DocumentParts, 'activity' | 'clock' | 'notifyAfterMs'>,
  actor: Actor,
  { id: folderId, name: folder, groupId }: DropFolder,
  submitted: readonly Submitted[],
): Promise<void> {
  const by = {
    roomId: actor.roomId,
    folderId,
    groupId,
    memberId: actor.memberId,
    at: parts.clock.now(),
  }
  await insertSubmissions(tx, by, submitted)
  await parts.activity.recordEach(
    tx,
    actor,
    'document.submitted',
    submitted.map((each) => ({ ...each, folder })),
  )
  await queueSubmissionMail(tx, parts, actor.roomId)
}
