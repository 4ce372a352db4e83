/// <reference types="vite/types/importMeta.d.ts" />
import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { STANDARD_STYLE } from '../../../paper/watermark/layout.ts'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { CHUNK_SIZE, HEADER_SIZE } from '../../platform/encryption/cobblestone.ts'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { pdfOf, stream, textPage } from '../../test/fixtures/pdf-file.ts'
import {
  drawerOf,
  near,
  RED,
  renderFailure,
  WHITE,
} from '../../test/scenarios/documents/drawn-pixels.ts'
import { openRenderPool } from '../../test/scenarios/rendering.ts'
import type { RenderSource } from './index.ts'

const SAMPLES: string =
  import.meta.env['SAMPLES_DIR'] ?? path.join(PROJECT_ROOT, '../shared/samples')
const sample = (name: string) => folder.encrypt('pdf', fs.readFileSync(path.join(SAMPLES, name)))
const needs = (name: string) => fs.existsSync(path.join(SAMPLES, name))

const log = memoryLog()
const { folder, pool } = await openRenderPool(log)

const draw = drawerOf(pool)

const blank = { create: { width: 60, height: 40, channels: 3, background: '#fff' } } as const

function damage(source: RenderSource, plainOffset: number): () => void {
  const at = HEADER_SIZE + Math.floor(plainOffset / CHUNK_SIZE) * (CHUNK_SIZE + 16)
  const flip = () => {
    const file = fs.openSync(source.segments[0]!.path, 'r+')
    const byte = Buffer.alloc(1)
    fs.readSync(file, byte, 0, 1, at)
    fs.writeSync(file, Buffer.of(byte.readUInt8(0) ^ 1), 0, 1, at)
    fs.closeSync(file)
  }
  flip()
  return flip
}

