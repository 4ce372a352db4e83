import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Installation, installation, type RunningServer, until } from '../../../test/harness/server-process.ts'
import { ProgramClient } from '../../../test/programs/program-client.ts'
import { type Receiver, startReceiver } from '../../../test/programs/receiver.ts'

// Starts whole programs, perhaps on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const EVENTS = 400
const KILLS = 6

let home: Installation
let receiver: Receiver
let slow: Receiver
beforeAll(async () => {
  home = await installation({ WEBHOOKS_TO_LOOPBACK: '1' })
  receiver = await startReceiver()
  slow = await startReceiver()
  slow.answer(undefined)
})
afterAll(async () => {
  await home.remove()
  await receiver.close()
  await slow.close()
})

it('loses no event of a burst over kills of the server, beside a receiver that never answers', async () => {
  const { roomId } = await home.createRoom()
  const made = await home.room([
    'api-key',
    'create',
    '--scope',
    'rooms:write',
    '--scope',
    'webhooks:write',
    '--scope',
    'events:read',
    '--json',
  ])
  const { key } = JSON.parse(made.stdout) as { key: string }
  let server: RunningServer = await home.start()
  const program = () => new ProgramClient(server.url, key)
  for (const { url } of [slow, receiver])
    expect((await program().post('/webhooks', { url, events: ['room.renamed'] })).json.status).toBe('OK')
  const renamed = await Promise.all(Array.from({ length: 2 }, (_, part) => renameMany(program(), roomId, part)))
  expect(renamed.flat()).toEqual(Array.from({ length: EVENTS }, () => 'OK'))

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = receiver.received.length
    await until(() => receiver.received.length >= Math.min(before + EVENTS / (KILLS * 2), EVENTS), 'deliveries', 60_000)
    server.signal('SIGKILL')
    await server.ended()
    server = await home.start()
  }
  const reported = () => new Set(receiver.received.map(({ body }) => (JSON.parse(body) as { data: { sequence: number } }).data.sequence))
  await until(() => reported().size === EVENTS, 'the rest', 120_000)
  const events = (await program().get(`/rooms/${roomId}/events`)).json.payload as { sequence: number; kind: string }[]
  const expected = events.filter(({ kind }) => kind === 'room.renamed').map(({ sequence }) => sequence)
  expect([...reported()].sort((one, other) => one - other)).toEqual(expected)
  // Each attempt of the receiver that never answers takes one slot for ten seconds.
  expect(slow.received.length).toBeLessThan(EVENTS)
})

async function renameMany(program: ProgramClient, roomId: number, part: number): Promise<string[]> {
  const statuses: string[] = []
  for (let count = 0; count < EVENTS / 2; count += 1)
    statuses.push((await program.post(`/rooms/${roomId}/rename`, { name: `이름 ${part}-${count}` })).json.status)
  return statuses
}
