import { ROLE } from '../../../../contract/core/limits.ts'
import { createRoomKeyring } from '../../../features/rooms/index.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { pdfOf, textPage } from '../../fixtures/pdf-file.ts'
import type { TestApp, TestPerson, TestRoom } from '../../harness/test-app.ts'
import { loggedEntries } from '../logged-details.ts'

export interface ViewedRoom {
  readonly room: TestRoom
  readonly person: TestPerson
  readonly itemId: number
}

export async function furnish(app: TestApp): Promise<ViewedRoom> {
  const room = await app.room()
  const person = await app.participant(room)
  await room.operator.newFolder('실사')
  const itemId = await room.operator.put('기밀.pdf', pdfOf([textPage('top secret')]))
  return { room, person, itemId }
}

export async function secondOperator(app: TestApp, room: TestRoom): Promise<TestPerson> {
  const second = await app.participant(room, '박운영')
  await room.operator.setRole(second.memberId, ROLE.operator)
  await second.client.elevate(await app.codeMailedTo(second.email))
  return second
}

export const entriesOf = async (app: TestApp, room: TestRoom, kind: string) => {
  const keyStore = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
  return loggedEntries(app.database, createRoomKeyring(keyStore), room.roomId, kind)
}