describe('PDF', () => {
  test('sizes are those that are displayed: cropped and turned', async () => {
    const source = folder.encrypt(
      'pdf',
      pdfOf([
        textPage('upright', '/MediaBox [0 0 595 842]'),
        textPage('turned', '/MediaBox [0 0 595 842] /Rotate 90'),
        textPage('cropped', '/MediaBox [0 0 595 842] /CropBox [100 100 400 500]'),
        textPage('both', '/MediaBox [0 0 595 842] /CropBox [100 100 400 500] /Rotate 270'),
        textPage('200 inches', '/MediaBox [0 0 14400 14400]'),
        textPage('no size', '/MediaBox [0 0 0 0]'),
      ]),
    )
    expect(await pool.inspect(source)).toEqual({
      kind: 'pdf',
      pages: [
        { width: 595, height: 842 },
        { width: 842, height: 595 },
        { width: 300, height: 400 },
        { width: 400, height: 300 },
        { width: 14400, height: 14400 },
        { width: 612, height: 792 },
      ],
    })
    expect(await draw(source, 421, 2)).toMatchObject({ width: 421, height: 298 })
    expect(await draw(source, 300, 3)).toMatchObject({ width: 300, height: 400 })
    expect(await draw(source, 1000, 5)).toMatchObject({ width: 1000, height: 1000 })
    expect(await draw(source, 200, 6)).toMatchObject({ width: 200, height: 259 })
  })

  test.each([
    {
      page: 'black print',
      content: '0 0 0 rg 50 50 33 7 re f 0.4 g 50 90 1 1 re f',
      chroma: '4:2:0',
    },
    {
      page: 'one colored dot',
      content: '0 0 0 rg 50 50 33 7 re f 1 0 0 rg 50 90 1 1 re f',
      chroma: '4:4:4',
    },
    { page: 'nearly gray print', content: '0.5 0.5 0.52 rg 50 50 33 7 re f', chroma: '4:4:4' },
  ])('color is subsampled only where the page has none: $page', async ({ content, chroma }) => {
    const source = folder.encrypt('pdf', pdfOf([{ entries: '/MediaBox [0 0 199 201]', content }]))
    const asked = { page: 1, width: 199, priority: 'visible' } as const
    for (const mark of [
      'unmarked',
      { text: 'Confidential', style: STANDARD_STYLE, reader: 'hong' },
    ] as const) {
      const { bytes } = await pool.renderPage(source, { ...asked, mark })
      expect((await sharp(bytes).metadata()).chromaSubsampling).toBe(chroma)
    }
  })

  test('a turned page is drawn turned, and what the crop cuts off is not drawn', async () => {
    const corner = '1 0 0 rg 0 742 100 100 re f'
    const source = folder.encrypt(
      'pdf',
      pdfOf([
        { entries: '/MediaBox [0 0 595 842] /Rotate 90', content: corner },
        { entries: '/MediaBox [0 0 595 842] /CropBox [100 0 595 842]', content: corner },
      ]),
    )
    const turned = await draw(source, 842, 1)
    expect(turned.at(0.97, 0.05)).toEqual(RED)
    expect(turned.at(0.03, 0.05)).toEqual(WHITE)
    expect((await draw(source, 495, 2)).at(0.03, 0.05)).toEqual(WHITE)
  })

  test('one pixel wide, and a page so long that it stays narrower than asked', async () => {
    const source = folder.encrypt(
      'pdf',
      pdfOf([textPage('x'), textPage('strip', '/MediaBox [0 0 2 14400]')]),
    )
    expect(await draw(source, 1, 1)).toMatchObject({ width: 1, height: 1 })
    expect(await draw(source, 1200, 2)).toMatchObject({ width: 41, height: 16_384 })
  })

  test('20,000 pages are measured, one more is TOO_LARGE', async () => {
    const pages = Array.from({ length: 20_001 }, () => ({
      entries: '/MediaBox [0 0 300 200]',
      content: '',
    }))
    expect((await pool.inspect(folder.encrypt('pdf', pdfOf(pages.slice(1))))).pages).toHaveLength(
      20_000,
    )
    await expect(pool.inspect(folder.encrypt('pdf', pdfOf(pages)))).rejects.toEqual(
      renderFailure('TOO_LARGE'),
    )
  })

  test.each([
    ['only a header', Buffer.from('%PDF-1.7\n')],
    [
      'noise behind a header',
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(50_000, 'k3#<<')]),
    ],
    ['no pages', pdfOf([])],
    ['nothing', Buffer.alloc(0)],
  ])('%s is BROKEN', async (_name, bytes) => {
    await expect(pool.inspect(folder.encrypt('pdf', bytes))).rejects.toEqual(
      renderFailure('BROKEN'),
    )
  })

  test('a page that cannot be loaded is BROKEN and leaves the others readable', async () => {
    const bytes = pdfOf([textPage('one'), textPage('two')])
      .toString('latin1')
      .replace('/Kids [4 0 R 6 0 R]', '/Kids [4 0 R 9 0 R]')
    const source = folder.encrypt('pdf', Buffer.from(bytes, 'latin1'))
    expect((await pool.inspect(source)).pages).toHaveLength(2)
    await expect(draw(source, 100, 2)).rejects.toEqual(renderFailure('BROKEN'))
    expect((await draw(source, 100, 1)).width).toBe(100)
  })

  test('pages whose dictionary cannot be read are UNREADABLE instead of having a size that they do not have', async () => {
    const long = { entries: '/MediaBox [0 0 100 100]', content: ' '.repeat(2 ** 20) }
    const bytes = pdfOf([long, long, long])
    const source = folder.encrypt('pdf', bytes)
    const second = bytes.indexOf('/Type /Page /Parent', bytes.indexOf('/Type /Page /Parent') + 1)
    const repair = damage(source, second)
    await expect(pool.inspect(source)).rejects.toEqual(renderFailure('UNREADABLE'))
    repair()
    expect((await pool.inspect(source)).pages).toEqual(Array(3).fill({ width: 100, height: 100 }))
  })

  test('a page whose content cannot be read is UNREADABLE, not a blank one', async () => {
    const bytes = pdfOf([
      textPage('x'),
      { entries: '/MediaBox [0 0 100 100]', content: `${' '.repeat(2 ** 20)} 0 0 100 100 re f` },
    ])
    const source = folder.encrypt('pdf', bytes)
    const repair = damage(source, 2 ** 19)
    expect((await draw(source, 400, 1)).inked).toBeGreaterThan(0)
    await expect(draw(source, 100, 2)).rejects.toEqual(renderFailure('UNREADABLE'))
    repair()
    expect((await draw(source, 100, 2)).inked).toBe(1)
  })

  test('filled fields, signatures and annotations are drawn; scripts and actions do nothing', async () => {
    const box = (color: string) =>
      stream('/Type /XObject /Subtype /Form /BBox [0 0 100 100]', `${color} rg 0 0 100 100 re f`)
    const script =
      '<< /S /JavaScript /JS (this.getField\\("text"\\).value = "changed"; app.alert\\(1\\); while\\(true\\){}) >>'
    const source = folder.encrypt(
      'pdf',
      pdfOf(
        [
          {
            entries: `/MediaBox [0 0 400 100] /Annots [4 0 R 5 0 R 6 0 R] /AA << /O ${script} >>`,
            content: '',
          },
        ],
        {
          catalog: `/AcroForm << /Fields [4 0 R 5 0 R] >> /OpenAction ${script}`,
          extra: [
            `<< /Type /Annot /Subtype /Widget /FT /Tx /T (text) /V (x) /F 4 /Rect [0 0 100 100] /AP << /N 7 0 R >> /AA << /F ${script} /C ${script} >> >>`,
            '<< /Type /Annot /Subtype /Widget /FT /Sig /T (signature) /F 4 /Rect [100 0 200 100] /AP << /N 8 0 R >> >>',
            '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [200 0 300 100] /AP << /N 9 0 R >> >>',
            box('1 0 0'),
            box('0 1 0'),
            box('0 0 1'),
          ],
        },
      ),
    )
    const page = await draw(source, 400)
    expect([0.125, 0.375, 0.625, 0.875].map((x) => page.at(x, 0.5))).toEqual([
      RED,
      near([0, 255, 0]),
      near([0, 0, 255]),
      WHITE,
    ])
  })

  test('of a large document only the wanted bytes are read: damage elsewhere is not met', async () => {
    const ballast = stream('', '0'.repeat(60 * 2 ** 20))
    const source = folder.encrypt(
      'pdf',
      pdfOf([textPage('behind much that no page needs')], { extra: [ballast] }),
    )
    const file = fs.openSync(source.segments[0]!.path, 'r+')
    for (let megabyte = 1; megabyte < 59; megabyte++)
      fs.writeSync(file, 'damaged', megabyte * 2 ** 20)
    fs.closeSync(file)
    expect((await draw(source, 200)).inked).toBeGreaterThan(0)
  })
})

