import { ROLE } from '../../../../contract/core/limits.ts'
import { accessOfMember, type GroupAccess } from '../../../access/group-access.ts'
import {
  allowed,
  type Candidate,
  candidateOf,
  type Holder,
  visibleItems,
} from '../../../access/items.ts'
import { findGroupAccess } from '../../../access/levels.read.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { readersOf } from '../../members/index.ts'
import type { RoomRow } from '../../rooms/index.ts'
import { type NewDocument, type NewsOccasion, newDocumentsMail } from '../documents.mails.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findFolderNames } from '../documents.read.ts'
import { findItems } from '../listing/subtree.read.ts'
import { createMailedListWriter, type MailedListWriter } from '../news/mails/mailed-lists.store.ts'
import { itemNumbers } from '../numbering/item-numbers.ts'
import { stepsOf } from '../numbering/numbering.read.ts'

const LISTED = 10
const ORDERED_AT_MOST = 1_000

export type MailingParts = Pick<DocumentParts, 'outbox' | 'publicUrl' | 'clock'>

export interface Arrived {
  readonly id: number
  readonly room_id: number
  readonly name: string
  readonly ancestors: readonly number[]
  readonly replaced: boolean
  /** Uploaders get no mail. Publications have none. */
  readonly uploaders?: readonly (number | null)[]
}

export async function mailReaders(
  tx: Tx,
  parts: MailingParts,
  room: RoomRow,
  arrivals: readonly Arrived[],
): Promise<void> {
  if (arrivals.length === 0) return
  const at = parts.clock.now()
  const groups = await findGroupAccess(tx, room.id, at)
  const placesOf = placesBy(tx)
  const candidatesOf = candidatesBy(tx, room.id, arrivals)
  const writeList = createMailedListWriter(tx, room.id)
  for (const member of await readersOf(tx, room.id, at)) {
    if (member.pace !== 'each') continue
    const group = accessOfMember(groups, member, at)
    const holder = holderOf(room, member, group)
    const readable = allowed(holder, 'read', await candidatesOf(group))
    const seen = arrivals.filter(({ id }) => readable.has(id))
    if (seen.length === 0) continue
    const isKnown = seen.every(({ uploaders }) =>
      uploaders === undefined
        ? member.role_id === ROLE.operator
        : uploaders.every((uploader) => uploader === member.id),
    )
    if (isKnown) continue
    const occasion = seen.every(({ uploaders }) => uploaders === undefined)
      ? 'publication'
      : 'upload'
    await queueNewsMail(tx, parts, room, { member, holder, seen, writeList, placesOf, occasion })
  }
}

type Rights = Pick<
  Awaited<ReturnType<typeof readersOf>>[number],
  'role_id' | 'operator_scope' | 'can_print' | 'can_download'
>

export const holderOf = (
  room: RoomRow,
  member: Rights,
  group: GroupAccess | undefined,
): Holder => ({
  roomId: room.id,
  roleId: member.role_id,
  scope: member.operator_scope,
  state: 'agreed',
  phase: room.phase,
  print: member.can_print,
  download: member.can_download,
  group,
})

interface NewsMail {
  readonly member: { readonly id: number; readonly name: string; readonly email: string }
  readonly holder: Holder
  readonly seen: readonly Arrived[]
  readonly writeList: MailedListWriter
  readonly placesOf: PlacesOf
  readonly occasion: NewsOccasion
  readonly hasMore?: boolean
}

