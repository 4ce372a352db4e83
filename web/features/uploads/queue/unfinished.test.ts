import { expect, test } from 'vitest'
import { isSameFile, matchOf } from './unfinished.ts'
import type { Unfinished } from './upload-job.ts'

const MODIFIED = Date.parse('2026-01-15T03:04:05.678Z')

const unfinished = (upload: string, path: string, more: Partial<Unfinished> = {}): Unfinished => ({
  upload,
  path,
  parent: 0,
  folder: '',
  size: 3,
  offset: 1,
  modifiedAt: new Date(MODIFIED).toISOString(),
  startedAt: '2026-01-16T00:00:00.000Z',
  ...more,
})
const picked = (path: string, { bytes = 'abc', lastModified = MODIFIED } = {}) => ({
  path,
  file: new File([bytes], path, { lastModified }),
})

test('a file is the same by its name, its size and the time of its last change', () => {
  const one = unfinished('u', 'A/계약서.pdf')
  expect(isSameFile(one, picked('계약서.pdf'))).toBe(true)
  expect(isSameFile(one, picked('A/계약서.pdf'))).toBe(true)
  expect(isSameFile(one, picked('B/계약서.pdf'))).toBe(false)
  expect(isSameFile(one, picked('확인서.pdf'))).toBe(false)
  expect(isSameFile(one, picked('계약서.pdf', { bytes: 'abcd' }))).toBe(false)
  expect(isSameFile(one, picked('계약서.pdf', { lastModified: MODIFIED + 1 }))).toBe(false)
})

test('where the time is not known, a chosen file may be the same, but none is taken for it silently', () => {
  const one = unfinished('u', '계약서.pdf', { modifiedAt: null })
  expect(isSameFile(one, picked('계약서.pdf'))).toBe(true)
  expect(matchOf([one], picked('계약서.pdf'), 0)).toBeUndefined()
})

test('of several that match, the one for the same place goes on', () => {
  const list = [
    unfinished('a', 'A/x.pdf'),
    unfinished('b', 'x.pdf', { parent: 7 }),
    unfinished('c', 'x.pdf', { parent: 9 }),
  ]
  expect(matchOf(list, picked('x.pdf'), 9)?.upload).toBe('c')
  expect(matchOf(list, picked('x.pdf'), 3)?.upload).toBe('a')
  expect(matchOf(list, picked('A/x.pdf'), 0)?.upload).toBe('a')
  expect(matchOf(list, picked('B/x.pdf'), 0)).toBeUndefined()
})