describe('sealed bytes that cannot be read', () => {
  const documents: readonly [RenderSource['kind'], () => Promise<Buffer>][] = [
    ['pdf', async () => pdfOf([textPage('x')])],
    ['jpeg', () => sharp(blank).jpeg().toBuffer()],
    ['png', () => sharp(blank).png().toBuffer()],
  ]

  test.each(documents)(
    'a %s is UNREADABLE while they are changed, cut or gone, and readable again with them',
    async (kind, make) => {
      const sound = folder.encrypt(kind, await make())
      const file = sound.segments[0]!.path
      const encrypted = fs.readFileSync(file)
      const changed = Buffer.from(encrypted)
      changed.writeUInt8(changed.readUInt8(100) ^ 1, 100)
      for (const [name, trouble] of Object.entries({
        changed: () => fs.writeFileSync(file, changed),
        cut: () => fs.writeFileSync(file, encrypted.subarray(0, -1)),
        empty: () => fs.writeFileSync(file, ''),
        gone: () => fs.rmSync(file),
      })) {
        // A worker with the document open would not fail.
        const source = { ...sound, id: `${sound.id} ${name}` }
        trouble()
        await expect(pool.inspect(source)).rejects.toEqual(renderFailure('UNREADABLE'))
        await expect(draw(source, 100)).rejects.toEqual(renderFailure('UNREADABLE'))
        fs.writeFileSync(file, encrypted)
        expect((await pool.inspect(source)).pages).toHaveLength(1)
        expect((await draw(source, 100)).width).toBe(100)
      }
      const logged = log.entries.filter(
        ({ level, document }) => level === 'error' && String(document).startsWith(sound.id),
      )
      expect(logged).toHaveLength(8)
      for (const entry of logged)
        expect(entry).toMatchObject({
          failure: 'UNREADABLE',
          detail: expect.stringMatching(/seal|segment|ENOENT/),
        })
    },
  )
})

describe('sample documents', () => {
  test.skipIf(!needs('gen_ko_nonembedded.pdf'))(
    'Korean text without embedded fonts shows (gen_ko_nonembedded.pdf)',
    async () => {
      const page = await draw(sample('gen_ko_nonembedded.pdf'), 800)
      expect(page.inked).toBeGreaterThan(0.02)
    },
  )

  test.skipIf(!needs('enc_user_aes256.pdf'))(
    'a document with a password is LOCKED (enc_user_*.pdf)',
    async () => {
      await expect(pool.inspect(sample('enc_user_aes256.pdf'))).rejects.toEqual(
        renderFailure('LOCKED'),
      )
      await expect(pool.inspect(sample('enc_user_rc4_40.pdf'))).rejects.toEqual(
        renderFailure('LOCKED'),
      )
    },
  )

  test.skipIf(!needs('enc_owneronly_aes128.pdf'))(
    'one that only its owner may change opens (enc_owneronly_aes128.pdf)',
    async () => {
      expect((await draw(sample('enc_owneronly_aes128.pdf'), 400)).inked).toBeGreaterThan(0)
    },
  )
})
