import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { encode } from 'iconv-lite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NotThatZip } from '../../../contract/proof/zip-directory.ts'
import { SourceFault } from '../../features/documents/index.ts'
import { makeZip, unicodePath, type ZipPart } from '../../test/fixtures/zips/make-zip.ts'
import { openZipSource } from './zip-source.ts'

let folder: string
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'sealroom-zip-'))
})
afterEach(() => fs.rm(folder, { recursive: true }))

async function opened<T>(
  zip: Uint8Array,
  use: (source: Awaited<ReturnType<typeof openZipSource>>) => Promise<T> | T,
): Promise<T> {
  const file = path.join(folder, 'a.zip')
  await fs.writeFile(file, zip)
  const source = await openZipSource(file)
  try {
    return await use(source)
  } finally {
    await source.close()
  }
}

const contents = (
  parts: readonly ZipPart[],
  meanwhile = async (_: string): Promise<void> => undefined,
): Promise<string[]> =>
  opened(makeZip(parts), async ({ entries }) => {
    await meanwhile(path.join(folder, 'a.zip'))
    const found: string[] = []
    for (const entry of entries) {
      if (entry.fault !== undefined) {
        found.push(entry.fault)
        continue
      }
      const pieces: Uint8Array[] = []
      try {
        for await (const piece of entry.content()) pieces.push(piece)
        found.push(Buffer.concat(pieces).toString())
      } catch (error) {
        if (!(error instanceof SourceFault)) throw error
        found.push(error.code)
      }
    }
    return found
  })

const names = (parts: readonly ZipPart[]): Promise<string[]> =>
  opened(makeZip(parts), ({ entries }) => entries.map((entry) => entry.path))

const LINK = 0o120777
const PIPE = 0o010644
const cp949 = (name: string): Buffer => encode(name, 'cp949')

describe('an archive that is imported', () => {
  it('gives its entries, packed or not, and with numbers of ZIP64', async () => {
    const parts = [
      { name: 'a.txt', content: 'a'.repeat(100_000) },
      { name: 'b.txt', content: 'bc', isStored: true },
      { name: 'leer' },
    ]
    expect(await contents(parts)).toEqual(['a'.repeat(100_000), 'bc', ''])
    expect(await contents(parts.map((part) => ({ ...part, isWide: true })))).toEqual([
      'a'.repeat(100_000),
      'bc',
      '',
    ])
  })

  it.each<readonly [string, Partial<ZipPart>, string]>([
    ['a wrong checksum', { false: { crc: 1 } }, 'CHECKSUM'],
    ['more content than it claims', { false: { size: 3 } }, 'FALSE_SIZE'],
    ['less content than it claims', { false: { size: 1_000 } }, 'FALSE_SIZE'],
    ['encryption', { false: { flags: 0x801 } }, 'ENCRYPTED'],
    ['another compression', { false: { method: 14 } }, 'METHOD'],
    [
      'content that is not packed as it claims',
      { isStored: true, false: { method: 8 } },
      'DAMAGED',
    ],
    ['a link', { mode: LINK }, 'LINK'],
    ['a pipe', { mode: PIPE }, 'SPECIAL'],
    ['a path that leaves its folder', { name: 'a/../../x.pdf' }, 'PATH'],
    ['a path of Windows that leaves its folder', { name: '..\\x.pdf' }, 'PATH'],
    ['an absolute path', { name: '/etc/x.pdf' }, 'PATH'],
    ['a drive', { name: 'C:\\x.pdf' }, 'PATH'],
    ['an empty step', { name: 'a//x.pdf' }, 'PATH'],
    ['a name that is nothing', { name: '' }, 'PATH'],
    ['a name in an unknown encoding', { name: Buffer.from([0xff, 0xff, 0x2e]) }, 'ENCODING'],
  ])('refuses an entry with %s, and gives the others', async (_, part, fault) => {
    const others = { name: 'b.txt', content: 'whole' }
    expect(await contents([{ name: 'x.pdf', content: 'something', ...part }, others])).toEqual([
      fault,
      'whole',
    ])
  })

  it('refuses entries that share bytes', async () => {
    const bomb = [
      { name: 'a', content: 'x' },
      { name: 'b', content: 'x', sharedWith: 0 },
    ]
    expect(await contents(bomb)).toEqual(['OVERLAP', 'OVERLAP'])
    const first = { name: 'a', content: 'x', isStored: true, false: { packed: 30, size: 30 } }
    expect(await contents([first, { name: 'b', content: 'y' }])).toEqual(['OVERLAP', 'y'])
  })

  it('refuses entries that are one content under many names of the field for another encoding', async () => {
    const name = cp949('계약.pdf')
    const named = [0, 1, 2].map((at) => ({
      name,
      content: 'x',
      extra: unicodePath(name, `${at}.pdf`),
      ...(at > 0 ? { sharedWith: 0 } : {}),
    }))
    expect(await names(named)).toEqual(['0.pdf', '1.pdf', '2.pdf'])
    expect(await contents([...named, { name: 'b.txt', content: 'whole' }])).toEqual([
      'OVERLAP',
      'OVERLAP',
      'OVERLAP',
      'whole',
    ])
  })

  it('gives the other entries where the disk does not give one', async () => {
    const parts = [
      { name: 'a.txt', content: 'a' },
      { name: 'b.txt', content: 'b', isStored: true },
    ]
    expect(await contents(parts, (file) => fs.rm(file))).toEqual(['UNREADABLE', 'UNREADABLE'])
    expect(await contents(parts, (file) => fs.truncate(file, 50))).toEqual(['a', 'UNREADABLE'])
  })

  it('reads names in CP949, as Korean Windows writes them, also where one could be UTF-8', async () => {
    const korean = ['계약/주식매매계약서.pdf', '흐.pdf', 'plain.pdf']
    expect(await names(korean.map((name) => ({ name: cp949(name) })))).toEqual(korean)
  })

  it('reads names in UTF-8 without the flag, as macOS writes them, and those of the field for it', async () => {
    expect(
      await names([{ name: Buffer.from('계약.pdf') }, { name: Buffer.from('a.pdf') }]),
    ).toEqual(['계약.pdf', 'a.pdf'])
    const name = Buffer.from('??.pdf')
    const bytes = cp949('다른.pdf')
    expect(await names([{ name: bytes, extra: unicodePath(bytes, '계약.pdf') }])).toEqual([
      '계약.pdf',
    ])
    expect(await names([{ name: bytes, extra: unicodePath(name, '계약.pdf') }])).toEqual([
      '다른.pdf',
    ])
  })

  it('reads the separators of Windows', async () => {
    await opened(makeZip([{ name: '재무\\결산.pdf' }]), ({ entries }) =>
      expect(entries[0]?.steps).toEqual(['재무', '결산.pdf']),
    )
  })

  it('is refused where it is no whole zip', async () => {
    const whole = makeZip([{ name: 'a.txt', content: 'a' }])
    for (const broken of [
      Buffer.from('no zip'),
      whole.subarray(0, -5),
      whole.subarray(10),
      Buffer.alloc(0),
    ])
      await expect(opened(broken, () => undefined)).rejects.toThrow(NotThatZip)
  })
})
