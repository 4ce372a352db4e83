import { describe, expect, it } from 'vitest'
import type { Extension } from '../../../../../contract/core/limits.ts'
import {
  COMPOUND_PLACES,
  makeCompound,
  StrictSource,
} from '../../../../test/fixtures/made-files.ts'
import { checkContent } from './check-content.ts'

const FAMILY: readonly Extension[] = ['doc', 'xls', 'ppt', 'hwp', 'docx', 'xlsx', 'pptx']
const LARGE = Buffer.alloc(5_000)
const HWP_HEADER = Buffer.concat([Buffer.from('HWP Document File'), Buffer.alloc(239)])

const check = (ext: Extension, bytes: Buffer) => checkContent(ext, StrictSource.of(bytes))

async function acceptedAs(bytes: Buffer): Promise<Extension[]> {
  const verdicts = await Promise.all(FAMILY.map((ext) => check(ext, bytes)))
  return FAMILY.filter((_, index) => verdicts[index] === undefined)
}

describe('a compound file', () => {
  it.each<[string, Record<string, Buffer | null>, Extension[]]>([
    ['a document', { '1Table': LARGE, WordDocument: LARGE }, ['doc']],
    ['a workbook', { Workbook: LARGE }, ['xls']],
    ['a workbook of 1995', { Book: LARGE }, ['xls']],
    ['a workbook in capitals', { WORKBOOK: LARGE }, ['xls']],
    ['a presentation', { 'Current User': Buffer.alloc(40), 'PowerPoint Document': LARGE }, ['ppt']],
    ['a Hangul document', { FileHeader: HWP_HEADER, DocInfo: LARGE, BodyText: null }, ['hwp']],
    [
      'a Hangul document for distribution',
      { DocInfo: LARGE, FileHeader: HWP_HEADER, ViewText: null },
      ['hwp'],
    ],
    [
      'a Hangul document with a large header',
      { BodyText: null, FileHeader: Buffer.concat([HWP_HEADER, LARGE]) },
      ['hwp'],
    ],
    [
      'a Hangul document with small streams before its header',
      { a: Buffer.alloc(2_000), FileHeader: HWP_HEADER, DocInfo: LARGE },
      ['hwp'],
    ],
    ['a mail', { '__properties_version1.0': LARGE, '__nameid_version1.0': null }, []],
    ['a storage by the name of a stream', { WordDocument: null, Workbook: null }, []],
    ['a header without a document', { FileHeader: HWP_HEADER }, []],
    ['a document without a header', { DocInfo: LARGE, BodyText: null }, []],
    ['a header of another product', { FileHeader: Buffer.alloc(256, 'x'), DocInfo: LARGE }, []],
    ['a header that is too short', { FileHeader: Buffer.from('HWP'), DocInfo: LARGE }, []],
    ['an empty root', {}, []],
  ])('that is %s', async (_, contents, accepted) => {
    expect(await acceptedAs(makeCompound(contents))).toEqual(accepted)
  })

  it('is what its root holds, not what is embedded below', async () => {
    const file = makeCompound({ WordDocument: LARGE, ObjectPool: null, Workbook: LARGE })
    const { directory, entrySize } = COMPOUND_PLACES
    file.writeUInt32LE(0xffffffff, directory + 2 * entrySize + 72)
    file.writeUInt32LE(3, directory + 2 * entrySize + 76)
    expect(await acceptedAs(file)).toEqual(['doc'])
  })

  it.each<[number, Extension[]]>([
    [10, []],
    [12, ['xls']],
  ])('with sectors of 2 to the power of %i bytes is accepted as %j', async (shift, accepted) => {
    const small = makeCompound({ Workbook: LARGE })
    const gap = Buffer.alloc(2 ** shift - 512)
    const sectors = Array.from({ length: small.length / 512 }, (_, n) =>
      Buffer.concat([small.subarray(n * 512, (n + 1) * 512), gap]),
    )
    const file = Buffer.concat(sectors)
    file.writeUInt16LE(shift, 30)
    expect(await acceptedAs(file)).toEqual(accepted)
  })

  it('whose allocation table goes beyond the header is followed there', async () => {
    const file = makeCompound({ Workbook: LARGE })
    const far = 109 * 128
    const directory = Buffer.from(
      file.subarray(COMPOUND_PLACES.directory, COMPOUND_PLACES.directory + 512),
    )
    const names = Buffer.alloc(512, 0xff)
    names.writeUInt32LE(far + 2)
    const table = Buffer.alloc(512, 0xff)
    table.writeUInt32LE(0xfffffffe)
    const large = Buffer.concat([
      file,
      Buffer.alloc((far + 1) * 512 - file.length),
      directory,
      names,
      table,
    ])
    large.writeUInt32LE(far, 48)
    large.writeUInt32LE(far + 1, 68)
    expect(await acceptedAs(large)).toEqual(['xls'])
    large.writeUInt32LE(0xfffffffe, 68)
    expect(await acceptedAs(large)).toEqual([])
  })
})

