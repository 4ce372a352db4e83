import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STANDARD_STYLE } from '../../../paper/watermark/layout.ts'
import { hungryPdf } from '../../test/fixtures/costly-pdfs.ts'
import { EncryptedFolder } from '../../test/fixtures/encrypted-folder.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { onlySlow } from '../../test/harness/tier.ts'
import type { RenderSource } from '../render/index.ts'
import { createWatermarkPool, type WatermarkPool } from './watermark-pool.ts'

const never = new AbortController().signal

let folder: EncryptedFolder
let small: RenderSource
let large: RenderSource
const pools: WatermarkPool[] = []
beforeAll(() => {
  folder = new EncryptedFolder()
  small = folder.encrypt('pdf', Buffer.from(makePdf(1)))
  large = folder.encrypt('pdf', Buffer.from(makePdf(20_000, 'LARGE')))
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()))
  folder.remove()
})

const MARK = { text: 'x', style: STANDARD_STYLE }

async function poolOf(
  deadlineMs: number,
  limits: { heapMb?: number } = {},
): Promise<{ pool: WatermarkPool; left: () => string[] }> {
  const place = fs.mkdtempSync(`${folder.path}/`)
  const pool = await createWatermarkPool({ folder: place, deadlineMs, ...limits, log: memoryLog() })
  pools.push(pool)
  return { pool, left: () => fs.readdirSync(place) }
}

describe('marking processes', () => {
  it('give up at the deadline, leave nothing behind, and have a successor', async () => {
    const { pool, left } = await poolOf(100)
    await expect(pool.mark(large, MARK, never)).rejects.toMatchObject({ code: 'TIMEOUT' })
    expect(left()).toEqual([])
    const patient = await poolOf(60_000)
    await (await patient.pool.mark(small, MARK, never)).discard()
    expect(patient.left()).toEqual([])
  })

  onlySlow(() => {
    it('die when they grow beyond their memory, leave nothing behind, and have a successor', {
      timeout: 120_000,
    }, async () => {
      const { pool, left } = await poolOf(90_000, { heapMb: 128 })
      const before = process.memoryUsage.rss()
      await expect(
        pool.mark(folder.encrypt('pdf', hungryPdf()), MARK, never),
      ).rejects.toMatchObject({ code: 'CRASHED' })
      expect(left()).toEqual([])
      expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 2 ** 20)
      await (await pool.mark(small, MARK, never)).discard()
      expect(left()).toEqual([])
    })
  })

  it('stop when nobody waits any more, whether at work or waiting', async () => {
    const { pool, left } = await poolOf(60_000)
    const leaving = new AbortController()
    const jobs = [large, large, large].map((source) => pool.mark(source, MARK, leaving.signal))
    setImmediate(() => leaving.abort(new Error('gone')))
    for (const job of await Promise.allSettled(jobs))
      expect(job).toMatchObject({ status: 'rejected', reason: { message: 'gone' } })
    expect(left()).toEqual([])
    await (await pool.mark(small, MARK, never)).discard()
  })

  it('take so many at a time and let no more than so many wait', async () => {
    const { pool } = await poolOf(60_000)
    const leaving = new AbortController()
    const jobs = Array.from({ length: 53 }, () => pool.mark(large, MARK, leaving.signal))
    await expect(jobs.at(-1)).rejects.toMatchObject({ code: 'BUSY' })
    leaving.abort(new Error('gone'))
    await Promise.allSettled(jobs)
  })

  it('leave the copy sealed: no byte of the document is readable in its file', async () => {
    const { pool } = await poolOf(60_000)
    const marked = await pool.mark(small, MARK, never)
    const bytes = fs.readFileSync(marked.segments[0].path)
    for (const word of ['%PDF', 'SEALROOM', 'endobj']) expect(bytes.includes(word)).toBe(false)
    expect(fs.statSync(marked.segments[0].path).mode & 0o077).toBe(0)
    await marked.discard()
  })

  it('are not given what is too large, and end with their pool', async () => {
    const { pool, left } = await poolOf(60_000)
    const huge = {
      ...small,
      segments: small.segments.map((segment) => ({ ...segment, size: 400 * 2 ** 20 })),
    }
    await expect(pool.mark(huge, MARK, never)).rejects.toMatchObject({ code: 'TOO_LARGE' })
    const job = pool.mark(large, MARK, never)
    const ended = expect(job).rejects.toMatchObject({ code: 'CLOSED' })
    await pool.close()
    await ended
    expect(left()).toEqual([])
    await expect(pool.mark(small, MARK, never)).rejects.toMatchObject({ code: 'CLOSED' })
  })
})
