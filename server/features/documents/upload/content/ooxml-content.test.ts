import { describe, expect, it } from 'vitest'
import type { Extension } from '../../../../../contract/core/limits.ts'
import {
  type MadeEnd,
  type MadeEntry,
  makeCompound,
  makeZip,
  StrictSource,
} from '../../../../test/fixtures/made-files.ts'
import { onlySlow } from '../../../../test/harness/tier.ts'
import { checkContent, endOfDocument } from './check-content.ts'

const TYPES: MadeEntry = { name: '[Content_Types].xml', data: Buffer.from('<Types/>') }
const BODY: MadeEntry = { name: 'word/document.xml', data: Buffer.from('<w:document/>') }
const GIGABYTE = 2 ** 30

const checkBytes = (ext: Extension, bytes: Buffer) => checkContent(ext, StrictSource.of(bytes))
const check = (entries: readonly MadeEntry[], end?: MadeEnd) =>
  checkBytes('docx', makeZip([TYPES, BODY, ...entries], end))

const wideField = (...sizes: number[]): Buffer => {
  const field = Buffer.alloc(4 + 8 * sizes.length)
  field.writeUInt16LE(1)
  field.writeUInt16LE(8 * sizes.length, 2)
  for (const [index, size] of sizes.entries()) field.writeBigUInt64LE(BigInt(size), 4 + 8 * index)
  return field
}

describe('the family of a package', () => {
  it.each([
    ['docx', 'word/document.xml'],
    ['xlsx', 'xl/workbook.xml'],
    ['pptx', 'ppt/presentation.xml'],
  ] as const)('%s has its main part at %s', async (own, name) => {
    const bytes = makeZip([TYPES, { name }])
    for (const ext of ['docx', 'xlsx', 'pptx'] as const)
      expect(await checkBytes(ext, bytes)).toBe(ext === own ? undefined : 'CONTENT')
  })

  it('is unknown without the content types', async () => {
    expect(await checkBytes('docx', makeZip([BODY]))).toBe('CONTENT')
    expect(await checkBytes('docx', makeZip([{ name: 'word/[Content_Types].xml' }, BODY]))).toBe(
      'CONTENT',
    )
  })

  it('is not that of a document that is embedded', async () => {
    expect(await checkBytes('xlsx', makeZip([TYPES, BODY, { name: 'word/xl/workbook.xml' }]))).toBe(
      'CONTENT',
    )
  })

  it('is hidden by a password, and then any', async () => {
    const locked = makeCompound({
      EncryptionInfo: Buffer.alloc(200),
      EncryptedPackage: Buffer.alloc(5_000),
    })
    for (const ext of ['docx', 'xlsx', 'pptx'] as const)
      expect(await checkBytes(ext, locked)).toBeUndefined()
    for (const ext of ['doc', 'xls', 'ppt', 'hwp', 'pdf'] as const)
      expect(await checkBytes(ext, locked)).toBe('CONTENT')
  })

  it('is not that of a compound file of another kind', async () => {
    expect(await checkBytes('docx', makeCompound({ WordDocument: Buffer.alloc(5_000) }))).toBe(
      'CONTENT',
    )
  })
})

describe('parts that are refused', () => {
  it.each([
    'word/../../etc/passwd',
    '../evil',
    'word/..',
    'word\\..\\..\\evil',
    '/etc/passwd',
    '\\\\server\\share',
    '\\evil',
    'C:\\Windows\\evil.dll',
    'c:evil',
    'word/\0evil',
    '',
    'word/document.xml',
    'WORD/Document.xml',
    'word\\document.xml',
  ])('%j', async (name) => {
    expect(await check([{ name }])).toBe('CONTENT')
  })

  it.each(['word/vbaProject.bin', 'word/VBAPROJECT.BIN', 'word\\vbaProject.bin'])(
    'macros at %j, by their own name',
    async (name) => {
      expect(await check([{ name }])).toBe('MACROS')
      expect(await check([{ name }, { name: '../evil' }])).toBe('CONTENT')
      expect(await checkBytes('xlsx', makeZip([TYPES, BODY, { name }]))).toBe('CONTENT')
    },
  )

  it('a symbolic link', async () => {
    expect(
      await check([{ name: 'word/link', data: Buffer.from('/etc/passwd'), mode: 0o120777 }]),
    ).toBe('CONTENT')
  })

  it('an encrypted one, and one that is packed by another method', async () => {
    expect(await check([{ name: 'word/a.xml', flags: 1 }])).toBe('CONTENT')
    expect(await check([{ name: 'word/a.xml', method: 14 }])).toBe('CONTENT')
  })
})

