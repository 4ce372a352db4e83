import { z } from 'zod'
import { isPhaseAtMost } from '../../../../contract/core/permissions.ts'
import { type GroupView, viewOfMember } from '../../../access/group-view.ts'
import { allowed, type Candidate, candidateOf, type Holder, visibleItems } from '../../../access/items.ts'
import { findGroupViews } from '../../../access/levels.read.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { addJob, handle, jobType } from '../../../platform/jobs/job.ts'
import { readersOf } from '../../members/index.ts'
import { lockTree, noteAnnounced, type RoomRow, roomIfAny } from '../../rooms/index.ts'
import { newDocumentsMail } from '../documents.mails.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findFolderNames } from '../documents.read.ts'
import { findItems } from '../listing/subtree.read.ts'
import { type Arrival, findArrivals, findLastVersion } from './arrivals.read.ts'

/** The mail only counts the others. */
const LISTED = 10

type NotifyParts = Pick<DocumentParts, 'database' | 'outbox' | 'publicUrl' | 'clock'>

const notify = jobType('documents.notify', z.object({ roomId: z.int().positive() }), { maxAttempts: 10, priority: 5 })

/** Arrivals within `notifyAfterMs` join the mail. */
export async function queueNotification(
  tx: Tx,
  { clock, notifyAfterMs }: Pick<DocumentParts, 'clock' | 'notifyAfterMs'>,
  roomId: number,
): Promise<void> {
  const key = `${notify.name}:${roomId}`
  const runAt = new Date(clock.now().getTime() + notifyAfterMs)
  await addJob(tx, notify, { roomId }, { jobKey: key, queue: key, runAt, keepsTime: true })
}

/** Another run announced these. The next checks again. */
class AnnouncedMeanwhile extends Error {
  override name = 'AnnouncedMeanwhile'
}

/** The mails and `announced_version` commit together. */
async function notifyReaders(parts: NotifyParts, roomId: number): Promise<void> {
  // The tree lock covers a version from id to commit, so no smaller id appears later. Mailing blocks no uploads.
  const upTo = await parts.database.transaction(async (tx) => {
    await lockTree(tx, roomId)
    return findLastVersion(tx, roomId)
  })
  await parts.database.transaction(async (tx) => {
    const room = await roomIfAny(tx, roomId)
    if (!room || room.announced_version >= upTo) return
    // Arrivals while it is off are never announced.
    if (room.noti && isPhaseAtMost(room.phase, 'frozen')) await mailReaders(tx, parts, room, upTo)
    if (!(await noteAnnounced(tx, room, upTo))) throw new AnnouncedMeanwhile()
  })
}

async function mailReaders(tx: Tx, parts: NotifyParts, room: RoomRow, upTo: number): Promise<void> {
  const arrivals = await findArrivals(tx, room.id, { after: room.announced_version, upTo })
  if (arrivals.length === 0) return
  const at = parts.clock.now()
  const groups = await findGroupViews(tx, room.id, at)
  const candidatesOf = candidatesBy(tx, room.id, arrivals)
  for (const member of await readersOf(tx, room.id, at)) {
    const group = viewOfMember(groups, member, at)
    const reader: Holder = {
      roomId: room.id,
      roleId: member.role_id,
      state: 'agreed',
      phase: room.phase,
      print: member.can_print,
      download: member.can_download,
      group,
    }
    const readable = allowed(reader, 'read', await candidatesOf(group))
    const seen = arrivals.filter(({ id }) => readable.has(id))
    if (seen.length === 0) continue
    const isOwn = seen.every(({ uploaders }) => uploaders.every((uploader) => uploader === member.id))
    if (isOwn) continue
    await parts.outbox.queue(tx, {
      roomId: room.id,
      memberId: member.id,
      kind: 'new-documents',
      itemIds: seen.slice(0, LISTED).map(({ id }) => id),
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

/** People of one group see the same, so each group is asked for once. */
function candidatesBy(tx: Tx, roomId: number, arrivals: readonly Arrival[]) {
  const known = new Map<number | undefined, Promise<readonly Candidate[]>>()
  const find = async (group: GroupView | undefined): Promise<readonly Candidate[]> => {
    const found = await findItems(
      tx,
      { roomId, group },
      arrivals.map(({ id }) => id),
    )
    return found.map(candidateOf)
  }
  return (group: GroupView | undefined): Promise<readonly Candidate[]> => {
    const key = group?.groupId
    const candidates = known.get(key) ?? find(group)
    known.set(key, candidates)
    return candidates
  }
}

async function placesOf(tx: Tx, reader: Holder, arrivals: readonly Arrival[]) {
  const names = await findFolderNames(tx, visibleItems(reader), [...new Set(arrivals.flatMap(({ ancestors }) => ancestors))])
  return arrivals.map(({ ancestors, name, replaced }) => ({ folders: ancestors.flatMap((id) => names.get(id) ?? []), name, replaced }))
}

/** Returns the deepest common folder. 0 is the root. */
function commonFolder(arrivals: readonly Arrival[]): number {
  const [first, ...others] = arrivals.map(({ ancestors }) => ancestors)
  return (first ?? []).findLast((id, depth) => others.every((ancestors) => ancestors[depth] === id)) ?? 0
}

export function notifyJobs(parts: NotifyParts) {
  return { handlers: [handle(notify, ({ roomId }) => notifyReaders(parts, roomId))], recurring: [] }
}
