import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAGE_WIDTHS } from '../../../../contract/core/limits.ts'
import { endlessPdf } from '../../../test/fixtures/costly-pdfs.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { codeOf, page, put } from '../../../test/scenarios/delivery/reading.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('reading a document', () => {
  it.each([
    ['a PDF', 'a.pdf', async () => Buffer.from(makePdf(3)), 3, { width: 595, height: 842 }],
    [
      'a JPEG',
      'a.jpg',
      () =>
        sharp({ create: { width: 640, height: 480, channels: 3, background: '#369' } })
          .jpeg()
          .toBuffer(),
      1,
      { width: 640, height: 480 },
    ],
    [
      'a PNG',
      'a.png',
      () =>
        sharp({ create: { width: 120, height: 300, channels: 4, background: '#3698' } })
          .png()
          .toBuffer(),
      1,
      { width: 120, height: 300 },
    ],
  ] as const)(
    '%s: a lease, its pages with sizes, and their images',
    async (_, name, make, pageCount, size) => {
      const room = await app.room()
      const bytes = await make()
      const { client } = await app.participant(room)
      const id = await put(room.operator, name, bytes)
      const lease = await client.openDocument(id)
      expect(lease).toEqual({
        name: expect.stringMatching(/^[\w-]{43}$/),
        path: `/room/api/file/view/${lease.name}`,
        originName: name,
        pageCount,
        status: 'READY',
        uploadedAt: (await client.items())[0]?.uploadedAt,
      })
      const sizes = await client.call('GET', lease.path)
      expect(sizes.json.payload).toEqual({
        status: 'READY',
        pages: Array(pageCount).fill(size),
        unit: name === 'a.pdf' ? 'point' : 'pixel',
        textLayer: false,
        selection: false,
      })
      for (let number = 1; number <= pageCount; number += 1) {
        const image = await page(client, lease.name, number, '?width=480')
        expect(image.http).toBe(200)
        expect(image.headers.get('content-type')).toBe('image/jpeg')
        expect(image.headers.get('cache-control')).toBe('no-store')
        const { format, width, height } = await sharp(image.bytes).metadata()
        expect({ format, width }).toEqual({ format: 'jpeg', width: 480 })
        expect(height).toBeCloseTo((480 * size.height) / size.width, -1)
        expect(image.bytes.equals(bytes)).toBe(false)
      }
      expect(
        (await app.logged(room.roomId)).filter((kind) => kind === 'document.viewed'),
      ).toHaveLength(1)
    },
  )

  it('rounds widths up to a step, and takes no others', async () => {
    const { operator } = await app.room()
    const { name } = await operator.openDocument(await put(operator, 'a.pdf', makePdf(1)))
    for (const [asked, step] of [
      [16, 64],
      [64, 64],
      [65, 128],
      [801, 1_200],
      [4_096, 4_096],
    ] as const) {
      expect(PAGE_WIDTHS).toContain(step)
      expect(
        (await sharp((await page(operator, name, 1, `?width=${asked}`)).bytes).metadata()).width,
      ).toBe(step)
    }
    expect((await sharp((await page(operator, name)).bytes).metadata()).width).toBe(1_200)
    for (const query of [
      '?width=0',
      '?width=15',
      '?width=4097',
      '?width=5000',
      '?width=-1',
      '?width=1e2',
      '?width=',
      '?width=64&width=64',
      '?height=5',
      '?prefetch=2',
    ])
      expect({ query, http: (await page(operator, name, 1, query)).http }).toEqual({
        query,
        http: 400,
      })
  })

  it('has no page 0 and none behind the last', async () => {
    const { operator } = await app.room()
    const { name } = await operator.openDocument(await put(operator, 'a.pdf', makePdf(2)))
    for (const [number, http] of [
      [0, 400],
      ['01', 400],
      ['-1', 400],
      ['1.0', 400],
      ['a', 400],
      [2, 200],
      [3, 404],
      ['9007199254740991', 404],
    ] as const)
      expect({ number, http: (await page(operator, name, number, '?width=64')).http }).toEqual({
        number,
        http,
      })
  })

  it('shows pages that differ, with a mark that differs by reader and is gone when it is switched off', async () => {
    const room = await app.room()
    const id = await put(room.operator, 'a.pdf', makePdf(2))
    const { client: one } = await app.participant(room)
    const { client: two } = await app.participant(room)
    const [leaseOne, leaseTwo] = [
      (await one.openDocument(id)).name,
      (await two.openDocument(id)).name,
    ]
    const marked = (await page(one, leaseOne)).bytes
    expect((await page(two, leaseTwo)).bytes.equals(marked)).toBe(false)
    expect((await page(one, leaseOne, 2)).bytes.equals(marked)).toBe(false)
    expect(
      (await page(room.operator, (await room.operator.openDocument(id)).name)).bytes.equals(marked),
    ).toBe(false)
    await room.operator.switches(false)
    const plain = (await page(one, leaseOne)).bytes
    expect(plain.equals(marked)).toBe(false)
    expect((await page(two, leaseTwo)).bytes.equals(plain)).toBe(true)
    await room.operator.switches(true)
    expect((await page(one, leaseOne)).bytes.equals(plain)).toBe(false)
  })
})

describe('a page on its way', () => {
  it('does not reach a reader who was shut out meanwhile', async () => {
    const slow = await startTestApp({ deadlineMs: 5_000 })
    try {
      const room = await slow.room()
      const id = await put(room.operator, 'endless.pdf', endlessPdf())
      const { client, memberId } = await slow.participant(room)
      const { name } = await client.openDocument(id)
      const pending = page(client, name)
      await eventually(async () => {
        const { rows } = await slow.database.pool.query(
          "select 1 from activity_entries where kind = 'document.viewed'",
        )
        expect(rows).toHaveLength(1)
      })
      await room.operator.setRight(memberId, 'access', false)
      const image = await pending
      expect(image.http).toBe(401)
      expect(codeOf(image)).toBe('ACCESS_BLOCKED')
    } finally {
      await slow.close()
    }
  })
})
