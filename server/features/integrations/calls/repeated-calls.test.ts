import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { countRooms, madeBy, newRoom, ROOM } from '../../../test/programs/governed-rooms.ts'
import { type ProgramClient, programClient } from '../../../test/programs/program-client.ts'

const DAY_MS = 86_400_000

let app: TestApp
let room: TestRoom
let program: ProgramClient
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
  program = await programClient(app)
})
afterAll(() => app.close())

describe('an Idempotency-Key', () => {
  it('makes one room of repeated and of simultaneous calls', async () => {
    const before = await countRooms(app)
    const asked = newRoom()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => program.post('/rooms', asked, 'order-1')),
    )
    const again = await program.post('/rooms', asked, 'order-1')
    const made = answers.filter(({ http }) => http === 200)
    expect(new Set([...made, again].map(({ text }) => text)).size).toBe(1)
    for (const busy of answers.filter(({ http }) => http !== 200))
      expect(busy).toMatchObject({ http: 429, json: { code: 'API_KEY_BUSY' } })
    expect(made.length).toBeGreaterThan(0)
    expect(await countRooms(app)).toBe(before + 1)
    expect(await app.secretsMailedTo(asked.operator.email)).toBeLessThanOrEqual(2)
  })

  it('refuses another body, another call and another room', async () => {
    const before = await countRooms(app)
    await program.post(`/rooms/${room.roomId}/rename`, { name: '시험 룸' }, 'order-2')
    for (const other of [
      await program.post(`/rooms/${room.roomId}/rename`, { name: '다른 이름' }, 'order-2'),
      await program.post(`/rooms/${room.roomId + 1}/rename`, { name: '시험 룸' }, 'order-2'),
      await program.post('/rooms', newRoom(), 'order-2'),
    ])
      expect(other).toMatchObject({ http: 422, json: { code: 'IDEMPOTENCY_DIFFERS' } })
    expect(await countRooms(app)).toBe(before)
    expect((await program.get(`/rooms/${room.roomId}/rename`)).json.payload).toEqual({
      name: '시험 룸',
    })
    expect((await program.post('/rooms', newRoom(), 'with space')).http).toBe(400)
  })

  it('belongs to one key of a program, and leaves nothing of a refused call', async () => {
    const other = await programClient(app)
    const [one, two] = [
      await program.post('/rooms', newRoom(), 'order-3'),
      await other.post('/rooms', newRoom(), 'order-3'),
    ]
    expect(madeBy(one).roomId).not.toBe(madeBy(two).roomId)
    const wrong = { ...ROOM, operator: { name: '최운영', email: 'x' } }
    expect((await program.post('/rooms', wrong, 'order-4')).json.code).toBe('EMAIL_FORMAT')
    expect((await program.post('/rooms', newRoom(), 'order-4')).json.status).toBe('OK')
  })

  it('is forgotten after 24 hours', async () => {
    const first = await program.post('/rooms', newRoom(), 'order-5')
    app.clock.advance(DAY_MS + 1_000)
    const second = await program.post('/rooms', newRoom(), 'order-5')
    expect(madeBy(second).roomId).not.toBe(madeBy(first).roomId)
  })
})
