import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAppContext } from './app-context.ts'
import { keepPlace, keptPlace } from './kept-place.ts'
import { followNamedRoom } from './named-room.ts'
import { placeWanted } from './return-to.ts'

const roomNo = '2611-0002'
const place = { href: '/?folder=3', roomNo, memberId: 7 }
const { href: home } = location
const { state: before } = history

function follow(href: string) {
  history.replaceState(null, '', href)
  followNamedRoom(createAppContext())
  return history.state.wanted
}

function forgetAll() {
  localStorage.clear()
  sessionStorage.clear()
}

beforeEach(forgetAll)
afterEach(() => {
  history.replaceState(before, '', home)
  forgetAll()
})

it('leads only the member whose place a mail kept to it', () => {
  keepPlace('browser', place)
  const wanted = follow(`/login?room=${roomNo}`)
  expect(placeWanted(wanted, { id: 7, roomNo })).toBe('/?folder=3')
  expect(placeWanted(wanted, { id: 8, roomNo })).toBeUndefined()
})

it('follows a kept place once', () => {
  keepPlace('browser', place)
  follow(`/login?room=${roomNo}`)
  expect(keptPlace('browser')).toBeUndefined()
  expect(follow(`/login?room=${roomNo}`)).toEqual({ href: '/', roomNo, passed: undefined })
})

it('leaves the place of another room as it is kept', () => {
  keepPlace('browser', place)
  expect(follow('/login?room=2611-0001').href).toBe('/')
  expect(keptPlace('browser')?.href).toBe('/?folder=3')
})
