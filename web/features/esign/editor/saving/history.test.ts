import { expect, test } from 'vitest'
import { begun, changed, redone, settled, undone } from './history.ts'

test('what was done is undone step by step, and done again', () => {
  const third = changed(changed(begun('a'), 'b'), 'c')
  const back = undone(undone(third))
  expect(back.now).toBe('a')
  expect(undone(back)).toBe(back)
  expect(redone(back).now).toBe('b')
  const again = redone(redone(back))
  expect(again.now).toBe('c')
  expect(redone(again)).toBe(again)
})

test('a change after an undo is where it goes on: what was undone does not come back', () => {
  const other = changed(undone(changed(begun('a'), 'b')), 'x')
  expect(redone(other)).toBe(other)
  expect(undone(other).now).toBe('a')
})

test('changes of one work are undone at once, others not, and not those of the same work after it was left', () => {
  const moves = changed(changed(changed(begun(0), 1, 'move a'), 2, 'move a'), 3, 'move b')
  expect(undone(moves).now).toBe(2)
  expect(undone(undone(moves)).now).toBe(0)
  const later = changed(settled(changed(begun(0), 1, 'move a')), 2, 'move a')
  expect(undone(later).now).toBe(1)
  expect(changed(later, 2, 'move a')).toBe(later)
})

test('what is remembered is bounded', () => {
  let history = begun(0)
  for (let step = 1; step <= 300; step += 1) history = changed(history, step)
  expect(history.past).toHaveLength(200)
  expect(history.past[0]).toBe(100)
})
