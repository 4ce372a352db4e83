import type { Level } from '../../../contract/features/groups/levels.ts'
import type { RoomInUse, TestPerson } from '../harness/test-app.ts'
import type { WireAnswer } from '../harness/wire-client.ts'

export interface GrantChange {
  readonly groupId: number
  readonly itemId: number
  readonly level: Level | null
  readonly [field: string]: unknown
}

export interface GroupRecord {
  readonly id: number
  readonly name: string
  readonly members: number
  readonly isDefault: boolean
  readonly networks: string[]
  readonly until?: string
}

export const groupsOf = async ({ operator, roomId }: RoomInUse): Promise<GroupRecord[]> =>
  (await operator.call('GET', `/room/api/group/list/${roomId}`)).json.payload as GroupRecord[]

/** @returns its id */
export async function newGroup(
  { operator, roomId }: RoomInUse,
  name: string,
  level?: Level,
): Promise<number> {
  const { json } = await operator.call('POST', '/room/api/group', {
    body: { roomId, name, ...(level ? { level } : {}) },
  })
  return (json.payload as { id: number }).id
}

export const moveInto = (
  { operator, roomId }: RoomInUse,
  id: number,
  people: readonly Pick<TestPerson, 'memberId'>[],
  times = {},
): Promise<WireAnswer> =>
  operator.call('POST', '/room/api/group/members', {
    body: { id, roomId, managementIds: people.map(({ memberId }) => memberId), ...times },
  })

export const grant = (
  { operator, roomId }: RoomInUse,
  ...changes: readonly GrantChange[]
): Promise<WireAnswer> => operator.call('POST', '/room/api/grant', { body: { roomId, changes } })
