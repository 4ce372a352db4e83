import { expect, test } from 'vitest'
import { ERRORS } from '../../../contract/core/errors.ts'
import { errorOf } from './api-error.ts'

test('an answer that is OK is no error', () => {
  expect(errorOf(200, { status: 'OK', payload: null }, 'f')).toBeUndefined()
})

test('a business refusal and an HTTP refusal carry code and text of the server', () => {
  expect(
    errorOf(
      200,
      { status: 'EXCEPTION', payload: 'PIN을 확인해 주세요.', code: 'PIN_REFUSED' },
      'f',
    ),
  ).toMatchObject({
    code: 'PIN_REFUSED',
    http: 200,
    text: 'PIN을 확인해 주세요.',
  })
  expect(
    errorOf(403, { status: 'EXCEPTION', payload: 't', code: 'NOT_RAISED' }, 'f'),
  ).toMatchObject({ code: 'NOT_RAISED', http: 403 })
})

test('what is no envelope says the fallback and nothing of itself', () => {
  for (const body of [
    undefined,
    null,
    '<html>',
    3,
    {},
    { status: 'EXCEPTION', payload: { stack: 'x' } },
  ]) {
    expect(errorOf(502, body, 'fallback')).toMatchObject({
      code: 'INTERNAL',
      http: 502,
      text: 'fallback',
    })
  }
  expect(errorOf(200, {}, 'fallback')).toMatchObject({ code: 'INTERNAL', text: 'fallback' })
})

test('what is no code is INTERNAL, and every code of the table is one', () => {
  for (const code of ['toString', '', 'A_', '__proto__', 'OFFLINE', 'not_raised', 7, null])
    expect(errorOf(400, { status: 'EXCEPTION', payload: 't', code }, 'f')).toMatchObject({
      code: 'INTERNAL',
      text: 't',
    })
  for (const code of Object.keys(ERRORS))
    expect(errorOf(400, { status: 'EXCEPTION', payload: 't', code }, 'f')).toMatchObject({ code })
})

test('fields next to the payload stay readable', () => {
  const rejected = [{ name: 'a.exe', reason: 'r', code: 'EXTENSION' }]
  expect(
    errorOf(415, { status: 'EXCEPTION', payload: 't', code: 'TYPE_REFUSED', rejected }, 'f')
      ?.envelope['rejected'],
  ).toEqual(rejected)
})
