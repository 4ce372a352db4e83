import type { RoomInUse, TestApp, TestPerson, TestRoom } from '../harness/test-app.ts'
import type { ItemRecord, WireAnswer, WireClient } from '../harness/wire-client.ts'

export const publish = (
  { operator, roomId }: RoomInUse,
  ids: readonly number[],
  more = {},
): Promise<WireAnswer> =>
  operator.call('POST', '/room/api/file/publish', { body: { roomId, ids, ...more } })

export const unpublish = (
  { operator, roomId }: RoomInUse,
  ids: readonly number[],
  more = {},
): Promise<WireAnswer> =>
  operator.call('POST', '/room/api/file/unpublish', { body: { roomId, ids, ...more } })

interface Staged {
  readonly parent?: number
  readonly conflict?: 'keep' | 'replace'
  readonly staged?: string
}

export function uploadStaged(
  operator: WireClient,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  { parent = 0, conflict, staged = 'true' }: Staged = {},
): Promise<WireAnswer> {
  const form = operator.uploadForm(parent, 4)
  if (conflict) form.set('conflict', conflict)
  form.set('staged', staged)
  form.append('file', new Blob([bytes]), name)
  return operator.call('POST', '/room/api/file/upload', { form })
}

export async function putStaged(
  operator: WireClient,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  parent = 0,
): Promise<number> {
  const { json } = await uploadStaged(operator, name, bytes, { parent })
  return (json.payload as { id: number }[])[0]?.id ?? 0
}

export const stagingOfFolder = (
  { operator, roomId }: RoomInUse,
  fileId: number,
  staging: boolean | null,
): Promise<WireAnswer> =>
  operator.call('POST', '/room/api/file/staging', { body: { roomId, fileId, staging } })

export const stagingOfRoom = (
  { operator, roomId }: RoomInUse,
  staging: boolean,
): Promise<WireAnswer> =>
  operator.call('PUT', '/room/api/room/update/staging', { body: { id: roomId, staging } })

export const waitingIn = ({ operator, roomId }: RoomInUse, query = {}): Promise<WireAnswer> =>
  operator.call('GET', `/room/api/file/staged/${roomId}`, { query })

export const itemNamed = async (
  client: WireClient,
  name: string,
  parent = 0,
): Promise<ItemRecord | undefined> =>
  (await client.items(parent)).find((item) => item.name === name)

export interface RoomWithReader {
  readonly room: TestRoom
  readonly operator: WireClient
  readonly reader: TestPerson
  readonly client: WireClient
}

export async function roomWithReader(app: TestApp): Promise<RoomWithReader> {
  const room = await app.room()
  const reader = await app.participant(room)
  for (const right of ['print', 'download'] as const)
    await room.operator.setRight(reader.memberId, right, true)
  return { room, operator: room.operator, reader, client: reader.client }
}
