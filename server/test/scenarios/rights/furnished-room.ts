import { makePdf } from '../../fixtures/make-pdf.ts'
import type { TestApp, TestPerson, TestRoom } from '../../harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../harness/wire-client.ts'
import { moveInto, newGroup } from '../groups.ts'

export const post = (client: WireClient, path: string, body: object): Promise<WireAnswer> =>
  client.call('POST', `/room/api/${path}`, { body })

export const namesOf = async (client: WireClient, parent = 0): Promise<string[]> =>
  (await client.items(parent)).map(({ name }) => name).sort()

export interface FurnishedRoom {
  readonly room: TestRoom
  readonly person: TestPerson
  readonly group: number
  readonly folder: number
  readonly deep: number
  readonly inFolder: number
  readonly inDeep: number
  readonly loose: number
}

export async function furnishRoom(app: TestApp): Promise<FurnishedRoom> {
  const room = await app.room()
  const folder = await room.operator.newFolder('재무')
  const deep = await room.operator.newFolder('세금', folder)
  const inFolder = await room.operator.put('재무제표.pdf', makePdf(1), folder)
  const inDeep = await room.operator.put('신고서.pdf', makePdf(1), deep)
  const loose = await room.operator.put('안내.pdf', makePdf(1))
  const person = await app.participant(room)
  const group = await newGroup(room, '인수인 A')
  await moveInto(room, group, [person])
  await post(room.operator, 'room/user/invitedUserSetup', {
    roomManagerId: person.memberId,
    target: 'print',
    value: true,
  })
  await post(room.operator, 'room/user/invitedUserSetup', {
    roomManagerId: person.memberId,
    target: 'download',
    value: true,
  })
  return { room, person, group, folder, deep, inFolder, inDeep, loose }
}
