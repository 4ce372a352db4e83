import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Clamd, EICAR, startClamd } from '../../test/servers/clamd.ts'
import { createClamdScanner, parseClamdUrl } from './clamd.ts'
import { type Scanner, ScannerDownError } from './scanner.ts'

describe('the address of clamd', () => {
  it.each([
    ['tcp://localhost:3310', { host: 'localhost', port: 3310 }],
    ['tcp://10.0.0.7', { host: '10.0.0.7', port: 3310 }],
    ['tcp://[::1]:3311/', { host: '::1', port: 3311 }],
    ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
    ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
    ['http://localhost:3310', undefined],
    ['tcp://', undefined],
    ['tcp://localhost:99999', undefined],
    ['tcp://localhost:3310/x', undefined],
    ['unix:relative', undefined],
    ['localhost:3310', undefined],
  ])('%s', (text, address) => expect(parseClamdUrl(text)).toEqual(address))
})

describe('a scan by clamd', () => {
  let clamd: Clamd
  let scanner: Scanner
  beforeEach(async () => {
    clamd = await startClamd(5_000_000)
    scanner = createClamdScanner(parseClamdUrl(clamd.url) ?? { path: '' }, {
      deadlineMs: 2_000,
      concurrency: 2,
    })
  })
  afterEach(() => clamd.stop())

  const scan = (...pieces: (string | Buffer)[]) =>
    scanner.scan(() => Readable.from(pieces.map((piece) => Buffer.from(piece))))

  it('sends every byte in order, and reports what was found', async () => {
    const pieces = [randomBytes(1), Buffer.alloc(0), randomBytes(1_048_576), randomBytes(70_000)]
    expect(await scan(...pieces)).toEqual({ kind: 'clean' })
    expect(clamd.scanned[0]?.equals(Buffer.concat(pieces))).toBe(true)
    expect(await scan('harmless ', EICAR)).toEqual({
      kind: 'infected',
      signature: 'Eicar-Test-Signature',
    })
  })

  it('knows no verdict where clamd could not look at all of it', async () => {
    for (let round = 0; round < 5; round += 1)
      expect(await scan(...Array.from({ length: 20 }, () => Buffer.alloc(1_000_000)))).toEqual({
        kind: 'unscanned',
      })
    for (const temper of ['limits', 'fails'] as const) {
      clamd.temper = temper
      expect(await scan('x')).toEqual({ kind: 'unscanned' })
    }
  })

  it('takes no answer for a clean one', async () => {
    for (const temper of ['silent', 'ends at once', 'babbles'] as const) {
      clamd.temper = temper
      await expect(scan('x')).rejects.toThrow(ScannerDownError)
    }
    await clamd.stop()
    await expect(scan('x')).rejects.toThrow(ScannerDownError)
    await expect(scanner.ping()).rejects.toThrow(ScannerDownError)
    await clamd.start()
    await scanner.ping()
  })

  it('throws what the content itself throws, and gives its turn back', async () => {
    for (let round = 0; round < 4; round += 1) {
      const broken = new Readable({
        read: (): void => void broken.destroy(new Error('the blob is damaged')),
      })
      await expect(scanner.scan(() => broken)).rejects.toThrow('the blob is damaged')
    }
    clamd.temper = 'fine'
    expect(await scan('x')).toEqual({ kind: 'clean' })
  })

  it('asks so many at a time, and the wait for a turn counts', async () => {
    expect(await Promise.all(Array.from({ length: 12 }, () => scan('x')))).toEqual(
      Array(12).fill({ kind: 'clean' }),
    )
    expect(clamd.most()).toBeLessThanOrEqual(2)
    clamd.temper = 'silent'
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => scan('x')))
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  })
})
