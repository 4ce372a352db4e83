import { describe, expect, it } from 'vitest'
import { readRoom } from './read-room.ts'
import { inRoom } from './room-address.ts'

describe('a link that names its room', () => {
  it.each([
    ['/', '/?room=2611-0042'],
    ['/login#token', '/login?room=2611-0042#token'],
    ['/?folder=3&doc=9', '/?folder=3&doc=9&room=2611-0042'],
    ['/new?list=a#x?y=1', '/new?list=a&room=2611-0042#x?y=1'],
  ])('%s', (place, link) => {
    expect(inRoom(place, '2611-0042')).toBe(link)
    expect(readRoom(link)).toEqual({ place, roomNo: '2611-0042' })
  })

  it.each(['/', '/login#room=2611-0042', '/?rooms=1', '/?doc=3&folder=2'])('is not %s', (place) => {
    expect(readRoom(place)).toBeUndefined()
  })

  it.each(['', '1', '2611-42', '2611-0042%20', '<b>', '2611-00420042004'])(
    'says nothing with the number %s',
    (roomNo) => {
      expect(readRoom(`/?room=${roomNo}&doc=3`)).toEqual({ place: '/?doc=3', roomNo: undefined })
    },
  )

  it('loses each room that it names', () => {
    expect(readRoom('/?room=2611-0001&doc=3&room=2611-0002')).toEqual({
      place: '/?doc=3',
      roomNo: '2611-0001',
    })
  })
})
