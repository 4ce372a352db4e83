import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import { cross, inviteAddress, listedRooms } from '../../../test/scenarios/step-codes.ts'
import { type RealProvider, startRealProvider } from '../../../test/servers/oidc/real-provider.ts'
import { acceptProvider, signOnAs } from '../../../test/sign-on/sign-on.ts'

const EMAIL = 'place@example.com'

let app: TestApp
let provider: RealProvider
let accepting: TestRoom[]
beforeAll(async () => {
  provider = await startRealProvider({ publicUrl: 'http://room.test' })
  app = await startTestApp({ providers: [provider.settings] })
  provider.put('adviser', { email: EMAIL, email_verified: true })
  accepting = [await app.room(), await app.room()]
  for (const room of accepting) {
    await acceptProvider(room)
    await inviteAddress(room, EMAIL)
  }
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
beforeEach(() => app.forgetFailures())

const signOnFor = async (room: string) => (await signOnAs(app.stranger(), 'adviser', {}, room)).json

it('enters the room of the link that led to the entrance, where several are open to the person', async () => {
  for (const { roomId, operator } of accepting)
    expect(await signOnFor(operator.me.roomNo)).toMatchObject({
      status: 'OK',
      payload: { session: { roomId } },
    })
})

it('offers the choice for the number of a room that it does not open, whatever room that is', async () => {
  const others: Record<string, string> = {}
  const foreign = await app.room()
  others['of others'] = foreign.operator.me.roomNo
  const unaccepting = await app.room()
  await inviteAddress(unaccepting, EMAIL)
  others['without the provider'] = unaccepting.operator.me.roomNo
  const before = await app.logged(unaccepting.roomId)
  others['of nothing'] = '2001-0001'
  for (const number of Object.values(others)) {
    const client = app.stranger()
    expect((await signOnAs(client, 'adviser', {}, number)).json).toEqual({
      status: 'OK',
      payload: { session: null },
    })
    expect((await listedRooms(client)).map(({ roomId }) => roomId)).toEqual(
      accepting.map(({ roomId }) => roomId),
    )
  }
  expect(await app.logged(foreign.roomId)).not.toContain('session.refused')
  expect(await app.logged(unaccepting.roomId)).toEqual(before)
})

it('enters the only room of a person whose link was of another', async () => {
  provider.put('single', { email: 'single@example.com', email_verified: true })
  await inviteAddress(accepting[0] as TestRoom, 'single@example.com')
  const { json } = await signOnAs(app.stranger(), 'single', {}, accepting[1]?.operator.me.roomNo)
  expect(json).toMatchObject({ payload: { session: { roomId: accepting[0]?.roomId } } })
})

it('offers the choice for the number of a room whose network is another, without entering or refusing it', async () => {
  const [limited, open] = [await app.room(), await app.room()]
  provider.put('elsewhere', { email: 'elsewhere@example.com', email_verified: true })
  for (const room of [limited, open]) await acceptProvider(room)
  await inviteAddress(open, 'elsewhere@example.com')
  const memberId = await inviteAddress(limited, 'elsewhere@example.com')
  const group = await newGroup(limited, '매수인', 'view')
  await moveInto(limited, group, [{ memberId }])
  await limited.operator.call('POST', '/room/api/group/update', {
    body: { id: group, roomId: limited.roomId, networks: ['203.0.113.0/24'] },
  })
  const client = app.stranger()
  const offered = await signOnAs(client, 'elsewhere', {}, limited.operator.me.roomNo)
  expect(offered.json).toEqual({ status: 'OK', payload: { session: null } })
  expect((await cross(client, open.roomId)).json.status).toBe('OK')
  const { json } = await signOnAs(app.stranger(), 'elsewhere', {}, open.operator.me.roomNo)
  expect(json).toMatchObject({ payload: { session: { roomId: open.roomId } } })
})
