import type { RoomInUse, TestApp, TestPerson, TestRoom } from '../harness/test-app.ts'
import { appendTo, beginUpload, uploadOf } from '../harness/tus.ts'
import type { WireAnswer, WireClient } from '../harness/wire-client.ts'
import { moveInto, newGroup } from './groups.ts'

export const setDropFolder = (
  { operator, roomId }: RoomInUse,
  fileId: number,
  groupIds: readonly number[],
  isAllowed = true,
): Promise<WireAnswer> =>
  operator.call('POST', '/room/api/drop/update', {
    body: { roomId, fileId, groups: groupIds.map((groupId) => ({ groupId, isAllowed })) },
  })

export async function submit(
  client: WireClient,
  parent: number,
  name: string,
  bytes: Uint8Array,
  more = {},
): Promise<WireAnswer> {
  const begun = await beginUpload(client, { name, size: bytes.length, parent, ...more })
  return begun.http === 201 ? appendTo(client, uploadOf(begun), 0, bytes) : begun
}

export const submissionsOf = (
  client: WireClient,
  folderId: number,
  query = {},
): Promise<WireAnswer> =>
  client.call('GET', `/room/api/drop/submissions/${client.me.roomId}`, {
    query: { folderId, ...query },
  })

export interface Dropping {
  readonly room: TestRoom
  readonly operator: WireClient
  readonly bidder: TestPerson
  readonly rival: TestPerson
  readonly bidders: number
  readonly rivals: number
  readonly folder: number
}

export async function roomWithDropFolder(app: TestApp): Promise<Dropping> {
  const room = await app.room()
  const [bidder, rival] = [
    await app.participant(room, '이인수'),
    await app.participant(room, '박경쟁'),
  ]
  const [bidders, rivals] = [
    await newGroup(room, '인수인 A', 'view'),
    await newGroup(room, '인수인 B', 'view'),
  ]
  await moveInto(room, bidders, [bidder])
  await moveInto(room, rivals, [rival])
  const folder = await room.operator.newFolder('입찰 서류')
  await setDropFolder(room, folder, [bidders, rivals])
  return { room, operator: room.operator, bidder, rival, bidders, rivals, folder }
}
