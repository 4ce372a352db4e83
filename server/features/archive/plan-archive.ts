import { LANGUAGES } from '../../../contract/core/language.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import { sealedNameOf } from '../../../contract/core/pdf-name.ts'
import { LEVEL } from '../../../contract/features/groups/levels.ts'
import type { Actor } from '../../access/actor.ts'
import type { GroupAccess } from '../../access/group-access.ts'
import { visibleItems } from '../../access/items.ts'
import { findGroupAccess } from '../../access/levels.read.ts'
import { checkpointNow } from '../audit/index.ts'
import { copyName, indexedName, ZipNames } from '../delivery/index.ts'
import { recordsOf } from '../disclosure/index.ts'
import { type IndexedItem, type RoomIndex, walkIndex } from '../documents/index.ts'
import { sealedDocuments } from '../esign/index.ts'
import { attachedFiles } from '../threads/index.ts'
import type { ArchiveParts } from './archive.parts.ts'
import type { ArchiveRow } from './archive.read.ts'
import { insertPlan, type NewEntry } from './archive.store.ts'
import { ArchiveFailed } from './archive-failed.ts'
import { agreementFiles } from './contents/agreement-files.ts'
import { isMadeFor, MADE, TURN } from './made.ts'
import { standInFor } from './stand-in.ts'

type PlannedArchiveEntry = Omit<NewEntry, 'archive_id' | 'room_id' | 'position'>

const FOLDERS = {
  documents: 'documents/',
  signed: 'signed/',
  attached: 'questions/files/',
  records: 'disclosure/',
} as const

/** @throws ArchiveFailed TOO_MANY, or OUTDATED if member or group is gone */
export async function planArchive(
  parts: Pick<ArchiveParts, 'database' | 'history' | 'clock' | 'keyring'>,
  archive: ArchiveRow,
): Promise<void> {
  const { database, history } = parts
  const { id, room_id: roomId, scope, member_id: memberId, created_at: at } = archive
  const person =
    scope === 'own' && memberId !== null ? await standInFor(parts, roomId, memberId) : undefined
  if (scope === 'own' && !person) throw new ArchiveFailed('OUTDATED')
  const seen = visibleItems(person ?? { roomId, group: await groupOf(parts, archive) })
  const index = await walkIndex(database.db, seen)
  if (index.size > LIMITS.itemsPerArchive) throw new ArchiveFailed('TOO_MANY')
  const plan: PlannedArchiveEntry[] = [
    ...madeOf(archive, 'before'),
    ...(await placeAgreements(parts, archive)),
    ...(await placeDocuments(
      index,
      ({ level }) => archive.marked && !(person?.download && level === LEVEL.original),
    )),
    ...(archive.group_id === null ? await placeSigned(parts, archive, person) : []),
    ...(scope === 'room' ? await placeAttached(parts, archive) : []),
    ...(await placeRecords(parts, archive)),
    ...madeOf(archive, 'behind'),
  ]
  const note = await checkpointNow(history, roomId)
  await database.transaction((tx) =>
    insertPlan(
      tx,
      id,
      plan.map((entry, position) => ({
        ...entry,
        archive_id: id,
        room_id: roomId,
        position,
        modified: entry.modified ?? at,
      })),
      note,
    ),
  )
}

async function groupOf(
  { database, clock }: Pick<ArchiveParts, 'database' | 'clock'>,
  { room_id: roomId, group_id: groupId }: ArchiveRow,
): Promise<GroupAccess | undefined> {
  if (groupId === null) return undefined
  const group = (await findGroupAccess(database.db, roomId, clock.now())).get(groupId)
  if (!group) throw new ArchiveFailed('OUTDATED')
  return group
}

const madeOf = (archive: ArchiveRow, place: 'before' | 'behind'): PlannedArchiveEntry[] =>
  Object.entries(MADE)
    .filter(([, made]) => made.place === place && isMadeFor(made, archive))
    .map(([path, made]) => ({
      kind: 'made',
      path,
      made: path,
      turn: made.turn,
      modified: archive.created_at,
    }))

