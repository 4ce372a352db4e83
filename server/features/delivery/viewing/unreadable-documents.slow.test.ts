import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endlessPdf, explodingPdf } from '../../../test/fixtures/costly-pdfs.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { codeOf, manifest, page, put } from '../../../test/scenarios/delivery/reading.ts'

const SAMPLES: string =
  import.meta.env['SAMPLES_DIR'] ?? path.join(import.meta.dirname, '../../../../../shared/samples')
const isThere = (name: string): boolean => fs.existsSync(path.join(SAMPLES, name))
const sample = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(fs.readFileSync(path.join(SAMPLES, name)))

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('a document that cannot be shown', () => {
  const TEXTS = {
    LOCKED: [
      'DOCUMENT_LOCKED',
      '비밀번호로 잠긴 문서라 미리 볼 수 없습니다.',
      'This document is password-protected and cannot be previewed.',
    ],
    BROKEN: [
      'DOCUMENT_BROKEN',
      '손상된 문서라 열 수 없습니다.',
      'This document is damaged and cannot be opened.',
    ],
  } as const

  const broken = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4_000, 'x')])
  const cases: readonly [string, string, keyof typeof TEXTS, () => Uint8Array, string?][] = [
    ['one that is no PDF behind its first line', 'a.pdf', 'BROKEN', () => broken],
    [
      'one that is locked',
      'a.pdf',
      'LOCKED',
      () => sample('enc_user_aes256.pdf'),
      'enc_user_aes256.pdf',
    ],
    [
      'one that was locked long ago',
      'a.pdf',
      'LOCKED',
      () => sample('enc_user_rc4_40.pdf'),
      'enc_user_rc4_40.pdf',
    ],
  ]
  for (const [title, name, status, make, needed] of cases) {
    it.skipIf(needed !== undefined && !isThere(needed))(
      `${title} says so, in both languages`,
      async () => {
        const { operator, roomId } = await app.room()
        const id = await put(operator, name, make())
        const lease = await operator.openDocument(id)
        expect(lease).toMatchObject({ status, pageCount: 0, originName: name })
        const sizes = await manifest(operator, lease.name)
        if (status === 'LOCKED')
          expect(sizes.json.payload).toEqual({
            status,
            pages: [],
            unit: 'point',
            textLayer: false,
            selection: false,
          })
        else expect(sizes).toMatchObject({ http: 404, json: { code: 'NOT_FOUND' } })
        const [code, ko, en] = TEXTS[status]
        for (const [language, text] of [
          ['ko', ko],
          ['en', en],
        ]) {
          const { id: own, roomId: room } = operator.me
          const body = { fileId: id, id: own, roomId: room, type: 1 }
          const response = await operator.fetch('POST', '/room/api/file/load', {
            body,
            headers: { 'accept-language': language ?? '' },
          })
          expect({ http: response.status, ...((await response.json()) as object) }).toEqual({
            http: 422,
            status: 'EXCEPTION',
            payload: text,
            code,
          })
        }
        expect(await app.logged(roomId)).not.toContain('document.viewed')
      },
    )
  }

  it.skipIf(!isThere('enc_owneronly_aes128.pdf'))(
    'is none that only asks not to be changed',
    async () => {
      const { operator } = await app.room()
      const lease = await operator.openDocument(
        await put(operator, 'a.pdf', sample('enc_owneronly_aes128.pdf')),
      )
      expect(lease.status).toBe('READY')
      expect((await page(operator, lease.name)).http).toBe(200)
    },
  )

  it('holds up nobody: a page without end is given up, one that kills its worker fails alone', async () => {
    const quick = await startTestApp({ deadlineMs: 2_000 })
    try {
      const { operator } = await quick.room()
      const sound = await operator.openDocument(await put(operator, 'sound.pdf', makePdf(1)))
      for (const [name, bytes, codes] of [
        ['endless.pdf', endlessPdf(), ['DOCUMENT_SLOW']],
        ['exploding.pdf', explodingPdf(), ['BUSY', 'DOCUMENT_SLOW', 'DOCUMENT_TOO_LARGE']],
      ] as const) {
        const lease = await operator.openDocument(await put(operator, name, bytes))
        const stuck = page(operator, lease.name)
        expect((await page(operator, sound.name)).http).toBe(200)
        const image = await stuck
        expect(codes).toContain(codeOf(image))
        expect(image.http).toBe(codeOf(image) === 'BUSY' ? 503 : 422)
        expect((await page(operator, sound.name, 1, '?width=256')).http).toBe(200)
      }
    } finally {
      await quick.close()
    }
  })
})