/** Readers must still see every named document. */
export async function queueNewsMail(
  tx: Tx,
  parts: MailingParts,
  room: RoomRow,
  { member, holder, placesOf, ...about }: NewsMail,
): Promise<void> {
  const seen = await inIndexOrder(placesOf, holder, about.seen)
  const listed = seen.slice(0, LISTED)
  const folders = countByFolder(seen)
  const named = [
    ...listed,
    ...(folders.length > 1 ? folders.slice(0, LISTED).map(({ first }) => first) : []),
  ]
  const listId = await about.writeList(
    member.id,
    seen.map(({ id }) => id),
  )
  await parts.outbox.queue(tx, {
    roomId: room.id,
    memberId: member.id,
    kind: 'new-documents',
    listId,
    itemIds: [...new Set(named.map(({ id }) => id))],
    mail: newDocumentsMail({
      room: { name: room.name, roomNo: room.room_no },
      to: member,
      count: seen.length,
      hasMore: about.hasMore === true,
      listed: await placesOf(holder, listed),
      folders: await namesOf(placesOf, holder, folders),
      listId,
      publicUrl: parts.publicUrl,
      occasion: about.occasion,
    }),
  })
}

function candidatesBy(tx: Tx, roomId: number, arrivals: readonly Arrived[]) {
  const known = new Map<number | undefined, Promise<readonly Candidate[]>>()
  const find = async (group: GroupAccess | undefined): Promise<readonly Candidate[]> => {
    const found = await findItems(
      tx,
      { roomId, group },
      arrivals.map(({ id }) => id),
    )
    return found.map(candidateOf)
  }
  return (group: GroupAccess | undefined): Promise<readonly Candidate[]> => {
    const key = group?.groupId
    const candidates = known.get(key) ?? find(group)
    known.set(key, candidates)
    return candidates
  }
}

type PlacesOf = (reader: Holder, arrivals: readonly Arrived[]) => Promise<NewDocument[]>

export function placesBy(tx: Tx): PlacesOf {
  const known = new Map<string, Promise<NewDocument[]>>()
  const find = async (reader: Holder, arrivals: readonly Arrived[]): Promise<NewDocument[]> => {
    const scope = visibleItems(reader)
    const names = await findFolderNames(tx, scope, [
      ...new Set(arrivals.flatMap(({ ancestors }) => ancestors)),
    ])
    const numbers = await itemNumbers(tx, scope, arrivals)
    return arrivals.map(({ id, ancestors, name, replaced }) => ({
      folders: ancestors.flatMap((folder) => names.get(folder) ?? []),
      ...{ number: numbers.get(id), name, replaced },
    }))
  }
  return (reader, arrivals) => {
    const key = JSON.stringify([reader.group?.groupId, ...arrivals.map(({ id }) => id)])
    const places = known.get(key) ?? find(reader, arrivals)
    known.set(key, places)
    return places
  }
}

async function inIndexOrder(
  placesOf: PlacesOf,
  holder: Holder,
  seen: readonly Arrived[],
): Promise<readonly Arrived[]> {
  if (seen.length > ORDERED_AT_MOST) return seen
  const places = await placesOf(holder, seen)
  const numbered = seen.map((document, index) => ({
    document,
    steps: stepsOf(places[index]?.number ?? ''),
  }))
  return numbered
    .sort((one, other) => compareSteps(one.steps, other.steps))
    .map(({ document }) => document)
}

function compareSteps(one: readonly number[], other: readonly number[]): number {
  if (one.length === 0 || other.length === 0) return other.length - one.length
  const at = one.findIndex((step, index) => step !== other[index])
  return at < 0 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? 0)
}

interface FolderCount {
  readonly first: Arrived
  readonly count: number
}

function countByFolder(seen: readonly Arrived[]): FolderCount[] {
  const counts = new Map<number, FolderCount>()
  for (const document of seen) {
    const folder = document.ancestors.at(-1) ?? 0
    const { first, count } = counts.get(folder) ?? { first: document, count: 0 }
    counts.set(folder, { first, count: count + 1 })
  }
  return [...counts.values()].sort((one, other) => other.count - one.count)
}

async function namesOf(placesOf: PlacesOf, holder: Holder, folders: readonly FolderCount[]) {
  const shown = folders.length > 1 ? folders.slice(0, LISTED) : []
  const places = await placesOf(
    holder,
    shown.map(({ first }) => first),
  )
  const counted = shown.map(({ count }, index) => ({
    folders: places[index]?.folders ?? [],
    count,
  }))
  return { counted, more: folders.length > 1 ? folders.length - shown.length : 0 }
}
