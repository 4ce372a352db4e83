import { beforeEach, expect, test } from 'vitest'
import type { SessionRecord } from './session-record.ts'
import { createSessionStore } from './session-store.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const session = (roomId: number, jwt = `jwt-${roomId}`) => ({
  ...{
    jwt,
    roomId,
    roomNo: `R${roomId}`,
    roleId: 5,
    userId: roomId,
    id: roomId,
    email: 'a@deals.example',
    name: '박자문',
  },
  ...{ print: true, download: true, secondsLeft: 3_600 },
})
const roomsOf = (sessions: readonly SessionRecord[]) => sessions.map(({ roomId }) => roomId)
const former = {
  read: () => JSON.parse(localStorage.getItem('session') ?? 'null') as SessionRecord | null,
  write: (value: unknown) => localStorage.setItem('session', JSON.stringify(value)),
}

test('ten rooms are held, the one looked at longest ago goes, and what goes is handed out to be ended', () => {
  const store = createSessionStore()
  for (let roomId = 1; roomId <= 10; roomId += 1) expect(store.enter(session(roomId))).toEqual([])
  store.open(1)
  expect(roomsOf(store.enter(session(11)))).toEqual([2])
  expect(roomsOf(store.all())).toEqual([11, 1, 10, 9, 8, 7, 6, 5, 4, 3])
  const replaced = store.enter(session(11, 'fresh'))
  expect(replaced.map(({ jwt }) => jwt)).toEqual(['jwt-11'])
  expect(store.all()).toHaveLength(10)
  expect(store.read()?.jwt).toBe('fresh')
})

test('a tab of an earlier release finds the newest session as it always did, and what it writes loses no other', () => {
  const store = createSessionStore()
  store.enter(session(1))
  store.enter(session(2))
  expect(former.read()).toMatchObject({ roomId: 2, jwt: 'jwt-2' })
  former.write({ ...former.read(), agreed: true })
  expect(store.read()).toMatchObject({ roomId: 2, agreed: true })
  expect(roomsOf(store.all())).toEqual([2, 1])
  const { secondsLeft: _, ...other } = session(3)
  former.write({ ...other, agreed: false })
  expect(roomsOf(store.all())).toEqual([3, 2, 1])
  localStorage.removeItem('session')
  expect(roomsOf(store.all())).toEqual([1])
  store.enter(session(4))
  expect(roomsOf(store.all())).toEqual([4, 1])
})

test('while sessions change, no listener finds one missing that stays, and the list is the same object until then', () => {
  const store = createSessionStore()
  store.enter(session(1))
  store.enter(session(2))
  expect(store.all()).toBe(store.all())
  const seen: number[][] = []
  store.subscribe(() => seen.push(roomsOf(store.all())))
  store.open(1)
  store.enter(session(3))
  store.update({ agreed: true })
  for (const rooms of seen) expect(rooms).toEqual(expect.arrayContaining([1, 2]))
  store.end()
  expect(roomsOf(store.all())).toEqual([1, 2])
  expect(store.read()).toBeUndefined()
  store.endAll()
  expect(store.all()).toEqual([])
  expect(Object.keys(localStorage).filter((key) => key.startsWith('session'))).toEqual([])
})