/** The log holds only hashes of agreements, so their texts are added. */
async function placeAgreements(
  { database }: Pick<ArchiveParts, 'database'>,
  { room_id: roomId, scope, group_id: groupId, created_at: createdAt }: ArchiveRow,
): Promise<PlannedArchiveEntry[]> {
  if (scope !== 'room' || groupId !== null) return []
  const files = await agreementFiles({ database }, roomId)
  return files.map(({ path, at }) => ({
    kind: 'made',
    path,
    made: path,
    turn: TURN.contents,
    modified: at ?? createdAt,
  }))
}

async function placeDocuments(
  { items, numbersNames }: RoomIndex,
  isMarked: (item: IndexedItem) => boolean,
): Promise<PlannedArchiveEntry[]> {
  const names = new ZipNames()
  const folders: string[] = []
  const plan: PlannedArchiveEntry[] = []
  for await (const item of items()) {
    const { id, depth, number, name, isFolder, isStaged: staged } = item
    const above = depth === 1 ? FOLDERS.documents : (folders[depth - 2] ?? FOLDERS.documents)
    const common = { item_id: id, number: number ?? '', name, modified: item.storedAt, staged }
    if (isFolder) {
      const path = names.add(above, number === undefined ? name : `${number} ${name}`, 'folder')
      folders[depth - 1] = path
      plan.push({ ...common, kind: 'folder', path, turn: TURN.contents, settled: true })
    } else {
      const named = numbersNames ? indexedName(number, name) : name
      const path = names.add(above, isMarked(item) ? copyName(named) : named, 'file')
      plan.push({
        ...common,
        kind: 'document',
        path,
        turn: TURN.contents,
        version_id: item.versionId,
      })
    }
  }
  return plan
}

async function placeSigned(
  parts: Pick<ArchiveParts, 'database'>,
  { room_id: roomId, created_at: at }: ArchiveRow,
  person: Actor | undefined,
): Promise<PlannedArchiveEntry[]> {
  const { db } = parts.database
  const names = new ZipNames()
  return (await sealedDocuments(db, roomId, person?.email)).map(
    ({ name, result_id: fileId, ended_at: endedAt }) => ({
      ...{ kind: 'signed', turn: TURN.contents, name, file_id: fileId, modified: endedAt ?? at },
      path: names.add(FOLDERS.signed, sealedNameOf(name, LANGUAGES[0]), 'file'),
    }),
  )
}

/** A person's archive has marked copies, so it only lists attached documents. */
async function placeAttached(
  parts: Pick<ArchiveParts, 'database' | 'keyring'>,
  { room_id: roomId, group_id: groupId }: ArchiveRow,
): Promise<PlannedArchiveEntry[]> {
  const names = new ZipNames()
  const plan: PlannedArchiveEntry[] = []
  for await (const { id, number, name, at } of attachedFiles(parts, roomId, groupId ?? undefined))
    plan.push({
      ...{ kind: 'attached', turn: TURN.contents, name, thread_file_id: id, modified: at },
      path: names.add(FOLDERS.attached, `${number.replaceAll('/', '-')} ${name}`, 'file'),
    })
  return plan
}

/** Only operators may hand out disclosure records, so an own archive has none. */
async function placeRecords(
  { database }: Pick<ArchiveParts, 'database'>,
  { room_id: roomId, group_id: groupId, scope, zone }: ArchiveRow,
): Promise<PlannedArchiveEntry[]> {
  if (scope === 'own') return []
  const names = new ZipNames()
  return (await recordsOf(database.db, roomId, groupId ?? undefined, zone)).map(
    ({ id, name, at }) => ({
      ...{ kind: 'record', turn: TURN.contents, name, disclosure_id: id, modified: at },
      path: names.add(FOLDERS.records, name, 'file'),
    }),
  )
}
