import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { type ProgramClient, programClient } from '../../../test/programs/program-client.ts'
import { type Receiver, startReceiver } from '../../../test/programs/receiver.ts'

const PATIENCE_MS = 60_000

let app: TestApp
let room: TestRoom
let program: ProgramClient
let receivers: Receiver[]
beforeAll(async () => {
  app = await startTestApp({ mayCallLoopback: true })
  room = await app.room()
  program = await programClient(app)
  receivers = [
    await startReceiver(),
    await startReceiver(),
    await startReceiver(),
    await startReceiver(),
  ]
})
afterAll(async () => {
  await app.close()
  await Promise.all(receivers.map((receiver) => receiver.close()))
})

it('a receiver that never answers, or leads inward, is given up for now, which its list says; others hear meanwhile', async () => {
  const [silent, leading, inside, good] = receivers as [Receiver, Receiver, Receiver, Receiver]
  silent.answer(undefined)
  leading.answer(307, { location: inside.url })
  const ids: number[] = []
  for (const { url } of [silent, leading, good]) {
    const { json } = await program.post('/webhooks', { url, events: ['room.renamed'] })
    ids.push((json.payload as { id: number }).id)
  }
  await program.post(`/rooms/${room.roomId}/rename`, { name: '새 이름' })
  const faultOf = async (id: number | undefined) => {
    const { json } = await program.get(`/webhooks/${id}/deliveries`)
    const [{ state, status, fault, attempts }] = json.payload as [
      Record<'state' | 'status' | 'fault' | 'attempts', unknown>,
    ]
    return { state, status, fault, attempts }
  }
  await eventually(async () => {
    await app.program.sequence()
    expect(good.received).toHaveLength(1)
  }, PATIENCE_MS)
  await eventually(
    async () =>
      expect(await faultOf(ids[0])).toEqual({
        state: 'waiting',
        status: null,
        fault: 'time',
        attempts: 1,
      }),
    PATIENCE_MS,
  )
  expect(await faultOf(ids[1])).toMatchObject({ state: 'waiting', status: 307, fault: 'status' })
  expect(await faultOf(ids[2])).toMatchObject({ state: 'delivered', status: 204, fault: null })
  expect(inside.received).toEqual([])
})

it.each([
  'https://127.0.0.1/',
  'https://10.0.0.1/',
  'https://192.168.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[fd00::1]/',
  'https://2130706433/',
  'http://example.com/',
  'https://user:secret@example.com/',
  'file:///etc/passwd',
])('no webhook is made for %s, and the refusal says so', async (url) => {
  const before = (await program.get('/webhooks')).text
  const refused = await program.post('/webhooks', { url, events: ['room.renamed'] })
  expect(refused).toMatchObject({ http: 422, json: { code: 'WEBHOOK_URL' } })
  expect((await program.get('/webhooks')).text).toBe(before)
})
