import { expect, test } from 'vitest'
import { checkInvented } from './answer-with.mjs'

const ENTRY = { id: 1, name: '목록', folders: 4, isSaved: true }

test('an invented answer is one that the contract has', () => {
  expect(() =>
    checkInvented('GET', '/api/room/api/file/template/list/1', [{ ...ENTRY, id: 'a' }]),
  ).not.toThrow()
  expect(() => checkInvented('GET', '/api/room/api/file/template/list/1', [ENTRY])).toThrow(
    'GET /api/room/api/file/template/list/1',
  )
  expect(() => checkInvented('GET', '/api/room/api/nothing', null)).toThrow('answers no JSON')
})
