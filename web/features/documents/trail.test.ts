import { expect, test } from 'vitest'
import { trailOf } from './trail.ts'

const remembered = [
  { id: 3, name: '02 재무' },
  { id: 8, name: '2025' },
]

test('the root has no way to it', () => {
  expect(trailOf(0, remembered, [])).toEqual([])
})

test('the history tells the way to the folder it was written for, and to no other', () => {
  expect(trailOf(8, remembered, [])).toEqual(remembered)
  expect(trailOf(3, remembered, [])).toEqual([{ name: '…' }])
})

test('an address that was opened anew shows the names that its items tell', () => {
  const names = [{ name: '02 재무' }, { name: '2025' }]
  expect(trailOf(8, undefined, [{ path: '02 재무/2025/a.pdf', name: 'a.pdf' }])).toEqual(names)
  expect(trailOf(8, undefined, [{ path: '/02 재무/2025', name: 'a.pdf' }])).toEqual(names)
})
