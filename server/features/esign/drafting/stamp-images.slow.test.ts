import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { stampPng } from '../../../test/fixtures/stamp-png.ts'
import { holdings } from '../../../test/harness/holdings.ts'
import { runJob } from '../../../test/harness/run-job.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { compose, draftOf, given, pdfForm, uploadStamp } from '../../../test/scenarios/composing.ts'

interface StoredStampImage {
  readonly id: number
  readonly width: number
  readonly height: number
}

const [WIDTH, HEIGHT] = [40, 20]

const svgOf = (content: string, head = ''): Buffer =>
  Buffer.from(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="400" height="200">${content}</svg>`,
  )

function bmpOf(width: number, height: number): Buffer {
  const row = Math.ceil((3 * width) / 4) * 4
  const bmp = Buffer.alloc(54 + row * height)
  bmp.write('BM', 'latin1')
  bmp.writeUInt32LE(bmp.length, 2)
  bmp.writeUInt32LE(54, 10)
  bmp.writeUInt32LE(40, 14)
  bmp.writeInt32LE(width, 18)
  bmp.writeInt32LE(height, 22)
  bmp.writeUInt16LE(1, 26)
  bmp.writeUInt16LE(24, 28)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) bmp[54 + y * row + 3 * x + 2] = 200
  return bmp
}

function icoOf(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.set([WIDTH, HEIGHT, 0, 0], 6)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

async function bombOf(side: number): Promise<Buffer> {
  const png = await stampPng()
  png.writeUInt32BE(side, 16)
  png.writeUInt32BE(side, 20)
  return png
}

describe('an image for stamping', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  const pixelsOf = async ({ id }: StoredStampImage) => {
    const answer = await room.operator.fetch('GET', `/esign/api/images/${id}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    const image = sharp(Buffer.from(await answer.arrayBuffer()))
    return {
      metadata: await image.metadata(),
      ...(await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })),
    }
  }

  const images = async (): Promise<number> => {
    const { rows } = await app.database.pool.query(
      'select count(*)::int as count from compose_images',
    )
    return rows[0]?.count ?? 0
  }

  const TYPES: Record<string, () => Promise<Buffer>> = {
    png: () => stampPng(WIDTH, HEIGHT),
    jpeg: async () =>
      sharp(await stampPng(WIDTH, HEIGHT))
        .jpeg()
        .toBuffer(),
    gif: async () =>
      sharp(await stampPng(WIDTH, HEIGHT))
        .gif()
        .toBuffer(),
    webp: async () =>
      sharp(await stampPng(WIDTH, HEIGHT))
        .webp()
        .toBuffer(),
    avif: async () =>
      sharp(await stampPng(WIDTH, HEIGHT))
        .avif()
        .toBuffer(),
    bmp: async () => bmpOf(WIDTH, HEIGHT),
    ico: async () => icoOf(await stampPng(WIDTH, HEIGHT)),
  }

  it.each(Object.entries(TYPES))(
    'is accepted as %s, under any name, and stored as a PNG',
    async (_, make) => {
      const kept = given<StoredStampImage>(
        await uploadStamp(room.operator, await make(), '도장', {
          fileType: 'image/any',
          parent: '0',
        }),
      )
      expect(kept).toEqual({ id: expect.any(Number), width: WIDTH, height: HEIGHT })
      const { metadata, data } = await pixelsOf(kept)
      expect(metadata).toMatchObject({ format: 'png', width: WIDTH, height: HEIGHT })
      expect(data[0]).toBeGreaterThan(90)
      expect(data[1]).toBeLessThan(140)
    },
  )

  it('counts against the storage of the room, and goes with it after a day on no page', async () => {
    const own = await app.room()
    const used = async (): Promise<number> => (await holdings(app, own.roomId)).used
    const [placed, loose] = [
      given<StoredStampImage>(await uploadStamp(own.operator, await stampPng(60, 30))),
      given<StoredStampImage>(await uploadStamp(own.operator, await stampPng(300, 300))),
    ]
    const both = await used()
    const place = { scaledX: 1, scaledY: 1, scaledW: 40, scaledH: 20 }
    const draft = await draftOf(own)
    const pdf = (await used()) - both
    const changed = await compose(own.operator, 'updateUpload', {
      templateId: draft.templateId,
      annotations: [{ id: 'a', kind: 'IMAGE', page: 0, image: placed.id, ...place }],
    })
    expect(changed.http).toBe(200)
    const copy = given<{ templateId: number }>(
      await compose(own.operator, 'copy', { templateId: draft.templateId }),
    )
    const isThere = async ({ id }: StoredStampImage): Promise<boolean> =>
      (await own.operator.fetch('GET', `/esign/api/images/${id}`)).status === 200
    await runJob(app, 'compose.tidy-images')
    expect([await isThere(placed), await isThere(loose), await used()]).toEqual([
      true,
      true,
      both + pdf,
    ])

    await app.database.pool.query(
      `update compose_images set created_at = created_at - interval '1 day' where room_id = $1`,
      [own.roomId],
    )
    await Promise.all([runJob(app, 'compose.tidy-images'), runJob(app, 'compose.tidy-images')])
    expect([await isThere(placed), await isThere(loose)]).toEqual([true, false])
    const left = await used()
    expect(left).toBeLessThan(both + pdf)
    expect(left).toBeGreaterThan(pdf)
    given(await compose(own.operator, 'remove', { templateId: draft.templateId }))
    await runJob(app, 'compose.tidy-images')
    expect(await isThere(placed)).toBe(true)
    given(await compose(own.operator, 'remove', { templateId: copy.templateId }))
    await runJob(app, 'compose.tidy-images')
    expect([await isThere(placed), await used()]).toEqual([false, 0])
    const kinds = (await app.logged(own.roomId)).filter((kind) => kind.startsWith('compose.image'))
    expect(kinds).toEqual([
      ...Array(2).fill('compose.image-uploaded'),
      ...Array(2).fill('compose.images-removed'),
    ])
  })

  it('is not kept where the room has no space for it', async () => {
    const own = await app.room()
    await app.database.pool.query('update rooms set storage_limit = storage_used where id = $1', [
      own.roomId,
    ])
    const before = await images()
    expect((await uploadStamp(own.operator, await stampPng())).json.code).toBe('NO_SPACE')
    expect(await images()).toBe(before)
  })

  it('is drawn sharp where it is an SVG, which loads nothing from anywhere', async () => {
    const asked: string[] = []
    const server = http.createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const outside = [
      `<image href="${from}/a.png" width="400" height="200"/>`,
      `<image xlink:href="${from}/b.png" width="400" height="200"/>`,
      '<image href="file:///etc/hostname" width="400" height="200"/>',
      `<style>@import url(${from}/c.css); rect { fill: url(${from}/d.svg#x) }</style>`,
      `<foreignObject width="400" height="200"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${from}/e"/></foreignObject>`,
      `<script href="${from}/f.js"/>`,
      `<use href="${from}/g.svg#x"/>`,
    ].join('')
    const doctype = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "${from}/h">]>`
    const drawn = given<StoredStampImage>(
      await uploadStamp(
        room.operator,
        svgOf('<rect width="200" height="200" fill="red"/>'),
        'a.svg',
      ),
    )
    expect(drawn).toMatchObject({ width: 1_000, height: 500 })
    const { data, info } = await pixelsOf(drawn)
    const at = (x: number): number[] => [
      ...data.subarray(4 * (250 * info.width + x), 4 * (250 * info.width + x) + 4),
    ]
    expect([at(250), at(750)]).toEqual([
      [255, 0, 0, 255],
      [0, 0, 0, 0],
    ])
    await uploadStamp(room.operator, svgOf(outside), 'a.svg')
    await uploadStamp(room.operator, svgOf('<text>&x;</text>', doctype), 'a.svg')
    await new Promise((resolve) => server.close(resolve))
    expect(asked).toEqual([])
  })

  it('has no more than 2,000 pixels a side', async () => {
    const kept = given<StoredStampImage>(
      await uploadStamp(room.operator, await stampPng(5_000, 1_000)),
    )
    expect(kept).toMatchObject({ width: 2_000, height: 400 })
  })

  const laughs = Array.from(
    { length: 12 },
    (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`,
  ).join('')
  const REFUSED: Record<string, [make: () => Promise<Buffer>, http: number, code: string]> = {
    'a TIFF': [
      async () =>
        sharp(await stampPng())
          .tiff()
          .toBuffer(),
      415,
      'STAMP_TYPE',
    ],
    'a PDF': [async () => Buffer.from(makePdf(1)), 415, 'STAMP_TYPE'],
    'a page of HTML': [async () => Buffer.from('<html><svg></svg></html>'), 415, 'STAMP_TYPE'],
    'a packed SVG': [async () => gzipSync(svgOf('')), 415, 'STAMP_TYPE'],
    nothing: [async () => Buffer.alloc(0), 415, 'STAMP_TYPE'],
    'more than 5 MB': [
      async () => Buffer.concat([await stampPng(), Buffer.alloc(5_000_000)]),
      413,
      'STAMP_TOO_LARGE',
    ],
    'what has too many pixels': [() => bombOf(30_000), 413, 'STAMP_TOO_LARGE'],
    'a BMP that has too many': [
      async () => {
        const bmp = bmpOf(1, 1)
        bmp.writeInt32LE(30_000, 18)
        bmp.writeInt32LE(30_000, 22)
        return bmp
      },
      413,
      'STAMP_TOO_LARGE',
    ],
    'half of one': [async () => (await stampPng(400, 400)).subarray(0, 500), 422, 'STAMP_BROKEN'],
    'an SVG that multiplies': [
      async () =>
        svgOf(
          '<text>&a12;</text>',
          `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a0 "ha">${laughs}]>`,
        ),
      422,
      'STAMP_BROKEN',
    ],
  }

  it.each(Object.entries(REFUSED))('is not %s', async (_, [make, status, code]) => {
    const before = await images()
    const answer = await uploadStamp(room.operator, await make())
    expect({ http: answer.http, code: answer.json.code }).toEqual({ http: status, code })
    expect(await images()).toBe(before)
  })

  it('is not found in another room, and comes with no field that is not known', async () => {
    const kept = given<StoredStampImage>(await uploadStamp(room.operator, await stampPng()))
    const other = await app.room()
    expect((await other.operator.fetch('GET', `/esign/api/images/${kept.id}`)).status).toBe(404)
    const form = pdfForm(await stampPng(), 'a.png', { roomId: '1' })
    expect((await room.operator.call('POST', '/esign/api/images/upload', { form })).http).toBe(400)
  })
})
