import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Installation, installation, type RunningServer, until } from '../../../test/harness/server-process.ts'
import { ProgramClient } from '../../../test/programs/program-client.ts'
import { type Receiver, startReceiver } from '../../../test/programs/receiver.ts'

/** As many as a person wants to see: BURST_EVENTS=10000 BURST_KILLS=20. */
const EVENTS = Number(process.env['BURST_EVENTS'] ?? 400)
const KILLS = Number(process.env['BURST_KILLS'] ?? 6)
/** A key makes 600 changes in ten minutes. */
const CHANGES_OF_A_KEY = 500

// Starts whole programs, perhaps on a busy machine.
vi.setConfig({ testTimeout: 300_000 + 200 * EVENTS, hookTimeout: 120_000 })

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
  const key = await newKey('webhooks:write', 'events:read')
  let server: RunningServer = await home.start()
  const program = () => new ProgramClient(server.url, key)
  for (const { url } of [slow, receiver])
    expect((await program().post('/webhooks', { url, events: ['room.renamed'] })).json.status).toBe('OK')
  for (let asked = 0; asked < EVENTS; asked += CHANGES_OF_A_KEY) {
    const count = Math.min(CHANGES_OF_A_KEY, EVENTS - asked)
    const renaming = new ProgramClient(server.url, await newKey('rooms:write'))
    const halves = [Math.floor(count / 2), Math.ceil(count / 2)]
    const renamed = await Promise.all(halves.map((half, part) => renameMany(renaming, roomId, `${asked}-${part}`, half)))
    expect(renamed.flat()).toEqual(Array.from({ length: count }, () => 'OK'))
  }

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = receiver.received.length
    await until(() => receiver.received.length >= Math.min(before + EVENTS / (KILLS * 2), EVENTS), 'deliveries', 60_000)
    server.signal('SIGKILL')
    await server.ended()
    server = await home.start()
  }
  const reported = () => new Set(receiver.received.map(({ body }) => (JSON.parse(body) as { data: { sequence: number } }).data.sequence))
  await until(() => reported().size === EVENTS, 'the rest', 120_000 + 100 * EVENTS)
  const expected = (await eventsOf(program(), roomId)).filter(({ kind }) => kind === 'room.renamed').map(({ sequence }) => sequence)
  expect([...reported()].sort((one, other) => one - other)).toEqual(expected)
  // Each attempt of the receiver that never answers takes one slot for ten seconds.
  expect(slow.received.length).toBeLessThan(EVENTS)
})

async function newKey(...scopes: readonly string[]): Promise<string> {
  const made = await home.room(['api-key', 'create', ...scopes.flatMap((scope) => ['--scope', scope]), '--json'])
  return (JSON.parse(made.stdout) as { key: string }).key
}

async function renameMany(program: ProgramClient, roomId: number, part: string, count: number): Promise<string[]> {
  const statuses: string[] = []
  for (let nth = 0; nth < count; nth += 1)
    statuses.push((await program.post(`/rooms/${roomId}/rename`, { name: `이름 ${part}-${nth}` })).json.status)
  return statuses
}

async function eventsOf(program: ProgramClient, roomId: number): Promise<{ sequence: number; kind: string }[]> {
  const events: { sequence: number; kind: string }[] = []
  for (let cursor: string | undefined; ; ) {
    const { json } = await program.get(`/rooms/${roomId}/events`, cursor === undefined ? {} : { cursor })
    events.push(...(json.payload as typeof events))
    if (json.nextCursor === undefined) return events
    cursor = json.nextCursor
  }
}
