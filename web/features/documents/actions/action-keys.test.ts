import { expect, it } from 'vitest'
import { actionOfKey } from './action-keys.ts'

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const control = (key: string, code: string, more = {}) =>
  actionOfKey({ ...NONE, ctrlKey: true, key, code, ...more })
const alone = (key: string, more = {}) => actionOfKey({ ...NONE, key, code: key, ...more })

it('knows the keys of lists, with Control and with Command', () => {
  expect(alone('F2')).toBe('rename')
  expect(alone('Delete')).toBe('delete')
  expect(control('c', 'KeyC')).toBe('copy')
  expect(control('X', 'KeyX')).toBe('cut')
  expect(control('v', 'KeyV', { ctrlKey: false, metaKey: true })).toBe('paste')
})

it('reads a Hangul key by its place, and another layout by its letter', () => {
  expect(control('ㅊ', 'KeyC')).toBe('copy')
  expect(control('Process', 'KeyV')).toBe('paste')
  expect(control('c', 'KeyI')).toBe('copy')
  expect(control('j', 'KeyC')).toBeUndefined()
})

it('moves in the index with Alt and an arrow, and with nothing besides', () => {
  expect(alone('ArrowUp', { altKey: true })).toBe('order-up')
  expect(alone('ArrowDown', { altKey: true })).toBe('order-down')
  for (const more of [
    {},
    { altKey: true, shiftKey: true },
    { altKey: true, ctrlKey: true },
    { altKey: true, metaKey: true },
  ])
    expect(alone('ArrowUp', more)).toBeUndefined()
  expect(alone('ArrowLeft', { altKey: true })).toBeUndefined()
})

it('leaves everything else alone', () => {
  for (const key of ['c', 'v', 'Enter', 'F3', 'Backspace']) expect(alone(key)).toBeUndefined()
  expect(alone('Delete', { ctrlKey: true })).toBeUndefined()
  expect(alone('Delete', { shiftKey: true })).toBeUndefined()
  expect(control('v', 'KeyV', { shiftKey: true })).toBeUndefined()
  expect(control('c', 'KeyC', { altKey: true })).toBeUndefined()
  expect(control('c', 'KeyC', { metaKey: true })).toBeUndefined()
})
