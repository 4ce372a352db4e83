import { expect, test } from 'vitest'
import { requestPath } from './request-path.ts'

test('params are filled in and escaped, under the base path', () => {
  expect(requestPath('/room/api/file/view/:name/pages/:page', { name: 'a_-B', page: '3' })).toBe(
    '/api/room/api/file/view/a_-B/pages/3',
  )
  expect(requestPath('/x/:name', { name: '../가 나?' })).toBe(
    '/api/x/..%2F%EA%B0%80%20%EB%82%98%3F',
  )
})

test('a query holds what has a value', () => {
  expect(requestPath('/x', {}, { width: '800', prefetch: undefined })).toBe('/api/x?width=800')
  expect(requestPath('/x', {}, {})).toBe('/api/x')
})

test('a path without its value is not sent', () => {
  expect(() => requestPath('/x/:id', {})).toThrow(':id')
})
