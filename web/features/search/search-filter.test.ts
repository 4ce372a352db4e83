import { expect, it } from 'vitest'
import { EXTENSIONS } from '../../../contract/core/limits.ts'
import { isFiltered, KINDS, wireFilter } from './search-filter.ts'

const TODAY = '2026-03-02'

it('asks for days of the room, both included, wherever the browser is', () => {
  const seoul = { since: '2026-02-27T15:00:00.000Z', before: '2026-03-01T15:00:00.000Z' }
  expect(wireFilter({ period: 'own', from: '2026-02-28', to: '2026-03-01' }, TODAY)).toMatchObject(
    seoul,
  )
  expect(wireFilter({ period: 'own', from: '2026-02-28' }, TODAY)).toMatchObject({
    since: seoul.since,
    before: undefined,
  })
  expect(wireFilter({ period: 'own', to: '2026-03-01' }, TODAY)).toMatchObject({
    since: undefined,
    before: seoul.before,
  })
  expect(wireFilter({ period: 'week' }, TODAY)).toMatchObject({
    since: '2026-02-23T15:00:00.000Z',
    before: undefined,
  })
})

it('asks for nothing of days that belong to a period that is no longer chosen, or are not typed yet', () => {
  const nothing = { types: undefined, since: undefined, before: undefined, within: undefined }
  expect(wireFilter({ from: '2026-02-28', to: '2026-03-01' }, TODAY)).toEqual(nothing)
  expect(wireFilter({ period: 'own' }, TODAY)).toEqual(nothing)
  expect(wireFilter({ period: 'own', from: '', to: '' }, TODAY)).toEqual(nothing)
  expect(isFiltered({ from: '2026-02-28' })).toBe(false)
  expect(isFiltered({ period: 'own' })).toBe(true)
})

it('has a kind for each type of file, and one for each alone', () => {
  const types = Object.values(KINDS).flat()
  expect(types.toSorted()).toEqual([...EXTENSIONS, 'folder'].toSorted())
})
