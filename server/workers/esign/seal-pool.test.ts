import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hungryPdf } from '../../test/fixtures/costly-pdfs.ts'
import { EncryptedFolder } from '../../test/fixtures/encrypted-folder.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { onlySlow } from '../../test/harness/tier.ts'
import type { RenderSource } from '../render/index.ts'
import { createSealPool, type SealPool, type SealRequest } from './index.ts'

const never = new AbortController().signal
const NOTHING: SealRequest = { pages: [], drawings: [], images: [] }

let folder: EncryptedFolder
let small: RenderSource
const pools: SealPool[] = []
beforeAll(() => {
  folder = new EncryptedFolder()
  small = folder.encrypt('pdf', Buffer.from(makePdf(1)))
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()))
  folder.remove()
})

async function poolOf(deadlineMs: number, heapMb?: number) {
  const place = fs.mkdtempSync(`${folder.path}/`)
  const pool = await createSealPool({
    folder: place,
    deadlineMs,
    ...(heapMb === undefined ? {} : { heapMb }),
  })
  pools.push(pool)
  return { pool, left: () => fs.readdirSync(place) }
}

describe('sealing processes', () => {
  onlySlow(() => {
    it('give up at the deadline and leave nothing behind', async () => {
      const { pool, left } = await poolOf(100)
      await expect(
        pool.seal(folder.encrypt('pdf', Buffer.from(makePdf(20_000, 'LARGE'))), NOTHING, never),
      ).rejects.toMatchObject({
        code: 'TIMEOUT',
      })
      expect(left()).toEqual([])
    })

    it('die when they grow beyond their memory, and the next document is sealed', {
      timeout: 120_000,
    }, async () => {
      const { pool, left } = await poolOf(90_000, 128)
      await expect(
        pool.seal(folder.encrypt('pdf', hungryPdf()), NOTHING, never),
      ).rejects.toMatchObject({ code: 'CRASHED' })
      await (await pool.seal(small, NOTHING, never)).discard()
      expect(left()).toEqual([])
    })
  })

  it('stop when nobody waits any more, and when the server does', async () => {
    const { pool, left } = await poolOf(60_000)
    const leaving = new AbortController()
    const jobs = [small, small, small].map((source) => pool.seal(source, NOTHING, leaving.signal))
    leaving.abort(new Error('gone'))
    for (const job of await Promise.allSettled(jobs))
      expect(job).toMatchObject({ status: 'rejected', reason: { message: 'gone' } })
    const last = pool.seal(small, NOTHING, never).catch((error: unknown) => error)
    await pool.close()
    expect(await last).toMatchObject({ code: 'CLOSED' })
    expect(left()).toEqual([])
  })

  it('do not blame the document for a file that cannot be read', async () => {
    const { pool, left } = await poolOf(60_000)
    const gone = folder.encrypt('pdf', Buffer.from(makePdf(1)))
    for (const segment of gone.segments) fs.rmSync(segment.path)
    await expect(pool.seal(gone, NOTHING, never)).rejects.toMatchObject({ code: 'CRASHED' })
    expect(left()).toEqual([])
  })

  it('leave nothing where nobody signs for them', async () => {
    const { pool, left } = await poolOf(60_000)
    const sign = () => Promise.reject(new Error('the key is away'))
    const signer = {
      chain: [],
      keyType: 'RSA' as const,
      sign,
      timeStamp: undefined,
      proofs: undefined,
    }
    const request = { ...NOTHING, signature: { signer, at: new Date(), reason: 'x' } }
    await expect(pool.seal(small, request, never)).rejects.toThrow()
    expect(left()).toEqual([])
  })
})
