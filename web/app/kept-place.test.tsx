import { afterEach, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '../../contract/core/limits.ts'
import { systemClock } from '../lib/browser/clock.ts'
import { keepPlace, keptPlace } from './kept-place.ts'

const place = { href: '/?folder=3', roomNo: '2611-0002', passed: '2611-0001' }
const until = () => systemClock.now() + LIMITS.proofLinkMs

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
  localStorage.clear()
})

describe('the place of a link', () => {
  it('keeps the room that was open in this tab, and not for the tab of a mailed link', () => {
    keepPlace('tab', place)
    keepPlace('browser', place)
    expect(keptPlace('tab')).toEqual(place)
    expect(keptPlace('browser')).toEqual({ href: '/?folder=3', roomNo: '2611-0002' })
  })

  it('replaces the place before it, and is none without a room', () => {
    keepPlace('tab', place)
    keepPlace('tab', { href: '/admin/history?user=4' })
    expect(keptPlace('tab')).toBeUndefined()
  })

  it('ends with the mailed link', () => {
    keepPlace('tab', place)
    vi.spyOn(Date, 'now').mockReturnValue(until())
    expect(keptPlace('tab')).toBeUndefined()
    expect(sessionStorage.getItem('place')).toBeNull()
  })

  it('is left out if the browser refuses to store it', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(() => keepPlace('browser', place)).not.toThrow()
    expect(keptPlace('browser')).toBeUndefined()
  })

  it.each([
    [
      'another origin',
      () => ({ wanted: { ...place, href: 'https://evil.example/' }, until: until() }),
    ],
    ['another host', () => ({ wanted: { ...place, href: '//evil.example' }, until: until() })],
    ['no text', () => ({ wanted: { ...place, href: 3 }, until: until() })],
    ['no place', () => ({ wanted: null, until: until() })],
    ['no end', () => ({ wanted: place, until: 'tomorrow' })],
    ['nothing', () => null],
  ])('is nothing if the browser stores %s', (_name, stored) => {
    sessionStorage.setItem('place', JSON.stringify(stored()))
    expect(keptPlace('tab')).toBeUndefined()
  })
})
