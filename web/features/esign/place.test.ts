import { expect, test } from 'vitest'
import { hrefOf, placeOf } from './place.ts'

test('an address is a place, and the other way round', () => {
  for (const place of [
    { kind: 'home' },
    { kind: 'document', id: 12 },
    { kind: 'edit', id: 12, isFromPreview: false },
  ] as const)
    expect(placeOf(hrefOf(place), null)).toEqual(place)
  expect(placeOf('/compose/edit/12', { isFromPreview: true })).toEqual({
    kind: 'edit',
    id: 12,
    isFromPreview: true,
  })
})

test('what is no address of the tool is its beginning', () => {
  for (const pathname of ['/compose/edit/0', '/compose/edit/1x', '/compose/other/1', '/sign'])
    expect(placeOf(pathname, null)).toEqual({ kind: 'home' })
})
