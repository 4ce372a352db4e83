import { describe, expect, it } from 'vitest'
import { placeWanted, ReturnToStore } from './return-to.ts'

const me = { id: 7, roomNo: '2611-0001' }

describe('the place that somebody wanted', () => {
  it('is where a link led who was not inside', () => {
    const wanted = new ReturnToStore().keep('/?folder=3&doc=9', false)
    expect(wanted).toEqual({ href: '/?folder=3&doc=9' })
    expect(placeWanted(wanted, me)).toBe('/?folder=3&doc=9')
  })

  it('is kept over the end of a session for its person alone', () => {
    const keeper = new ReturnToStore()
    keeper.see(me)
    const wanted = keeper.keep('/admin/history?user=4', true)
    expect(placeWanted(wanted, me)).toBe('/admin/history?user=4')
    expect(placeWanted(wanted, { ...me, id: 8 })).toBeUndefined()
  })

  it('is nothing for who has logged out, and a new link is one again', () => {
    const keeper = new ReturnToStore()
    keeper.see(me)
    expect(keeper.keep('/?doc=9', false)).toBeUndefined()
    expect(keeper.keep('/?doc=9', false)).toEqual({ href: '/?doc=9' })
  })

  it('is none in another room than that of its link', () => {
    const wanted = { href: '/?doc=9', roomNo: '2611-0002' }
    expect(placeWanted(wanted, me)).toBeUndefined()
    expect(placeWanted(wanted, { ...me, roomNo: '2611-0002' })).toBe('/?doc=9')
  })

  it('keeps the room in which it was, so that another room is led to none of it', () => {
    const wanted = new ReturnToStore().keep('/?doc=9', false, '2611-0002')
    expect(placeWanted(wanted, me)).toBeUndefined()
    expect(placeWanted(wanted, { ...me, roomNo: '2611-0002' })).toBe('/?doc=9')
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    '',
    3,
    undefined,
  ])('is a place of ours, and not %s', (href) => {
    expect(placeWanted({ href: href as string }, me)).toBeUndefined()
  })
})
