import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createRoomKeyring } from '../../features/rooms/index.ts'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import { startTestApp, type TestApp, type TestPerson, type TestRoom } from '../harness/test-app.ts'
import type { WireClient } from '../harness/wire-client.ts'
import { loggedDetails } from '../scenarios/logged-details.ts'
import { PASSKEY_URL } from '../scenarios/passkeys.ts'

interface Entrance {
  readonly app: TestApp
  readonly room: TestRoom
  readonly person: TestPerson
}

export function openEntrance(): Entrance {
  const held: { app?: TestApp; room?: TestRoom; person?: TestPerson } = {}
  const need = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('read it in a test')
    return value
  }
  beforeAll(async () => {
    held.app = await startTestApp({ publicUrl: PASSKEY_URL, trustProxy: ['127.0.0.1'] })
  })
  afterAll(() => held.app?.close())
  beforeEach(async () => {
    const app = need(held.app)
    await app.forgetFailures()
    held.room = await app.room()
    held.person = await app.participant(held.room)
    await held.room.operator.entering(true)
  })
  return {
    get app() {
      return need(held.app)
    },
    get room() {
      return need(held.room)
    },
    get person() {
      return need(held.person)
    },
  }
}

export async function entering(
  { app, person }: Entrance,
  { pin = person.pin, address }: { readonly pin?: string; readonly address?: string } = {},
): Promise<{ client: WireClient; ways: unknown }> {
  const client = app.stranger()
  const { json } = await client.join(
    pin,
    address === undefined ? {} : { 'x-forwarded-for': address },
  )
  return { client, ways: (json.step as { ways?: unknown } | undefined)?.ways }
}

export async function detailsIn({ app, room }: Entrance, kind: string): Promise<unknown[]> {
  const keyStore = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
  return loggedDetails(app.database, createRoomKeyring(keyStore), room.roomId, kind)
}