describe('parts that are accepted', () => {
  it.each([
    'word/',
    'word/..a.xml',
    'word/a..xml',
    'word/media/그림 1.png',
    'word\\media\\image1.png',
    'word/c:d',
  ])('%j', async (name) => {
    expect(await check([{ name }])).toBeUndefined()
  })

  it('files and folders with their modes and the flags of deflate and UTF-8', async () => {
    expect(
      await check([
        { name: 'word/a.xml', mode: 0o100644, flags: 0x0806, method: 8 },
        { name: 'word/media/', mode: 0o040755 },
      ]),
    ).toBeUndefined()
  })
})

describe('sizes that a package claims', () => {
  const packed = Buffer.alloc(500_000)

  it.each([
    ['4 GB in one part', [{ name: 'word/a.xml', data: packed, size: 0xfffffffe }]],
    [
      '4 GB in one part by ZIP64',
      [{ name: 'word/a.xml', data: packed, size: 0xffffffff, extra: wideField(4 * GIGABYTE) }],
    ],
    [
      'more than 2 GB in many parts',
      Array.from({ length: 30 }, (_, n) => ({ name: `word/${n}`, data: packed, size: 72_000_000 })),
    ],
    [
      'two hundred and fifty times what is packed',
      [{ name: 'word/a.xml', data: packed, size: 125_100_000 }],
    ],
    [
      'more packed bytes than there are',
      [{ name: 'word/a.xml', data: packed, compressedSize: 600_000 }],
    ],
    ['a ZIP64 size that is missing', [{ name: 'word/a.xml', data: packed, size: 0xffffffff }]],
  ])('%s: refused', async (_, entries) => {
    expect(await check(entries)).toBe('CONTENT')
  })

  it.each([
    [
      'a small part that is packed very well',
      [{ name: 'word/a.xml', data: Buffer.alloc(10_000), size: 10_320_000 }],
    ],
    ['a large part that is packed well', [{ name: 'word/a.xml', data: packed, size: 120_000_000 }]],
    [
      'ZIP64 sizes that need none',
      [
        {
          name: 'word/a.xml',
          data: packed,
          size: 0xffffffff,
          compressedSize: 0xffffffff,
          extra: wideField(packed.length, packed.length),
        },
      ],
    ],
  ])('%s: accepted', async (_, entries) => {
    expect(await check(entries)).toBeUndefined()
  })
})

