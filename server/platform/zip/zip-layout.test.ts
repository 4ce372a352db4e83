import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readZip } from '../../test/fixtures/read-zip.ts'
import { localHeaderOf, type PlannedEntry, ZipLayout } from './zip-layout.ts'

const ZONE = 'Asia/Seoul'
const MODIFIED = new Date('2026-11-20T15:04:06Z')
const GIB = 2 ** 30

const planned = (name: string, size: number, crc = 0): PlannedEntry => ({
  name,
  modified: MODIFIED,
  size,
  crc,
})

function layOut(entries: readonly PlannedEntry[]) {
  const layout = new ZipLayout(ZONE)
  const places = entries.map((entry) => ({ entry, ...layout.add(entry) }))
  return { places, end: layout.end(), directory: Buffer.concat(places.map(({ record }) => record)) }
}

/** APPNOTE.TXT 4.5.3 defines this field. */
function read64(record: Buffer): { size: number; offset: number } {
  const nameLength = record.readUInt16LE(28)
  const extra = record.subarray(46 + nameLength)
  let at = 0
  let field: Buffer = Buffer.alloc(0)
  while (at < extra.length) {
    const [id, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)]
    if (id === 1) field = extra.subarray(at + 4, at + 4 + length)
    at += 4 + length
  }
  const [packed, size, offset] = [
    record.readUInt32LE(20),
    record.readUInt32LE(24),
    record.readUInt32LE(42),
  ]
  let next = 0
  const wide = (number: number): number => {
    if (number !== 0xffffffff) return number
    next += 8
    return Number(field.readBigUInt64LE(next - 8))
  }
  const whole = { size: wide(size), packed: wide(packed), offset: wide(offset) }
  expect(whole.packed).toBe(whole.size)
  expect(next).toBe(field.length)
  return whole
}

describe('the layout of a zip', () => {
  it('has every entry after the one before, for any sizes', () => {
    const entry = fc.record({
      name: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
      size: fc.maxSafeInteger().map((n) => Math.abs(n) % 2 ** 40),
    })
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 30 }), (list) => {
        const { places, end, directory } = layOut(
          list.map(({ name, size }, index) => planned(`${index}${name}`, size, index)),
        )
        let offset = 0
        let at = 0
        for (const { entry: one, offset: reported, headerLength } of places) {
          expect(reported).toBe(offset)
          const header = localHeaderOf(one, ZONE)
          expect(header.length).toBe(headerLength)
          const length = 46 + directory.readUInt16LE(at + 28) + directory.readUInt16LE(at + 30)
          expect(read64(directory.subarray(at, at + length))).toMatchObject({
            size: one.size,
            offset,
          })
          offset += headerLength + one.size
          at += length
        }
        expect([end.offset, at]).toEqual([offset, directory.length])
      }),
    )
  })

  it('with its contents is a zip like any other', () => {
    const contents = new Map([
      ['계약/', Buffer.alloc(0)],
      ['계약/주식매매계약서.pdf', Buffer.from('%PDF')],
      ['빈 것.txt', Buffer.alloc(0)],
    ])
    const { places, end, directory } = layOut(
      [...contents].map(([name, content]) => planned(name, content.length, crc32(content))),
    )
    const bodies = places.flatMap(({ entry }) => [
      localHeaderOf(entry, ZONE),
      contents.get(entry.name) ?? Buffer.alloc(0),
    ])
    const unpacked = readZip(Buffer.concat([...bodies, directory, end.record]))
    expect(
      unpacked.map(({ name, content, modified }) => [name, content.toString(), modified]),
    ).toEqual(
      [...contents].map(([name, content]) => [name, content.toString(), '2026-11-21 00:04:06']),
    )
  })

  it('refuses what cannot be counted', () => {
    const layout = new ZipLayout(ZONE)
    layout.add(planned('a', Number.MAX_SAFE_INTEGER - 100))
    expect(() => layout.add(planned('b', 1_000))).toThrow(RangeError)
  })

  const READER = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    for info in z.infolist(): print(info.filename, info.file_size, info.header_offset)
    print(z.read('last.txt').decode())`

  it.skipIf(!hasPython())('beyond 4 GiB is read by another program', () => {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'sealroom layout '))
    try {
      const last = Buffer.from('the last one')
      const { places, end, directory } = layOut([
        planned('large.bin', 5 * GIB),
        planned('middle.bin', 3 * GIB),
        planned('last.txt', last.length, crc32(last)),
      ])
      const file = path.join(scratch, 'sparse.zip')
      const handle = fs.openSync(file, 'w')
      for (const { entry, offset } of places)
        fs.writeSync(handle, localHeaderOf(entry, ZONE), 0, undefined, offset)
      fs.writeSync(handle, last, 0, undefined, end.offset - last.length)
      fs.writeSync(handle, Buffer.concat([directory, end.record]), 0, undefined, end.offset)
      fs.closeSync(handle)
      const reported = execFileSync('python3', ['-c', READER, file], { encoding: 'utf8' })
      expect(reported.trim().split('\n')).toEqual([
        ...places.map(({ entry, offset }) => `${entry.name} ${entry.size} ${offset}`),
        'the last one',
      ])
    } finally {
      fs.rmSync(scratch, { recursive: true })
    }
  })
})

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
