import { randomUUID } from 'node:crypto'
import { formatSize } from '../../../../contract/core/format-size.ts'
import { messageFilesBudget } from '../../../../contract/core/limits.ts'
import type { ViewStatus } from '../../../../contract/features/documents.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { encryptFileName, openFileName } from '../thread-texts.ts'
import type { FileParts, ThreadParts } from '../threads.parts.ts'
import { insertFiles } from '../threads.store.ts'
import { wakeConversion } from './convert-files.ts'
import type { NewFile } from './receive-files.ts'
import { type FileRow, holdKeptFiles } from './thread-files.read.ts'

interface KeepFilesInput {
  readonly roomId: number
  readonly memberId: number
  readonly entryId: string
}

/** @throws Refusal THREAD_FILES_FULL, with the member's remaining space */
export async function keepFiles(
  tx: Tx,
  parts: FileParts,
  { roomId, memberId, entryId }: KeepFilesInput,
  files: readonly NewFile[],
): Promise<void> {
  if (files.length === 0) return
  const kept = await holdKeptFiles(tx, roomId, memberId)
  if (!kept) throw new Refusal('NOT_FOUND')
  const budget = messageFilesBudget(kept.limit)
  const left = Math.max(0, Math.min(budget.room - kept.room, budget.member - kept.member))
  if (files.reduce((sum, { size }) => sum + size, 0) > left)
    throw new Refusal('THREAD_FILES_FULL', { variables: { left: formatSize(left) } })
  const rows = files.map(async ({ name, ext, size, status, pages, content }, position) => {
    const id = randomUUID()
    const [segment] = await parts.content.wrapKeys(tx, roomId, content, 'thread')
    if (!segment) throw new Error('a received file has no segment')
    return {
      ...{
        id,
        entry_id: entryId,
        position,
        room_id: roomId,
        member_id: memberId,
        ext,
        size,
        status,
        pages: JSON.stringify(pages),
      },
      name_sealed: await encryptFileName(parts, tx, roomId, id, name),
      ...{
        content_uid: content.uid,
        blob_id: segment.blobId,
        wrapped_key: segment.wrappedKey,
        created_at: parts.clock.now(),
      },
      due_at: status === 'WAITING' ? parts.clock.now() : null,
    }
  })
  await insertFiles(tx, await Promise.all(rows))
  if (files.some(({ status }) => status === 'WAITING')) await wakeConversion(tx, parts.clock)
}

interface ShownFile {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly status: ViewStatus
  readonly pages: FileRow['pages']
}

export async function showFiles(
  parts: Pick<ThreadParts, 'keyring' | 'database'>,
  roomId: number,
  rows: readonly FileRow[],
): Promise<ReadonlyMap<string, ShownFile[]>> {
  const { db } = parts.database
  const shown = new Map<string, ShownFile[]>()
  const names = await Promise.all(rows.map((row) => openFileName(parts, db, roomId, row)))
  for (const [index, { id, entry_id: entryId, size, status, pages }] of rows.entries())
    shown.set(entryId, [
      ...(shown.get(entryId) ?? []),
      { id, name: names[index] ?? '', size, status, pages },
    ])
  return shown
}
