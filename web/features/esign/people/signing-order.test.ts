import { expect, test } from 'vitest'
import type { Participant } from '../../../../contract/features/composed.ts'
import { isSequential, orderAfter, reordered } from './signing-order.ts'

const person = (id: number, order: number, type: Participant['type'] = 'SIGNER') =>
  ({ id, order, type }) as Participant

test('people act one after the other where their numbers differ; copy recipients do not count', () => {
  expect(isSequential([person(1, 1), person(2, 1), person(3, 9, 'CC')])).toBe(false)
  expect(isSequential([person(1, 1), person(2, 2, 'APPROVER')])).toBe(true)
})

test('somebody who is added comes last, or acts with the others', () => {
  expect(orderAfter([], 0)).toBe(1)
  expect(orderAfter([person(1, 1), person(2, 1)], 1)).toBe(1)
  expect(orderAfter([person(1, 1), person(2, 4)], 1)).toBe(6)
})

test('a person moves before the previous one; the first one stays', () => {
  const people = [person(1, 1), person(2, 2), person(3, 3)]
  expect(reordered(people, 3).map((moved) => [moved.person.id, moved.order])).toEqual([
    [3, 2],
    [2, 3],
  ])
  expect(reordered(people, 1)).toEqual([])
})
