import { expect, test } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { isSystemFile, pickedFrom, refusalOf } from './check-file.ts'

const picked = (path: string, size: number) => {
  const file = new File([], path)
  Object.defineProperty(file, 'size', { value: size })
  return { file, path }
}

test.each([
  ['계약서.pdf', 1, undefined],
  ['A/B/표.XLSX', 1, undefined],
  ['그림.jpeg', LIMITS.uploadBytes, undefined],
  ['그림.jpeg', LIMITS.uploadBytes + 1, 'SIZE'],
  ['빈.pdf', 0, 'EMPTY'],
  ['run.exe', 1, 'EXTENSION'],
  ['a.pdf.exe', 1, 'EXTENSION'],
  ['pdf', 1, 'EXTENSION'],
  ['.pdf', 1, undefined],
  ['a.pdf/이름만', 1, 'EXTENSION'],
])('%s of %d bytes: %s [file-checked]', (path, size, refusal) => {
  expect(refusalOf(picked(path, size))).toBe(refusal)
})

test('names are composed, as macOS does not send them', () => {
  expect(pickedFrom([new File(['x'], '한글.pdf'.normalize('NFD'))])[0]?.path).toBe(
    '한글.pdf'.normalize('NFC'),
  )
})

test.each([
  ['A/.DS_Store', true],
  ['A/._계약서.pdf', true],
  ['Thumbs.db', true],
  ['A/B/desktop.ini', true],
  ['.pdf', false],
  ['A/thumbs.db.pdf', false],
  ['.DS_Store/계약서.pdf', false],
])('%s is left by a system: %s', (path, isLeft) => {
  expect(isSystemFile(picked(path, 1))).toBe(isLeft)
})
