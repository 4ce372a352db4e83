import { PDF } from '@libpdf/core'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { type LockVersion, makeLockedPdf } from '../../test/fixtures/make-locked-pdf.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { openRenderPool } from '../../test/scenarios/rendering.ts'
import type { RenderSource } from './index.ts'

const { folder, pool } = await openRenderPool()

const VERSIONS: readonly LockVersion[] = ['1.3', '1.4', '1.7', '1.7ext3']
const drawn = async (source: RenderSource, page: number): Promise<Buffer> =>
  (await pool.renderPage(source, { page, width: 600, priority: 'visible', mark: 'unmarked' })).bytes

async function expectSamePages(locked: RenderSource, bare: Uint8Array | undefined): Promise<void> {
  const copy = folder.encrypt('pdf', Buffer.from(bare ?? []))
  const { pages } = await pool.inspect(copy)
  expect(pages).toEqual((await pool.inspect(locked)).pages)
  for (const page of pages.keys())
    expect(await drawn(copy, page + 1)).toEqual(await drawn(locked, page + 1))
  const opened = await PDF.load(bare ?? new Uint8Array())
  expect([opened.isEncrypted, opened.getPages().length]).toEqual([false, pages.length])
}

async function ownersAlone(version: LockVersion): Promise<Buffer> {
  const pdf = new PDFDocument({
    pdfVersion: version,
    ownerPassword: 'owner of it',
    permissions: { modifying: false },
  })
  pdf.text('not to be changed')
  pdf.end()
  const pieces: Buffer[] = []
  for await (const piece of pdf) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

describe('a PDF without its encryption', () => {
  test.each(VERSIONS)('looks as it did with its password (version %s)', async (version) => {
    const locked = folder.encrypt(
      'pdf',
      Buffer.from(await makeLockedPdf('geheim', { version, pages: 3 })),
    )
    await expect(pool.unprotected(locked)).rejects.toMatchObject({
      name: 'RenderError',
      code: 'LOCKED',
    })
    await expect(pool.unprotected({ ...locked, id: 'wrong', password: 'x' })).rejects.toMatchObject(
      { code: 'LOCKED' },
    )
    const unlocked = { ...locked, id: `unlocked ${version}`, password: 'geheim' }
    await expectSamePages(unlocked, await pool.unprotected(unlocked))
  })

  test.each(VERSIONS)(
    'is written where its owner alone may change it, too (version %s)',
    async (version) => {
      const locked = folder.encrypt('pdf', await ownersAlone(version))
      await expectSamePages(locked, await pool.unprotected(locked))
    },
  )

  test('is not written where it has none', async () => {
    expect(await pool.unprotected(folder.encrypt('pdf', Buffer.from(makePdf(2))))).toBeUndefined()
  })
})
