import { ROLE } from '../../../../contract/core/limits.ts'
import { type GroupView, viewOfMember } from '../../../access/group-view.ts'
import { allowed, type Candidate, candidateOf, type Holder, visibleItems } from '../../../access/items.ts'
import { findGroupViews } from '../../../access/levels.read.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { readersOf } from '../../members/index.ts'
import type { RoomRow } from '../../rooms/index.ts'
import { type NewDocument, newDocumentsMail } from '../documents.mails.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findFolderNames } from '../documents.read.ts'
import { findItems } from '../listing/subtree.read.ts'
import { itemNumbers } from '../numbering/item-numbers.ts'

/** The mail only counts the others. */
const LISTED = 10

export type MailingParts = Pick<DocumentParts, 'outbox' | 'publicUrl' | 'clock'>

export interface Arrived {
  readonly id: number
  readonly room_id: number
  readonly name: string
  readonly ancestors: readonly number[]
  readonly replaced: boolean
  /** They know of it. Undefined for what was published, which all operators know of. */
  readonly uploaders?: readonly number[]
}

/** Each reader hears of what that reader sees, in one mail. */
export async function mailReaders(tx: Tx, parts: MailingParts, room: RoomRow, arrivals: readonly Arrived[]): Promise<void> {
  if (arrivals.length === 0) return
  const at = parts.clock.now()
  const groups = await findGroupViews(tx, room.id, at)
  const placesOf = placesBy(tx)
  const candidatesOf = candidatesBy(tx, room.id, arrivals)
  for (const member of await readersOf(tx, room.id, at)) {
    const group = viewOfMember(groups, member, at)
    const reader: Holder = {
      roomId: room.id,
      roleId: member.role_id,
      scope: member.operator_scope,
      state: 'agreed',
      phase: room.phase,
      print: member.can_print,
      download: member.can_download,
      group,
    }
    const readable = allowed(reader, 'read', await candidatesOf(group))
    const seen = arrivals.filter(({ id }) => readable.has(id))
    if (seen.length === 0) continue
    const isKnown = seen.every(({ uploaders }) =>
      uploaders === undefined ? member.role_id === ROLE.operator : uploaders.every((uploader) => uploader === member.id),
    )
    if (isKnown) continue
    await parts.outbox.queue(tx, {
      roomId: room.id,
      memberId: member.id,
      kind: 'new-documents',
      itemIds: seen.slice(0, LISTED).map(({ id }) => id),
      mail: newDocumentsMail({
        room: { name: room.name, roomNo: room.room_no },
        to: member,
        count: seen.length,
        listed: await placesOf(reader, seen.slice(0, LISTED)),
        folder: commonFolder(seen),
        publicUrl: parts.publicUrl,
        isPublication: seen.every(({ uploaders }) => uploaders === undefined),
      }),
    })
  }
}

/** People of one group see the same, so each group is asked for once. */
function candidatesBy(tx: Tx, roomId: number, arrivals: readonly Arrived[]) {
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

/** People of one group count alike, so their list is made once. */
function placesBy(tx: Tx) {
  const known = new Map<string, Promise<NewDocument[]>>()
  const find = async (reader: Holder, arrivals: readonly Arrived[]): Promise<NewDocument[]> => {
    const scope = visibleItems(reader)
    const names = await findFolderNames(tx, scope, [...new Set(arrivals.flatMap(({ ancestors }) => ancestors))])
    const numbers = await itemNumbers(tx, scope, arrivals)
    return arrivals.map(({ id, ancestors, name, replaced }) => ({
      folders: ancestors.flatMap((folder) => names.get(folder) ?? []),
      ...{ number: numbers.get(id), name, replaced },
    }))
  }
  return (reader: Holder, arrivals: readonly Arrived[]): Promise<NewDocument[]> => {
    const key = JSON.stringify([reader.group?.groupId, ...arrivals.map(({ id }) => id)])
    const places = known.get(key) ?? find(reader, arrivals)
    known.set(key, places)
    return places
  }
}

/** Returns the deepest common folder. 0 is the root. */
function commonFolder(arrivals: readonly Arrived[]): number {
  const [first, ...others] = arrivals.map(({ ancestors }) => ancestors)
  return (first ?? []).findLast((id, depth) => others.every((ancestors) => ancestors[depth] === id)) ?? 0
}
