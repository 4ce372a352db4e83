import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { NotThatZip } from '../../../contract/proof/zip-directory.ts'
import { zippedFiles } from '../../../contract/proof/zip-files.ts'
import { localHeaderOf, type PlannedEntry, ZipLayout } from './zip-layout.ts'

const MODIFIED = new Date('2026-11-20T15:04:06Z')
const ZONE = 'Asia/Seoul'

const CONTENTS: readonly (readonly [string, string])[] = [
  ['index.html', '<p>목차</p>'],
  ['documents/', ''],
  ['documents/계약서.pdf', '%PDF-1.7 계약'],
  ['manifest.json', '{}'],
]

function zipOf(contents: readonly (readonly [string, string])[] = CONTENTS) {
  const layout = new ZipLayout(ZONE)
  const local: Buffer[] = []
  const records: Buffer[] = []
  for (const [name, text] of contents) {
    const content = Buffer.from(text)
    const entry: PlannedEntry = {
      name,
      modified: MODIFIED,
      size: content.length,
      crc: crc32(content),
    }
    records.push(layout.add(entry).record)
    local.push(localHeaderOf(entry, ZONE), content)
  }
  return {
    local: Buffer.concat(local),
    directory: Buffer.concat(records),
    end: layout.end().record,
  }
}

const whole = ({ local, directory, end } = zipOf()): Buffer =>
  Buffer.concat([local, directory, end])

async function found(zip: Buffer): Promise<[string, string][]> {
  const files = await zippedFiles({
    size: zip.length,
    read: async (offset, length) => {
      if (offset < 0 || offset + length > zip.length) throw new RangeError('outside')
      return zip.subarray(offset, offset + length)
    },
  })
  return Promise.all(
    files.map(async ({ path, size, offset }): Promise<[string, string]> => {
      const at = await offset()
      return [path, zip.subarray(at, at + size).toString()]
    }),
  )
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.from(zipOf().end)
  for (const at of [8, 10]) end.writeUInt16LE(count, at)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

/** These ZIP64 records are unnecessary. */
function unneededWide(): Buffer {
  const { local, directory } = zipOf()
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 'latin1')
  record.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) record.writeBigUInt64LE(BigInt(CONTENTS.length), at)
  record.writeBigUInt64LE(BigInt(directory.length), 40)
  record.writeBigUInt64LE(BigInt(local.length), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(local.length + directory.length), 8)
  return Buffer.concat([record, locator])
}

const changed = (part: 'local' | 'directory', find: string, by: string): Buffer => {
  const zip = zipOf()
  const bytes = Buffer.from(zip[part])
  bytes.write(by, bytes.indexOf(find))
  return whole({ ...zip, [part]: bytes })
}

describe('the files of an archive', () => {
  it('are found with their contents, folders left out', async () => {
    expect(await found(whole())).toEqual(CONTENTS.filter(([name]) => !name.endsWith('/')))
    expect(await found(whole(zipOf([])))).toEqual([])
  })

  it('are found with ZIP64, which more than 65,535 entries need', {
    timeout: 180_000,
  }, async () => {
    const names = Array.from({ length: 70_000 }, (_, index): [string, string] => [
      String(index),
      '',
    ])
    const files = await found(whole(zipOf(names)))
    expect(files).toHaveLength(70_000)
    expect(files.at(-1)).toEqual(['69999', ''])
    const { local, directory } = zipOf()
    const marked = Buffer.concat([
      local,
      directory,
      unneededWide(),
      endOf(0xffff, directory.length, local.length),
    ])
    expect(await found(marked)).toHaveLength(3)
  })

  const genuine = whole()
  const forged = zipOf(CONTENTS.map(([name, text]) => [name, text.replace('계약', '위조')]))
  const { local, directory, end } = zipOf()
  const FORGERIES: readonly (readonly [string, Buffer])[] = [
    [
      'another directory behind a genuine archive, that programs which count from the end take',
      Buffer.concat([
        genuine,
        forged.local,
        forged.directory,
        endOf(CONTENTS.length, directory.length, local.length),
      ]),
    ],
    ['bytes before the first entry', Buffer.concat([Buffer.from('x'), genuine])],
    [
      'bytes between the entries and the directory',
      Buffer.concat([local, Buffer.from('x'), directory, end]),
    ],
    [
      'bytes between the directory and the end',
      Buffer.concat([local, directory, Buffer.from('x'), end]),
    ],
    ['bytes behind the end', Buffer.concat([genuine, Buffer.from('x')])],
    [
      'an entry that the directory has not',
      Buffer.concat([local, directory, endOf(CONTENTS.length - 1, directory.length, local.length)]),
    ],
    ['a ZIP64 end that it does not need', Buffer.concat([local, directory, unneededWide(), end])],
    [
      'an end that refers to a missing ZIP64 end',
      Buffer.concat([local, directory, endOf(0xffff, directory.length, local.length)]),
    ],
    [
      'a ZIP64 end that says something else',
      Buffer.concat([
        local,
        directory,
        unneededWide(),
        endOf(0xffff, directory.length, local.length - 1),
      ]),
    ],
    ['an entry of another name in its place', changed('local', 'documents/계', 'documents/게')],
    ['a folder of another name in its place', changed('local', 'documents/', 'documentz/')],
    [
      'nothing but a comment',
      Buffer.concat([genuine.subarray(0, -2), Buffer.from([1, 0]), Buffer.from('x')]),
    ],
    ['half of it', genuine.subarray(0, genuine.length / 2)],
    ['nothing', Buffer.alloc(0)],
  ]
  it.each(FORGERIES)('are not taken from a zip with %s', async (_, zip) => {
    await expect(found(zip)).rejects.toThrow(NotThatZip)
  })

  it.each([
    ['checksum', 14],
    ['packed size', 18],
    ['size', 22],
    ['way of packing', 8],
    ['flag that sizes follow', 6],
  ])('are not taken where the local header has another %s', async (_, at) => {
    const bytes = Buffer.from(genuine)
    bytes.writeUInt8((bytes[at] ?? 0) ^ 8, at)
    await expect(found(bytes)).rejects.toThrow(NotThatZip)
  })

  it('are not taken where another name stands in an extra field', async () => {
    const bytes = Buffer.from(genuine)
    bytes.writeUInt16LE(0x7075, local.length + 46 + 'index.html'.length)
    await expect(found(bytes)).rejects.toThrow(NotThatZip)
  })
})
