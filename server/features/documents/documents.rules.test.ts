import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import {
  changesExtension,
  cleanName,
  extensionOf,
  hasNamelessStep,
  isUsableName,
  numberedName,
  refusedName,
  splitRelativePath,
} from './documents.rules.ts'

describe('a name', () => {
  it.each([
    ['계약서.pdf'.normalize('NFD'), '계약서.pdf'],
    ['a\r\nb', 'ab'],
    ['a\u0000\u0007\u007F\u0085b', 'ab'],
    ['a\u2028b\u2029c', 'abc'],
    ['\uD800x\uDC00', 'x'],
    ['😀', '😀'],
    ['ᄒ\u0001ᅡ', '하'],
  ])('%j is stored as %j', (given, stored) => {
    expect(cleanName(given)).toBe(stored)
  })

  it('is one line of composed text, however it came', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const name = cleanName(text)
        expect(name).toBe(name.normalize('NFC'))
        expect(name).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u)
        expect(cleanName(name)).toBe(name)
      }),
    )
  })

  it.each([
    '',
    ' ',
    '\u3000',
    '.',
    '..',
    ' .. ',
    'a/b',
    'a\u202Eb',
    'a\u2066b',
    '가'.repeat(256),
    '😀'.repeat(256),
  ])('%j is not usable', (name) => {
    expect(isUsableName(name)).toBe(false)
  })

  it.each(['...', 'a', 'con', 'a\\b', '<b>', '가'.repeat(255), '😀'.repeat(255), '.pdf'])(
    '%j is usable',
    (name) => {
      expect(isUsableName(name)).toBe(true)
    },
  )

  it.each([
    ['a.pdf', '.pdf', false],
    ['a.PDF', '.pdf', false],
    ['a', '.pdf', false],
    ['v1.2', '.pdf', false],
    ['a.longer than that', '.pdf', false],
    ['a.pdf.exe', '.pdf', true],
    ['a.jpeg', '.jpg', true],
    ['a.h', '.pdf', false],
    ['a.exe', '', false],
  ])('%j for what ends with %j changes the extension: %j', (name, extension, changes) => {
    expect(changesExtension(name, extension)).toBe(changes)
  })

  it.each([
    ['a.pdf', 'pdf'],
    ['a.PDF', 'pdf'],
    ['a.b.JpEg', 'jpeg'],
    ['.hwp', 'hwp'],
    ['a.pdf.exe', undefined],
    ['a.pdf ', undefined],
    ['a.pdf.', undefined],
    ['a.pdf\u200B', undefined],
    ['a.pdf/', undefined],
    ['pdf', undefined],
    ['a.ｐｄｆ', undefined],
    ['a.svg', undefined],
    ['a.constructor', undefined],
  ])('%j has the extension %j', (name, extension) => {
    expect(extensionOf(name)).toBe(extension)
  })
})

describe('a relative path', () => {
  it.each([
    ['a.pdf', [], 'a.pdf'],
    ['A/B/c.pdf', ['A', 'B'], 'c.pdf'],
    ['/A//./../B/c.pdf', ['A', 'B'], 'c.pdf'],
    ['../../etc/passwd', ['etc'], 'passwd'],
    ['A/', [], 'A'],
    ['/', [], ''],
    ['..', [], ''],
    ['C:\\x\\y.pdf', [], 'C:\\x\\y.pdf'],
    ['A/\u0000/b.pdf', ['A'], 'b.pdf'],
  ])('%j is folders %j and %j', (relativePath, folders, name) => {
    expect(splitRelativePath(relativePath)).toEqual({ folders, name })
  })
})

describe('a file that is called', () => {
  it.each([
    ["a';alert(1)//.pdf", 'NAME'],
    ['A//c.pdf', 'NAME'],
    ['//c.pdf', 'NAME'],
    ['A/ /c.pdf', 'NAME'],
    ['A/\u0000/c.pdf', 'NAME'],
    ['A/.pdf', 'NAME'],
    ['.pdf', 'NAME'],
    [' .PDF', 'NAME'],
    ['.env', 'EXTENSION'],
    ['A/B/c.pdf', undefined],
    ['/A/./B/../c.pdf', undefined],
    ['..pdf', undefined],
    ['a.pdf', undefined],
  ])('%j is refused with %j', (path, reason) => {
    const { folders, name } = splitRelativePath(path)
    expect(hasNamelessStep(path) ? 'NAME' : refusedName(folders, name)).toBe(reason)
  })
})

describe('a numbered name', () => {
  it.each([
    ['계약서.pdf', 1, false, '계약서.pdf'],
    ['계약서.pdf', 2, false, '계약서 (2).pdf'],
    ['v1.2', 3, true, 'v1.2 (3)'],
    ['.pdf', 2, false, ' (2).pdf'],
  ])('of %j, number %i', (name, number, folder, expected) => {
    expect(numberedName(name, number, folder)).toBe(expected)
  })

  it('keeps its extension and its limit, and no two are the same', () => {
    const stem = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 260 })
    fc.assert(
      fc.property(stem, fc.nat(2_000), (text, number) => {
        const name = `${[...text].slice(0, 251).join('')}.pdf`
        const numbered = numberedName(name, number + 2, false)
        expect([...numbered].length).toBeLessThanOrEqual(LIMITS.nameLength)
        expect(extensionOf(numbered)).toBe('pdf')
        expect(numbered).not.toBe(numberedName(name, number + 3, false))
      }),
    )
  })
})
