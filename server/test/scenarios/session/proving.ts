import { expect } from 'vitest'
import { createRoomKeyring } from '../../../features/rooms/index.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import type { TestApp, TestPerson, TestRoom } from '../../harness/test-app.ts'
import type { WireClient } from '../../harness/wire-client.ts'
import { loggedDetails } from '../logged-details.ts'

export const waits = async (
  app: TestApp,
  person: TestPerson,
  pin = person.pin,
): Promise<WireClient> => {
  const client = app.stranger()
  expect((await client.join(pin)).json).toMatchObject({ status: 'OK', step: {} })
  return client
}

export const stateOf = async (client: WireClient): Promise<string | undefined> =>
  (await client.list()).json.code

export const details = async (app: TestApp, room: TestRoom, kind: string): Promise<unknown[]> => {
  const keyring = createRoomKeyring(
    await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }),
  )
  return loggedDetails(app.database, keyring, room.roomId, kind)
}

export const joinedIn = async (app: TestApp, room: TestRoom): Promise<number> =>
  (await app.logged(room.roomId)).filter((kind) => kind === 'session.joined').length
