import { z } from 'zod'
import { isUntil } from '../../../contract/core/permissions.ts'
import { allowed, type Holder, visibleItems } from '../../access/items.ts'
import type { Tx } from '../../platform/db/database.ts'
import { addJob, handle, jobType } from '../../platform/jobs/job.ts'
import { findEntered } from '../members/index.ts'
import { findRoom, holdTree, moveAnnounced, type RoomRow } from '../rooms/index.ts'
import { type Arrival, findArrivals, findLastVersion } from './arrivals.read.ts'
import { newDocumentsMail } from './documents.mails.ts'
import type { DocumentParts } from './documents.parts.ts'
import { findFolderNames } from './documents.read.ts'

/** Documents that a mail names; of the others it gives the number. */
const LISTED = 10

type NotifyParts = Pick<DocumentParts, 'database' | 'outbox' | 'publicUrl'>

const notify = jobType('documents.notify', z.object({ roomId: z.int().positive() }), { maxAttempts: 10, priority: 5 })

/** Has the readers of a room told of what has just arrived, once its time is over. What arrives until then joins it. */
export async function queueNotification(
  tx: Tx,
  { clock, notifyAfterMs }: Pick<DocumentParts, 'clock' | 'notifyAfterMs'>,
  roomId: number,
): Promise<void> {
  const key = `${notify.name}:${roomId}`
  const runAt = new Date(clock.now().getTime() + notifyAfterMs)
  await addJob(tx, notify, { roomId }, { jobKey: key, queue: key, runAt, keepsTime: true })
}

/** Somebody else has announced the same documents meanwhile: nothing is sent, and the next run looks again. */
class AnnouncedMeanwhile extends Error {
  override name = 'AnnouncedMeanwhile'
}

/**
 * Sends one mail about what arrived since the last one to each member who may see it. The mails and the mark that says how far documents
 * are announced commit together: whatever fails, either all of it has happened or nothing.
 */
async function notifyReaders(parts: NotifyParts, roomId: number): Promise<void> {
  // Versions get their ids under the lock of the tree, which is held until they are committed. So whoever has it sees all of the room's ids
  // up to the last one, and no smaller one can appear later. Mails are written without it: uploads need not wait for them.
  const upTo = await parts.database.transaction(async (tx) => {
    await holdTree(tx, roomId)
    return findLastVersion(tx, roomId)
  })
  await parts.database.transaction(async (tx) => {
    const room = await findRoom(tx, roomId)
    if (!room || room.announced_version >= upTo) return
    // What arrives while the switch is off is never announced.
    if (room.noti && isUntil(room.phase, 'frozen')) await mailReaders(tx, parts, room, upTo)
    if (!(await moveAnnounced(tx, roomId, { from: room.announced_version, to: upTo }))) throw new AnnouncedMeanwhile()
  })
}

async function mailReaders(tx: Tx, parts: NotifyParts, room: RoomRow, upTo: number): Promise<void> {
  const arrivals = await findArrivals(tx, room.id, { after: room.announced_version, upTo })
  if (arrivals.length === 0) return
  const candidates = arrivals.map(({ id, room_id }) => ({ id, roomId: room_id, deleted: false }))
  for (const member of await findEntered(tx, room.id)) {
    const reader: Holder = {
      roomId: room.id,
      roleId: member.role_id,
      state: 'agreed',
      phase: room.phase,
      print: member.can_print,
      download: member.can_download,
    }
    const readable = allowed(reader, 'read', candidates)
    const seen = arrivals.filter(({ id }) => readable.has(id))
    const isOwn = seen.every(({ uploaders }) => uploaders.every((uploader) => uploader === member.id))
    if (isOwn) continue
    await parts.outbox.queue(tx, {
      roomId: room.id,
      memberId: member.id,
      kind: 'new-documents',
      mail: newDocumentsMail({
        room: { name: room.name, roomNo: room.room_no },
        to: member,
        count: seen.length,
        listed: await placesOf(tx, reader, seen.slice(0, LISTED)),
        folder: commonFolder(seen),
        publicUrl: parts.publicUrl,
      }),
    })
  }
}

async function placesOf(tx: Tx, reader: Holder, arrivals: readonly Arrival[]) {
  const names = await findFolderNames(tx, visibleItems(reader), [...new Set(arrivals.flatMap(({ ancestors }) => ancestors))])
  return arrivals.map(({ ancestors, name, replaced }) => ({ folders: ancestors.flatMap((id) => names.get(id) ?? []), name, replaced }))
}

/** The deepest folder in which all of them are, directly or further down; 0 is the root. */
function commonFolder(arrivals: readonly Arrival[]): number {
  const [first, ...others] = arrivals.map(({ ancestors }) => ancestors)
  return (first ?? []).findLast((id, depth) => others.every((ancestors) => ancestors[depth] === id)) ?? 0
}

export function notifyJobs(parts: NotifyParts) {
  return { handlers: [handle(notify, ({ roomId }) => notifyReaders(parts, roomId))], recurring: [] }
}
