import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readZip } from '../../test/fixtures/read-zip.ts'
import { type ZipEntry, zipStream } from './zip-stream.ts'

const MODIFIED = new Date('2026-11-20T15:04:06Z')

async function* from<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

const file = (name: string, ...pieces: readonly Uint8Array[]): ZipEntry => ({
  name,
  modified: MODIFIED,
  content: from(pieces),
})
const folder = (name: string): ZipEntry => ({ name, modified: MODIFIED })

async function zipOf(entries: readonly ZipEntry[]): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of zipStream(from(entries), 'Asia/Seoul')) pieces.push(piece)
  return Buffer.concat(pieces)
}

const hasUnzip = (() => {
  try {
    execFileSync('unzip', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe('a zip', () => {
  const large = randomBytes(3_000_000)
  const entries = () => [
    folder('계약/'),
    file('계약/주식매매계약서.pdf', large.subarray(0, 1_000_000), large.subarray(1_000_000)),
    file('빈 것.txt'),
    file('a.txt', Buffer.from('a'), Buffer.from('bc')),
  ]

  it('holds what was put in, under UTF-8 names and the dates of the zone', async () => {
    const unpacked = readZip(await zipOf(entries()))
    expect(
      unpacked.map(({ name, isUtf8, modified, timestamp }) => ({
        name,
        isUtf8,
        modified,
        timestamp,
      })),
    ).toEqual(
      ['계약/', '계약/주식매매계약서.pdf', '빈 것.txt', 'a.txt'].map((name) => ({
        name,
        isUtf8: true,
        modified: '2026-11-21 00:04:06',
        timestamp: MODIFIED.getTime() / 1000,
      })),
    )
    expect(unpacked[1]?.content.equals(large)).toBe(true)
    expect(unpacked.slice(2).map(({ content }) => content.toString())).toEqual(['', 'abc'])
  })

  it.skipIf(!hasUnzip)('is whole for another program', async () => {
    const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'sealroom zip '))
    try {
      const zip = path.join(scratch, 'a.zip')
      await fs.writeFile(zip, await zipOf(entries()))
      expect(execFileSync('unzip', ['-t', zip], { encoding: 'utf8' })).toContain(
        'No errors detected',
      )
    } finally {
      await fs.rm(scratch, { recursive: true, force: true })
    }
  })

  it.each([
    ['1970-01-01T00:00:00Z', '1980-01-01', 0],
    ['2150-05-06T00:00:00Z', '2107-05-06', 2 ** 31 - 1],
  ])('has a date that it can hold where it was %s', async (modified, shown, timestamp) => {
    const [entry] = readZip(await zipOf([{ name: 'a/', modified: new Date(modified) }]))
    expect({ shown: entry?.modified.slice(0, 10), timestamp: entry?.timestamp }).toEqual({
      shown,
      timestamp,
    })
  })

  it('of nothing is empty', async () => {
    expect(readZip(await zipOf([]))).toEqual([])
  })

  it('holds more entries than the old directory can count', async () => {
    const unpacked = readZip(
      await zipOf(Array.from({ length: 65_600 }, (_, index) => folder(`${index}/`))),
    )
    expect(unpacked).toHaveLength(65_600)
    expect(unpacked.at(-1)?.name).toBe('65599/')
  })

  it('holds files beyond 4 GiB, and others behind them', async () => {
    const piece = Buffer.alloc(64 * 2 ** 20, 7)
    const pieces = Array.from({ length: 65 }, () => piece)
    const size = pieces.length * piece.length
    let tail = Buffer.alloc(0)
    for await (const got of zipStream(
      from([file('큰 것', ...pieces), file('b', Buffer.from('behind'))]),
      'UTC',
    )) {
      tail = Buffer.concat([tail, got.subarray(-1_000)]).subarray(-1_000)
    }
    const first = tail.indexOf('PK\x01\x02')
    const large = first + 46 + Buffer.byteLength('큰 것') + 9
    expect([tail.readUInt32LE(first + 20), tail.readUInt32LE(first + 24)]).toEqual([
      0xffffffff, 0xffffffff,
    ])
    expect([tail.readBigUInt64LE(large + 4), tail.readBigUInt64LE(large + 12)]).toEqual([
      BigInt(size),
      BigInt(size),
    ])
    const second = tail.indexOf('PK\x01\x02', first + 4)
    const offset = 30 + Buffer.byteLength('큰 것') + 9 + size + 24
    expect(tail.readBigUInt64LE(second + 46 + 1 + 9 + 4)).toBe(BigInt(offset))
    expect(tail.indexOf('PK\x06\x06')).toBeGreaterThan(second)
  })

  it('has no directory when an entry fails, and says why', async () => {
    const failing = async function* () {
      yield Buffer.from('half')
      throw new Error('the disk is gone')
    }
    const got: Uint8Array[] = []
    const reading = (async () => {
      const entries = from<ZipEntry>([
        file('a', large),
        { name: 'b', modified: MODIFIED, content: failing() },
      ])
      for await (const piece of zipStream(entries, 'UTC')) got.push(piece)
    })()
    await expect(reading).rejects.toThrow('the disk is gone')
    expect(Buffer.concat(got).includes('PK\x05\x06')).toBe(false)
    expect(() => readZip(Buffer.concat(got))).toThrow('no end')
  })

  it('begins after a few small files, and goes on in large pieces', async () => {
    const content = randomBytes(1_000)
    let given = 0
    const endless = async function* () {
      for (;;) {
        given += 1
        yield file(`${given}.txt`, content)
      }
    }
    const zip = zipStream(endless(), 'UTC')
    const lengths: number[] = []
    for (let pieces = 0; pieces < 10; pieces += 1) {
      const { value } = await zip.next()
      lengths.push(value?.length ?? 0)
      if (pieces === 0) expect(given).toBeLessThan(6)
    }
    await zip.return(undefined)
    expect(lengths[0]).toBeLessThan(5_000)
    expect(lengths.slice(7).every((length) => length > 250_000 && length <= 256 * 1024)).toBe(true)
  })

  it('takes no more than is asked for, and lets go of it when nobody asks any more', async () => {
    let given = 0
    let ended = 0
    const endless = async function* () {
      try {
        for (;;) {
          given += 1
          yield Buffer.alloc(300_000)
        }
      } finally {
        ended += 1
      }
    }
    const zip = zipStream(
      from<ZipEntry>([{ name: 'a', modified: MODIFIED, content: endless() }]),
      'UTC',
    )
    for (let pieces = 0; pieces < 3; pieces += 1) await zip.next()
    expect(given).toBeLessThanOrEqual(3)
    await zip.return(undefined)
    expect(ended).toBe(1)
  })
})
