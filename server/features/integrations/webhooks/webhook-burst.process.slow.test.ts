import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  enterAsOperator,
  type Installation,
  installation,
  type RunningServer,
  until,
} from '../../../test/harness/server-process.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { ProgramClient } from '../../../test/programs/program-client.ts'
import { type Receiver, startReceiver } from '../../../test/programs/receiver.ts'

/** `npm run faults -- webhook-burst` uses the promised figures. */
const [EVENTS, KILLS] = process.env['FAULTS'] === 'all' ? [10_000, 20] : [400, 6]
const FILES_OF_A_CALL = 200

vi.setConfig({ testTimeout: 300_000 + 600 * EVENTS, hookTimeout: 120_000 })

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

it(`loses none of ${EVENTS} events of a burst over ${KILLS} kills, beside a receiver that never answers`, async () => {
  const room = await home.createRoom()
  const { roomId } = room
  const key = await newKey('webhooks:write', 'events:read')
  const web = await home.start({ ROLES: 'web' })
  for (const { url } of [slow, receiver])
    expect(
      (await new ProgramClient(web.url, key).post('/webhooks', { url, events: ['document.added'] }))
        .json.status,
    ).toBe('OK')
  await queueBurst(await enterAsOperator(web.url, room))
  expect([receiver.received.length, slow.received.length]).toEqual([0, 0])
  web.signal('SIGKILL')
  await web.ended()

  let server: RunningServer = await home.start()
  const startedAt = performance.now()
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = receiver.received.length
    await until(
      () => receiver.received.length >= before + EVENTS / (KILLS * 2),
      'deliveries',
      300_000,
    )
    server.signal('SIGKILL')
    await server.ended()
    expect(reported().size).toBeLessThan(EVENTS)
    server = await home.start()
  }
  await until(
    () => receiver.received.length >= EVENTS && reported().size === EVENTS,
    'the rest',
    120_000 + 300 * EVENTS,
  )
  const seconds = (performance.now() - startedAt) / 1_000

  const expected = (await eventsOf(new ProgramClient(server.url, key), roomId)).filter(
    ({ kind }) => kind === 'document.uploaded',
  )
  const arrived = [...reported().values()].map(({ sequence }) => sequence)
  expect(arrived.toSorted((one, other) => one - other)).toEqual(
    expected.map(({ sequence }) => sequence),
  )
  expect(new Set(arrived).size).toBe(EVENTS)
  const again = receiver.received.length - EVENTS
  // A kill interrupts at most one delivery per webhook.
  expect(again).toBeLessThanOrEqual(KILLS)
  // Each attempt takes ten seconds.
  expect(slow.received.length).toBeLessThan(EVENTS)
  const late = arrived.filter(
    (sequence, at) => sequence < Math.max(0, ...arrived.slice(Math.max(0, at - 1), at)),
  ).length
  process.stdout.write(
    `events ${EVENTS}, kills ${KILLS}, lost ${expected.length - arrived.length}, twice ${again}, out of order ${late}, ${seconds.toFixed(0)} s\n`,
  )
})

/** @throws where an id comes with another body */
function reported(): ReadonlyMap<string, { readonly sequence: number }> {
  const events = new Map<string, { readonly body: string; readonly sequence: number }>()
  for (const { headers, body } of receiver.received) {
    const id = String(headers['webhook-id'])
    const known = events.get(id)
    if (known && known.body !== body) throw new Error(`${id} came with two bodies`)
    if (!known)
      events.set(id, {
        body,
        sequence: (JSON.parse(body) as { data: { sequence: number } }).data.sequence,
      })
  }
  return events
}

const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function queueBurst(operator: WireClient): Promise<void> {
  for (let sent = 0; sent < EVENTS; sent += FILES_OF_A_CALL) {
    const count = Math.min(FILES_OF_A_CALL, EVENTS - sent)
    const answer = await operator.upload(
      Array.from({ length: count }, (_, nth) => [`폴더 ${sent}/${nth}.png`, new Uint8Array(IMAGE)]),
    )
    expect(answer.json).toMatchObject({ status: 'OK' })
  }
}

async function newKey(...scopes: readonly string[]): Promise<string> {
  const made = await home.room([
    'api-key',
    'create',
    ...scopes.flatMap((scope) => ['--scope', scope]),
    '--json',
  ])
  return (JSON.parse(made.stdout) as { key: string }).key
}

async function eventsOf(
  program: ProgramClient,
  roomId: number,
): Promise<{ sequence: number; kind: string }[]> {
  const events: { sequence: number; kind: string }[] = []
  for (let cursor: string | undefined; ; ) {
    const { json } = await program.get(
      `/rooms/${roomId}/events`,
      cursor === undefined ? {} : { cursor },
    )
    events.push(...(json.payload as typeof events))
    if (json.nextCursor === undefined) return events
    cursor = json.nextCursor
  }
}