describe('a hostile compound file', () => {
  const sound = makeCompound({ WordDocument: LARGE, a: LARGE, b: LARGE, c: LARGE, d: LARGE })
  const { table, directory, entrySize } = COMPOUND_PLACES
  const changed = (change: (bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.from(sound)
    change(bytes)
    return bytes
  }

  it('is accepted before it is changed', async () => {
    expect(await acceptedAs(sound)).toEqual(['doc'])
  })

  it.each<[string, (bytes: Buffer) => void]>([
    ['a chain that returns to its sector', (bytes) => bytes.writeUInt32LE(1, table + 4)],
    ['a chain that returns later', (bytes) => bytes.writeUInt32LE(1, table + 8)],
    ['a chain that leaves the table', (bytes) => bytes.writeUInt32LE(0x00ffffff, table + 4)],
    ['a table outside the file', (bytes) => bytes.writeUInt32LE(0x00ffffff, 76)],
    ['a table that is a mark', (bytes) => bytes.writeUInt32LE(0xfffffffe, 76)],
    ['a directory outside the file', (bytes) => bytes.writeUInt32LE(100, 48)],
    ['no directory', (bytes) => bytes.writeUInt32LE(0xfffffffe, 48)],
    ['siblings in a ring', (bytes) => bytes.writeUInt32LE(1, directory + 2 * entrySize + 72)],
    ['a sibling of itself', (bytes) => bytes.writeUInt32LE(1, directory + entrySize + 68)],
    [
      'a sibling outside the directory',
      (bytes) => bytes.writeUInt32LE(1_000, directory + entrySize + 68),
    ],
    ['sectors of a strange size', (bytes) => bytes.writeUInt16LE(31, 30)],
    ['another signature', (bytes) => bytes.writeUInt8(0, 7)],
  ])('with %s is refused', async (_, change) => {
    expect(await acceptedAs(changed(change))).toEqual([])
  })

  it('with a chain of table parts that returns to itself is refused', async () => {
    const file = Buffer.concat([makeCompound({ Workbook: LARGE }), Buffer.alloc(110 * 128 * 512)])
    const ring = file.length / 512 - 2
    file.writeUInt32LE(ring, 68)
    file.fill(0xff, (ring + 1) * 512)
    file.writeUInt32LE(ring, (ring + 2) * 512 - 4)
    file.writeUInt32LE(109 * 128, 48)
    expect(await acceptedAs(file)).toEqual([])
  })

  it('with a header stream that ends within its signature is refused', async () => {
    const file = makeCompound({ FileHeader: HWP_HEADER, DocInfo: LARGE })
    file.writeUInt32LE(10, directory + entrySize + 120)
    expect(await acceptedAs(file)).toEqual([])
  })

  it('with a small stream outside of all small streams is refused', async () => {
    const file = makeCompound({ FileHeader: HWP_HEADER, DocInfo: LARGE })
    expect(await acceptedAs(file)).toEqual(['hwp'])
    file.writeUInt32LE(0x7fffffff, directory + entrySize + 116)
    expect(await acceptedAs(file)).toEqual([])
  })
})

describe('a Hangul document of version 3', () => {
  it('is no compound file', async () => {
    const bytes = Buffer.concat([
      Buffer.from('HWP Document File V3.00 \x1a\x01\x02\x03\x04\x05', 'latin1'),
      Buffer.alloc(1_000),
    ])
    expect(await acceptedAs(bytes)).toEqual(['hwp'])
    expect(await acceptedAs(Buffer.concat([Buffer.from(' '), bytes]))).toEqual([])
    expect(await acceptedAs(Buffer.from('HWP Document File V2.00'))).toEqual([])
  })
})

describe('a format from before the compound file', () => {
  const old: readonly (readonly [string, Extension, Buffer])[] = [
    ['Word 1', 'doc', Buffer.from('9ba52100', 'hex')],
    ['Word 2', 'doc', Buffer.from('dba52d00', 'hex')],
    ['Word 6', 'doc', Buffer.from('dca56800', 'hex')],
    ['Write', 'doc', Buffer.from('31be000000ab', 'hex')],
    ['Word for the Macintosh', 'doc', Buffer.from('fe370023', 'hex')],
    ['Excel 2', 'xls', Buffer.from('0900040002001000', 'hex')],
    ['Excel 3', 'xls', Buffer.from('09020600000310000000', 'hex')],
    ['Excel 4', 'xls', Buffer.from('09040600000410000000', 'hex')],
    ['Excel 5', 'xls', Buffer.from('0908080000051000', 'hex')],
    ['PowerPoint 3', 'ppt', Buffer.from('eddead0b03000000', 'hex')],
    ['Hangul 2', 'hwp', Buffer.from('HWP Document File V2.00 \x1a\x01')],
  ]

  it.each(old)(
    '%s is refused by its age where it is named %s, else as something else',
    async (_, own, start) => {
      const bytes = Buffer.concat([start, Buffer.alloc(5_000)])
      for (const ext of FAMILY)
        expect(await check(ext, bytes)).toBe(ext === own ? 'OLD_FORMAT' : 'CONTENT')
      expect(await check(own, start.subarray(0, 1))).toBe('CONTENT')
    },
  )

  it('is PowerPoint 4, too, though that is a compound file', async () => {
    const bytes = makeCompound({ PP40: LARGE, 'Current User': Buffer.alloc(40) })
    for (const ext of FAMILY)
      expect(await check(ext, bytes)).toBe(ext === 'ppt' ? 'OLD_FORMAT' : 'CONTENT')
    expect(
      await check('ppt', makeCompound({ PP40: LARGE, 'PowerPoint Document': LARGE })),
    ).toBeUndefined()
  })
})

describe('what is named doc', () => {
  it.each([
    '{\\rtf1\\ansi Hello}',
    '<html><body>Hello</body></html>',
    '<?xml version="1.0"?><w:wordDocument/>',
    'MIME-Version: 1.0\r\n',
    ''.padEnd(2_000, 'plain text '),
  ])('and begins with %j is refused', async (text) => {
    for (const ext of ['doc', 'xls', 'ppt'] as const)
      expect(await check(ext, Buffer.from(text))).toBe('CONTENT')
  })
})
