import { expect, test } from 'vitest'
import { cellsOfCsv, textOf } from './read-csv.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
/** Korean Excel writes these bytes, which Node decodes differently. */
const CP949 = Uint8Array.from(
  Buffer.from(
    'c0ccb8a72cc0ccb8dec0cf0d0ac8abb1e6b5bf2c67696c646f6e67406578616d706c652e636f6d0d0a',
    'hex',
  ),
)

test('the encodings in which spreadsheets save are read, with and without a mark', () => {
  const text = '이름,이메일\r\n'
  expect(textOf(utf8(text))).toBe(text)
  expect(textOf(utf8(`\ufeff${text}`))).toBe(text)
  expect(
    textOf(
      Uint8Array.from([
        0xff,
        0xfe,
        ...new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer),
      ]),
    ),
  ).toBe(text)
  expect(textOf(CP949)).toBe('이름,이메일\r\n홍길동,gildong@example.com\r\n')
  expect(textOf(utf8('plain'))).toBe('plain')
})

test('what is no text is not read', () => {
  expect(textOf(Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00]))).toBeUndefined()
  expect(textOf(Uint8Array.from([0x81, 0xff, 0xfe, 0x80]))).toBeUndefined()
  expect(cellsOfCsv(new Uint8Array(1_000_001).fill(0x61))).toBeUndefined()
})

test('cells are parted by commas, semicolons or tabs, and quotes hold what would part them', () => {
  const cells = [
    ['a', 'b'],
    ['x, y; z', 'say "hi"\nthere'],
    ['', 'c"d'],
  ]
  for (const separator of [',', ';', '\t']) {
    const text = cells
      .map((line) =>
        line
          .map((cell) => (/^[^"]*"[^"]*$/.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`))
          .join(separator),
      )
      .join('\r\n')
    expect(cellsOfCsv(utf8(text))).toEqual(cells)
  }
  expect(cellsOfCsv(utf8('a,b\rc,d\ne,f'))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
  ])
  expect(cellsOfCsv(utf8('"open,\nnever closed'))).toEqual([['open,\nnever closed']])
  expect(cellsOfCsv(utf8(''))).toEqual([['']])
})

test('what looks like a formula is text', () => {
  const formulas = ['=1+1', '+82-2-000-0000', '-1', '@SUM(A1)', '=HYPERLINK(""http://x"")']
  expect(cellsOfCsv(utf8(formulas.map((cell) => `"${cell}"`).join(',')))).toEqual([
    formulas.map((cell) => cell.replaceAll('""', '"')),
  ])
})