describe('the directory of a package', () => {
  const many = (count: number) =>
    Array.from({ length: count - 2 }, (_, n) => ({ name: `word/${n}` }))

  it('has at most 10,000 entries', async () => {
    expect(await check(many(10_000))).toBeUndefined()
    expect(await check(many(10_001))).toBe('CONTENT')
  })

  onlySlow(() => {
    it('of 100,000 entries is refused, declared or hidden, and not read', async () => {
      const entries = [TYPES, BODY, ...many(100_000)]
      for (const end of [
        { wideCount: 100_000, count: 0xffff },
        { count: 0xffff },
        { count: 100_000 - 65_536 },
        { count: 9 },
      ]) {
        const source = StrictSource.of(makeZip(entries, end))
        expect(await checkContent('docx', source)).toBe('CONTENT')
        expect(source.bytesRead).toBeLessThan(200_000)
      }
    })
  })

  it('of 5 MB is refused', async () => {
    const extra = Buffer.alloc(60_000)
    expect(await check(Array.from({ length: 90 }, (_, n) => ({ name: `word/${n}`, extra })))).toBe(
      'CONTENT',
    )
    expect(
      await check(Array.from({ length: 60 }, (_, n) => ({ name: `word/${n}`, extra }))),
    ).toBeUndefined()
  })

  it('holds exactly the entries that are counted', async () => {
    expect(await check([{ name: 'word/a' }], { count: 2 })).toBe('CONTENT')
    expect(await check([{ name: 'word/a' }], { count: 4 })).toBe('CONTENT')
  })

  it('is the same for readers of ZIP64 and for others', async () => {
    expect(await check([], { wideCount: 2 })).toBeUndefined()
    expect(await check([], { wideCount: 2, count: 0xffff })).toBeUndefined()
    expect(await check([], { wideCount: 1 })).toBe('CONTENT')
  })

  it('closes the file, and the archive begins it', async () => {
    const whole = makeZip([TYPES, BODY])
    for (const behind of ['\n', '\0', ' '.repeat(64_000)]) {
      const source = StrictSource.of(Buffer.concat([whole, Buffer.from(behind)]))
      expect(await checkContent('docx', source)).toBe('CONTENT')
      expect(await endOfDocument('docx', source)).toBe(whole.length)
    }
    expect(await checkBytes('docx', Buffer.concat([Buffer.from('<html></html>'), whole]))).toBe(
      'CONTENT',
    )
    expect(await checkBytes('docx', whole.subarray(0, whole.length - 1))).toBe('CONTENT')
    expect(await checkBytes('docx', makeZip([]))).toBe('CONTENT')
  })

  it.each([
    ['nothing', ''],
    ['more than 64 kB of it', '\n'.repeat(64_001)],
    ['anything else', '\n<script>'],
    ['anything before it', 'x\n'],
    ['an archive of its own', makeZip([TYPES, BODY]).toString('latin1')],
  ])('is not cut where there is %s behind it', async (_, behind) => {
    const bytes = Buffer.concat([makeZip([TYPES, BODY]), Buffer.from(behind, 'latin1')])
    expect(await endOfDocument('docx', StrictSource.of(bytes))).toBeUndefined()
  })

  it('is cut in ZIPs alone, and behind its comment', async () => {
    const whole = makeZip([TYPES, BODY], { comment: Buffer.from('by a careful writer\n\n') })
    const padded = StrictSource.of(Buffer.concat([whole, Buffer.from('\r\n')]))
    for (const ext of ['docx', 'xlsx', 'pptx', 'hwpx'] as const)
      expect(await endOfDocument(ext, padded)).toBe(whole.length)
    for (const ext of ['pdf', 'doc', 'hwp', 'png'] as const)
      expect(await endOfDocument(ext, padded)).toBeUndefined()
    expect(await endOfDocument('docx', StrictSource.of(whole))).toBeUndefined()
    expect(await endOfDocument('docx', StrictSource.of(Buffer.from('\n\n')))).toBeUndefined()
    expect(
      await endOfDocument('docx', StrictSource.of(Buffer.from('%PDF-1.7\n\n'))),
    ).toBeUndefined()
  })

  it('that differs for readers of ZIP64 is refused, though each finds a sound one', async () => {
    const evil: MadeEntry = { name: '../evil' }
    const bytes = makeZip([evil, TYPES, BODY], { wideCount: 2 })
    const record = bytes.length - 22 - 20 - 56
    const hidden = BigInt(46 + evil.name.length)
    bytes.writeBigUInt64LE(bytes.readBigUInt64LE(record + 40) - hidden, record + 40)
    bytes.writeBigUInt64LE(bytes.readBigUInt64LE(record + 48) + hidden, record + 48)
    expect(await checkBytes('docx', bytes)).toBe('CONTENT')
  })

  it('leaves no room between the parts, itself and its end records', async () => {
    const whole = makeZip([TYPES, BODY])
    const gap = Buffer.concat([whole.subarray(0, -22), Buffer.alloc(9), whole.subarray(-22)])
    expect(await checkBytes('docx', gap)).toBe('CONTENT')
    const wide = makeZip([TYPES, BODY], { wideCount: 2 })
    expect(
      await checkBytes(
        'docx',
        Buffer.concat([wide.subarray(0, -42), Buffer.alloc(9), wide.subarray(-42)]),
      ),
    ).toBe('CONTENT')
  })

  it('is not behind another format, even where all offsets count from the start of the file', async () => {
    const lead = Buffer.from('<html></html>')
    const bytes = Buffer.concat([lead, makeZip([TYPES, BODY])])
    bytes.writeUInt32LE(bytes.readUInt32LE(bytes.length - 6) + lead.length, bytes.length - 6)
    expect(await checkBytes('docx', bytes)).toBe('CONTENT')
  })

  it('is not the last of several disks', async () => {
    for (const field of [4, 6, 8]) {
      const bytes = makeZip([TYPES, BODY])
      bytes.writeUInt16LE(1, bytes.length - 22 + field)
      expect(await checkBytes('docx', bytes)).toBe('CONTENT')
    }
  })

  it('is closed by one end record alone', async () => {
    expect(await check([], { comment: Buffer.from('by a careful writer') })).toBeUndefined()
    expect(
      await check([], { comment: Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(60)]) }),
    ).toBe('CONTENT')
    expect(await check([], { comment: makeZip([{ name: 'word/other.xml' }]) })).toBe('CONTENT')
  })
})
