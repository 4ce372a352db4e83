import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAIL_PACES } from '../../../../contract/features/session/preferences.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { loggedDetails } from '../../../test/scenarios/logged-details.ts'
import { choosePace, paceOf } from '../../../test/scenarios/mail-paces.ts'
import { createRoomKeyring } from '../../rooms/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('the pace of mails', () => {
  it('is that of each announcement until a person chooses another, for one membership, and the log says so once', async () => {
    const room = await app.room()
    const [reader, other] = [await app.participant(room), await app.participant(room, '김다른')]
    for (const client of [reader.client, other.client, room.operator])
      expect(await paceOf(client)).toBe('each')
    for (const pace of [...MAIL_PACES, 'weekly', 'weekly']) {
      expect((await choosePace(reader.client, pace)).json.status).toBe('OK')
      expect(await paceOf(reader.client)).toBe(pace)
    }
    for (const pace of ['hourly', '', null, undefined, 1])
      expect((await choosePace(reader.client, pace)).http).toBe(400)
    expect(await paceOf(reader.client)).toBe('weekly')
    for (const client of [other.client, room.operator]) expect(await paceOf(client)).toBe('each')
    const keyring = createRoomKeyring(
      await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }),
    )
    expect(await loggedDetails(app.database, keyring, room.roomId, 'member.mail-pace')).toEqual([
      { before: 'each', pace: 'daily' },
      { before: 'daily', pace: 'weekly' },
      { before: 'weekly', pace: 'never' },
      { before: 'never', pace: 'weekly' },
    ])
  })

  it('is not for operators who view the room as somebody', async () => {
    const room = await app.room()
    const reader = await app.participant(room)
    const view = await room.operator.viewerOf(reader.memberId)
    expect((await choosePace(view, 'never')).http).toBe(403)
    expect(await paceOf(reader.client)).toBe('each')
  })
})
